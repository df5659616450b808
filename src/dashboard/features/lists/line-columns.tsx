import { toDay } from '../../platform/format.ts';
import { type CompanyRecord, unlockedCompanies } from '../../library/records/records.ts';
import { DayCell, MoneyCell, EmptyCell, RoundBadge, TextCell } from '../../search/record/cells.tsx';
import { createColumnChoice } from '../../search/table/column-choice.ts';
import type { GridColumn } from '../../search/table/grid-column.ts';
import { type ListLine, stateNames } from '../../library/lists/lines.ts';

const readLineCompany = ({ companyId }: ListLine): CompanyRecord | undefined =>
  companyId === undefined ? undefined : unlockedCompanies.read(companyId);

const toPlace = (company: CompanyRecord | undefined): string | null =>
  company?.location?.city?.name ?? company?.location?.country?.name ?? null;

/** The columns of a list. */
export const lineColumns: readonly GridColumn<ListLine>[] = [
  {
    id: 'line',
    header: 'Line',
    look: { width: 68, align: 'end' },
    cell: ({ number }) => <span className="tabular-nums">{number.toLocaleString('en-US')}</span>,
  },
  {
    id: 'names',
    header: 'In your file',
    look: { width: 170, grow: 1 },
    cell: (line) => <TextCell text={formatNames(line)} />,
  },
  { id: 'state', header: 'Outcome', look: { width: 108 }, cell: (line) => <StateCell line={line} /> },
  { id: 'company', header: 'Company', look: { width: 160, grow: 1 }, cell: (line) => <CompanyCell line={line} /> },
  {
    id: 'location',
    header: 'Location',
    look: { width: 116, from: 760 },
    cell: (line) => (readLineCompany(line) ? <TextCell text={toPlace(readLineCompany(line))} /> : null),
  },
  {
    id: 'round',
    header: 'Latest round',
    look: { width: 140, from: 860 },
    cell: (line) => {
      const deal = readLineCompany(line)?.latest_deal;
      return deal ? <RoundBadge round={deal} /> : null;
    },
  },
  {
    id: 'announced',
    header: 'Announced',
    look: { width: 104, from: 960 },
    cell: (line) =>
      readLineCompany(line) ? <DayCell moment={toDay(readLineCompany(line)?.latest_deal?.date ?? null)} /> : null,
  },
  {
    id: 'raised',
    header: 'Total raised',
    look: { width: 104, align: 'end', from: 640 },
    cell: (line) => (readLineCompany(line) ? <MoneyCell usd={readLineCompany(line)?.total_raised} /> : null),
  },
];

/** The user's choice of columns, stored on this device. */
export const lineColumnChoice = createColumnChoice('list-lines');

const looks = {
  found: 'text-ink',
  ambiguous: 'text-warn font-medium',
  missing: 'text-ink-2',
  pending: 'text-ink-3',
  bad: 'text-bad',
};

/** The outcome of a line in words. */
export function StateCell({ line }: { readonly line: ListLine }) {
  const { state, leftOut, candidates } = line;
  const words = leftOut ? 'left out' : state === 'ambiguous' ? `${candidates.length} possible` : stateNames[state];
  return <span className={`shrink-0 whitespace-nowrap ${looks[state]}`}>{words}</span>;
}

/** The company of a line, or why the line could not be read. */
export function CompanyCell({ line: { state, why, companyId } }: { readonly line: ListLine }) {
  if (state === 'bad') return <span className="truncate text-ink-3">{why}</span>;
  if (companyId === undefined) return <EmptyCell words="no company" />;
  const name = unlockedCompanies.read(companyId)?.name;
  return <span className="truncate font-semibold text-ink">{name ?? 'no longer unlocked'}</span>;
}

/** The identifier in a line; its cells where it has none. */
export const formatNames = ({ names, cells }: ListLine): string =>
  names === '' ? cells.filter((cell) => cell.trim() !== '').join(', ') || 'an empty line' : names;
