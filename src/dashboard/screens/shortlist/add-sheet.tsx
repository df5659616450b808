import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { buildStageChange } from '../../records/status/stages.ts';
import { readStatusOf, setStatuses } from '../../records/status/statuses.ts';
import { formatCount } from '../../platform/format.ts';
import { useKeptForm } from '../../platform/form/kept-form.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { Sheet } from '../../platform/ui/sheet.tsx';
import { RecordPicker } from '../searches/kit/lookups/record-picker.tsx';

const chosenRecords = z.array(z.object({ id: z.string(), name: z.string() }));
const addForm = z.object({ company: chosenRecords, investor: chosenRecords });

const pickers = [
  ['company', 'Companies'],
  ['investor', 'Investors'],
] as const;

/** Adds companies and investors by name, to review. Unlocked names are found for free. */
export function AddSheet({ onClose }: { readonly onClose: () => void }) {
  const { form, forget } = useKeptForm('added to the shortlist', {
    resolver: zodResolver(addForm),
    defaultValues: { company: [], investor: [] },
  });
  const chosen = useWatch({ control: form.control });
  const count = pickers.reduce((sum, [kind]) => sum + (chosen[kind]?.length ?? 0), 0);
  const submit = form.handleSubmit((added) => {
    for (const [kind] of pickers) {
      const ids = added[kind].map(({ id }) => id).filter((id) => readStatusOf(kind, id).status === null);
      if (ids.length > 0) setStatuses(kind, ids, buildStageChange('review'));
    }
    forget();
    onClose();
  });
  return (
    <Sheet title="Add to the shortlist" onClose={onClose}>
      <div className="grid grid-cols-1 gap-4 p-4">
        {pickers.map(([kind, label]) => (
          <Controller
            key={kind}
            control={form.control}
            name={kind}
            render={({ field }) => (
              <RecordPicker label={label} aside={null} kind={kind} chosen={field.value} onChoose={field.onChange} />
            )}
          />
        ))}
        <Button
          variant="primary"
          aria-disabled={count === 0}
          className="justify-self-start"
          onClick={() => void (count > 0 && submit())}
        >
          Add {count === 0 ? '' : formatCount(count, 'record')} to review
        </Button>
      </div>
    </Sheet>
  );
}
