import { useState, type SubmitEvent } from 'react';
import { Button } from '../ui/button.tsx';
import { changeSearch, findSearches, toFreeName, type SavedSearch } from './searches.ts';

/** The field is where the person goes on; the name in it is to be typed over. */
function selectOnArrival(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}

/** The name of a saved search as a field: Enter takes it, Escape leaves it as it was. */
export function RenameForm({ saved, onDone }: { readonly saved: SavedSearch; readonly onDone: () => void }) {
  const [name, setName] = useState(saved.name);
  const taken = findSearches().some((one) => one.id !== saved.id && one.name === name.trim());
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (name.trim() === '') return;
    changeSearch(saved.id, { name: taken ? toFreeName(name) : name.trim() });
    onDone();
  };
  return (
    <form className="flex flex-wrap items-center gap-1.5" onSubmit={submit}>
      <input
        aria-label={`New name of ${saved.name}`}
        value={name}
        maxLength={120}
        autoComplete="off"
        ref={selectOnArrival}
        className="field-box h-8 w-72 max-w-full px-2.5"
        onChange={({ target }) => setName(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onDone()}
      />
      <Button type="submit">Rename</Button>
      {taken && <span className="text-[12px] text-ink-3">Another search has this name: a number is added.</span>}
    </form>
  );
}
