import { useId, useRef, useState, type SubmitEvent } from 'react';
import { useKeptState } from '../../platform/form/kept-draft.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Sheet } from '../../platform/ui/sheet.tsx';
import { addSearch, chooseFreeSearchName, type SearchDefinition } from './searches.tsx';
import { describeRequest, suggestSearchName } from './history.ts';

type NameDialogProps = {
  readonly search: Omit<SearchDefinition, 'name'>;
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
};

/** Asks for the name of a new saved search; suggests one from its filters. */
export function NameDialog({ search, onSaved, onClose }: NameDialogProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const sentence = describeRequest(
    { method: 'POST', path: `/${search.screen}`, body: search.body, summary: '' },
    search.search,
  );
  const [suggested] = useState(() => chooseFreeSearchName(suggestSearchName(search)));
  const [name, setName] = useKeptState(`name of ${search.screen}${search.search}`, suggested);
  const [isRejected, setIsRejected] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (name.trim() === '') return setIsRejected(true);
    setName(suggested);
    onSaved(addSearch({ ...search, name: chooseFreeSearchName(name) }));
  };
  const cancel = () => {
    setName(suggested);
    onClose();
  };
  return (
    <Sheet title="Save search" initialFocus={field} onClose={onClose}>
      <form className="grid gap-3 p-4" onSubmit={submit}>
        <label htmlFor={id} className="font-semibold">
          Name
        </label>
        <input
          ref={field}
          id={id}
          value={name}
          maxLength={120}
          autoComplete="off"
          aria-invalid={isRejected && name.trim() === ''}
          aria-describedby={`${id}-about`}
          className="field-box h-8 px-2.5"
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => setName(target.value)}
        />
        <p id={`${id}-about`} className="text-12 text-ink-3">
          {isRejected && name.trim() === '' ? <span className="text-bad">Enter a name. </span> : ''}
          {sentence}. Saves filters, order and columns.
        </p>
        <div className="flex gap-2">
          <Button type="submit" variant="primary">
            Save
          </Button>
          <Button onClick={cancel}>Cancel</Button>
        </div>
      </form>
    </Sheet>
  );
}
