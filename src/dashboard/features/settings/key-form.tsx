import { useId, useState, type SubmitEvent } from 'react';
import { searchLocations } from '#contract/lookups.ts';
import { sendFree } from '../../purchase/send-free.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { describeError } from '../../platform/http/error-text.ts';
import { deleteKey, storeKey, useHasKey } from '../../platform/http/key.ts';
import { Button } from '../../platform/ui/button.tsx';
import { SettingsSection } from './section.tsx';

/** The API key of this browser, where the gateway adds none. A free request tests it. */
export function KeyForm() {
  const id = useId();
  const hasKey = useHasKey();
  const [outcome, setOutcome] = useState('');

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const key = form.get('key');
    if (typeof key !== 'string' || key.trim() === '') return setOutcome('Enter the key first.');
    event.currentTarget.reset();
    const stored = storeKey(key.trim(), form.get('keep') === 'on');
    const tested = await testKey();
    setOutcome(
      stored ? tested : `${tested} This browser stores no data, so the key is forgotten when you close the tab.`,
    );
  };

  return (
    <SettingsSection title="Key">
      <form className="grid justify-items-start gap-2.5" onSubmit={(event) => void submit(event)}>
        <label htmlFor={id} className="text-ink-2">
          {hasKey ? 'A key is in use. Enter another to replace it.' : 'Enter the API key that pays for searches.'}
        </label>
        <input
          id={id}
          name="key"
          type="password"
          autoComplete="off"
          spellCheck={false}
          className="field-box h-8 w-full max-w-md px-2.5 font-mono"
        />
        <label className="flex min-h-6 items-center gap-2">
          <input type="checkbox" name="keep" className="size-4 accent-accent" />
          Remember the key on this device
        </label>
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
    </SettingsSection>
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
