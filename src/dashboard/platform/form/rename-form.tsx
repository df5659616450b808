import { useState, type SubmitEvent } from 'react';
import { Button } from '../ui/button.tsx';

type RenameFormProps = {
  readonly name: string;
  /** The nearest name that is free: the same where it is. */
  readonly countFreeSlots: (name: string) => string;
  readonly onRename: (name: string) => void;
  readonly onDone: () => void;
};

/** The field is where the person goes on; the name in it is to be typed over. */
function selectOnArrival(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}

/** The name of something kept as a field: Enter takes it, Escape leaves it as it was. */
export function RenameForm({ name: before, countFreeSlots, onRename, onDone }: RenameFormProps) {
  const [name, setName] = useState(before);
  const free = countFreeSlots(name);
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
        ref={selectOnArrival}
        className="field-box h-8 w-72 max-w-full px-2.5"
        onChange={({ target }) => setName(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onDone()}
      />
      <Button type="submit">Rename</Button>
      {free !== name.trim() && name.trim() !== '' && (
        <span className="text-[12px] text-ink-3">This name is taken: a number is added.</span>
      )}
    </form>
  );
}
