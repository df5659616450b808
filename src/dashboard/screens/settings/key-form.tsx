import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { searchLocations } from '#contract/lookups.ts';
import { sendFree } from '../../spending/send-free.ts';
import { CheckBox } from '../../platform/form/check-box.tsx';
import { TextField } from '../../platform/form/text-field.tsx';
import { ApiError } from '../../platform/http/api-error.ts';
import { describeError } from '../../platform/http/error-text.ts';
import { deleteKey, storeKey, useHasKey } from '../../platform/http/key.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Block } from '../../platform/ui/block.tsx';

const keyForm = z.object({
  key: z.string().trim().min(1, 'Enter the key first.'),
  /** Whether the browser keeps it after the tab is closed. */
  keep: z.boolean(),
});

/** The API key of this browser, where the gateway adds none. A free request tests it. */
export function KeyForm() {
  const hasKey = useHasKey();
  const [outcome, setOutcome] = useState('');
  const form = useForm({ resolver: zodResolver(keyForm), defaultValues: { key: '', keep: false } });
  const submit = form.handleSubmit(async ({ key, keep }) => {
    form.reset();
    const stored = storeKey(key, keep);
    const tested = await testKey();
    setOutcome(
      stored ? tested : `${tested} This browser stores no data, so the key is forgotten when you close the tab.`,
    );
  });

  return (
    <Block title="Key">
      <form className="grid max-w-md gap-2.5" onSubmit={(event) => void submit(event)}>
        <TextField
          label={hasKey ? 'A key is in use. Enter another to replace it.' : 'Enter the API key that pays for searches.'}
          register={form.register('key')}
          error={form.formState.errors.key?.message}
          type="password"
          spellCheck={false}
          className="w-full font-mono"
        />
        <CheckBox {...form.register('keep')}>Remember the key on this device</CheckBox>
        <div className="flex gap-2">
          <Button type="submit" variant="primary">
            Use this key
          </Button>
          {hasKey && (
            <Button
              onClick={() => {
                deleteKey();
                setOutcome('The key is forgotten.');
              }}
            >
              Forget the key
            </Button>
          )}
        </div>
        <output className="text-ink-2 empty:hidden">{outcome}</output>
      </form>
    </Block>
  );
}

async function testKey(): Promise<string> {
  try {
    await sendFree(searchLocations, { query: { name: 'berlin' } });
    return 'The key works.';
  } catch (failure) {
    return failure instanceof ApiError ? `${describeError(failure).title}.` : 'The key could not be tested.';
  }
}
