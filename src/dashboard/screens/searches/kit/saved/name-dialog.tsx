import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { z } from 'zod';
import { useKeptForm } from '../../../../platform/form/kept-form.tsx';
import { TextField } from '../../../../platform/form/text-field.tsx';
import { Button } from '../../../../platform/ui/button.tsx';
import { Sheet } from '../../../../platform/ui/sheet.tsx';
import { addSearch, chooseFreeSearchName, type SearchDefinition } from './searches.tsx';
import { describeSaved, suggestSearchName } from './history.ts';

type NameDialogProps = {
  readonly search: Omit<SearchDefinition, 'name'>;
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
};

const nameForm = z.object({ name: z.string().trim().min(1, 'Enter a name.') });

/** Asks for the name of a new saved search; suggests one from its filters. */
export const NameDialog = (props: NameDialogProps) => (
  <Sheet title="Save search" onClose={props.onClose}>
    <NameForm {...props} />
  </Sheet>
);

function NameForm({ search, onSaved, onClose }: NameDialogProps) {
  const sentence = describeSaved(search);
  const [suggested] = useState(() => chooseFreeSearchName(suggestSearchName(search)));
  const { form, forget } = useKeptForm(`name of ${search.screen}${search.search}`, {
    resolver: zodResolver(nameForm),
    defaultValues: { name: suggested },
    first: 'name',
  });
  const submit = form.handleSubmit(({ name }) => {
    forget();
    onSaved(addSearch({ ...search, name: chooseFreeSearchName(name) }));
  });
  const cancel = () => {
    forget();
    onClose();
  };
  return (
    <form className="grid gap-3 p-4" onSubmit={(event) => void submit(event)}>
      <TextField
        label="Name"
        register={form.register('name')}
        error={form.formState.errors.name?.message}
        about={`${sentence}. Saves ${search.screen === 'market' ? 'filters, day and views' : 'filters, order and columns'}.`}
        maxLength={120}
        onFocus={({ target }) => target.select()}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="primary">
          Save
        </Button>
        <Button onClick={cancel}>Cancel</Button>
      </div>
    </form>
  );
}
