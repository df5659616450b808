import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '../ui/button.tsx';

type RenameFormProps = {
  readonly name: string;
  /** The given name, with a number added if it is taken. */
  readonly findFreeName: (name: string) => string;
  readonly onRename: (name: string) => void;
  readonly onDone: () => void;
};

const renameForm = z.object({ name: z.string().trim().min(1, 'Enter a name.') });

/** Renames a stored item: Enter saves, Escape cancels. */
export function RenameForm({ name: before, findFreeName, onRename, onDone }: RenameFormProps) {
  const form = useForm({ resolver: zodResolver(renameForm), defaultValues: { name: before } });
  const { setFocus } = form;
  // Selected, so that typing replaces the name.
  useEffect(() => setFocus('name', { shouldSelect: true }), [setFocus]);
  const typed = useWatch({ control: form.control, name: 'name' }).trim();
  const submit = form.handleSubmit(({ name }) => {
    onRename(findFreeName(name));
    onDone();
  });
  const problem = form.formState.errors.name?.message;
  return (
    <form className="flex flex-wrap items-center gap-1.5" onSubmit={(event) => void submit(event)}>
      <input
        aria-label={`New name of ${before}`}
        aria-invalid={problem !== undefined}
        maxLength={120}
        autoComplete="off"
        className="field-box h-8 w-72 max-w-full px-2.5"
        onKeyDown={({ key }) => key === 'Escape' && onDone()}
        {...form.register('name')}
      />
      <Button type="submit">Rename</Button>
      {problem !== undefined && (
        <span role="alert" className="text-12 text-bad">
          {problem}
        </span>
      )}
      {typed !== '' && findFreeName(typed) !== typed && (
        <span className="text-12 text-ink-3">This name is taken: a number is added.</span>
      )}
    </form>
  );
}
