import { buildStageChange } from '../../library/status/stages.ts';
import { readStatusOf, setStatuses } from '../../library/status/statuses.ts';
import { formatCount } from '../../platform/format.ts';
import { useKeptState } from '../../platform/form/kept-draft.ts';
import { Button } from '../../platform/ui/button.tsx';
import { LazySheet } from '../../platform/ui/lazy-sheet.tsx';
import { RecordPicker } from '../../search/lookups/record-picker.tsx';

type Chosen = readonly { readonly id: string; readonly name: string }[];

/** Adds companies and investors by name, to review. Unlocked names are found for free. */
export function AddSheet({ onClose }: { readonly onClose: () => void }) {
  const [companies, setCompanies] = useKeptState<Chosen>('shortlist companies', []);
  const [investors, setInvestors] = useKeptState<Chosen>('shortlist investors', []);
  const count = companies.length + investors.length;
  const add = () => {
    for (const [kind, chosen] of [
      ['company', companies],
      ['investor', investors],
    ] as const) {
      const ids = chosen.map(({ id }) => id).filter((id) => readStatusOf(kind, id).status === null);
      if (ids.length > 0) setStatuses(kind, ids, buildStageChange('review'));
    }
    setCompanies([]);
    setInvestors([]);
    onClose();
  };
  return (
    <LazySheet title="Add to the shortlist" onClose={onClose}>
      <div className="grid grid-cols-1 gap-4 p-4">
        <RecordPicker label="Companies" aside={null} kind="company" chosen={companies} onChoose={setCompanies} />
        <RecordPicker label="Investors" aside={null} kind="investor" chosen={investors} onChoose={setInvestors} />
        <Button
          variant="primary"
          aria-disabled={count === 0}
          className="justify-self-start"
          onClick={() => count > 0 && add()}
        >
          Add {count === 0 ? '' : formatCount(count, 'record')} to review
        </Button>
      </div>
    </LazySheet>
  );
}
