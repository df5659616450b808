import { unlockedCompanies } from '../../library/records/records.ts';
import { Nothing } from '../../search/record/cells.tsx';
import { stateNames, type ListLine } from '../../library/lists/lines.ts';

const looks = {
  found: 'text-ink',
  ambiguous: 'text-warn font-medium',
  missing: 'text-ink-2',
  pending: 'text-ink-3',
  bad: 'text-bad',
};

/** What a line was found to be, in words. */
export function StateCell({ line }: { readonly line: ListLine }) {
  const { state, leftOut, candidates } = line;
  const words = leftOut ? 'left out' : state === 'ambiguous' ? `${candidates.length} possible` : stateNames[state];
  return <span className={`shrink-0 whitespace-nowrap ${looks[state]}`}>{words}</span>;
}

/** The company of a line by its name; why there is none where the line could not be read. */
export function CompanyCell({ line: { state, why, companyId } }: { readonly line: ListLine }) {
  if (state === 'bad') return <span className="truncate text-ink-3">{why}</span>;
  if (companyId === undefined) return <Nothing words="no company" />;
  const name = unlockedCompanies.read(companyId)?.name;
  return <span className="truncate font-semibold text-ink">{name ?? 'not owned any more'}</span>;
}

/** What a line names; its first cells where it names nothing. */
export const toNamesText = ({ names, cells }: ListLine): string =>
  names === '' ? cells.filter((cell) => cell.trim() !== '').join(', ') || 'an empty line' : names;
