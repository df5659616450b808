import { useState, type SubmitEvent } from 'react';
import { Button } from '../ui/button.tsx';

type RenameFormProps = {
  readonly name: string;
  /** The given name, with a number added if it is taken. */
  readonly findFreeName: (name: string) => string;
  readonly onRename: (name: string) => void;
  readonly onDone: () => void;
};

/** Focuses the field and selects its text, so that typing replaces the name. */
function focusAndSelect(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}

/** Renames a stored item: Enter saves, Escape cancels. */
export function RenameForm({ name: before, findFreeName, onRename, onDone }: RenameFormProps) {
  const [name, setName] = useState(before);
  const free = findFreeName(name);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (name.trim() === '') return;
    onRename(free);
    onDone();
  };
  return (
    <form className="flex flex-wrap items-center gap-1.5" onSubmit={submit}>
      <input
        aria-label={`New name of ${before}`}
        value={name}
        maxLength={120}
        autoComplete="off"
        ref={focusAndSelect}
        className="field-box h-8 w-72 max-w-full px-2.5"
        onChange={({ target }) => setName(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onDone()}
      />
      <Button type="submit">Rename</Button>
      {free !== name.trim() && name.trim() !== '' && (
        <span className="text-12 text-ink-3">This name is taken: a number is added.</span>
      )}
    </form>
  );
}
