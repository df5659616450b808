import { toRound } from '../../platform/rounds.ts';
import { ArrowDown, ArrowUp, Download } from 'lucide-react';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useRowsVersion } from '../../records/record-store.ts';
import { formatGrouped } from '../../platform/format.ts';
import { ActionButton } from '../../platform/ui/action-button.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { useIsPhone } from '../../platform/ui/use-browser.ts';
import { type DealHistoryState, describeCoverage } from '../searches/kit/record/deal-history-section.tsx';
import {
  DayCell,
  EmptyCell,
  NameTag,
  RaisedCell,
  RoundBadge,
  TextCell,
  TwoLines,
} from '../searches/kit/record/cells.tsx';
import { InvestorNames, RecordName } from '../searches/kit/record/profile-link.tsx';
import { MarkedName } from './marked-name.tsx';
import { savePortfolio } from './portfolio-csv.ts';
import {
  buildPortfolio,
  filterPortfolio,
  type PortfolioRow,
  type PortfolioColumn,
  type PortfolioPart,
  sortPortfolio,
} from './portfolio.ts';
import type { ProfileUrlState } from './profile-url.ts';
import { Segments } from '../../platform/ui/segments.tsx';
import { EmptyState } from '../../platform/ui/empty-state.tsx';

type PortfolioProps = {
  readonly investorId: string;
  readonly history: DealHistoryState;
  /** The unlocked deals that match the search from which the profile was opened; undefined without such a search. */
  readonly matches: ReadonlySet<string> | undefined;
  /** How many deals the investor led; null where unknown. */
  readonly ledTotal: number | null;
  readonly url: ProfileUrlState;
};

const none: ReadonlySet<string> = new Set();
/** Rows until a press shows the rest. */
const firstRows = 100;

/** Every unlocked investment as a table with filters and sort; those that match the search come first. */
export function Portfolio({ investorId, history, matches, ledTotal, url: { value, write } }: PortfolioProps) {
  const id = useId();
  const version = useRowsVersion();
  const isPhone = useIsPhone();
  const { deals } = history;
  const [isWhole, setIsWhole] = useState(false);
  // The address has it without the blank at its end, which a typed text has between two words.
  const [draft, setTyped] = useState('');
  const typed = draft.trim() === (value.find ?? '') ? draft : (value.find ?? '');
  const all = useMemo(
    () => (version < 0 ? [] : buildPortfolio(deals, investorId, matches ?? none)),
    [version, deals, investorId, matches],
  );
  const { part = 'all', sort } = value;
  const order = {
    column: sort?.replace(/^-/, '') as PortfolioColumn | undefined,
    isDown: sort?.startsWith('-') === true,
  };
  const rows = sortPortfolio(
    filterPortfolio(all, { part, find: value.find ?? '' }),
    order.column,
    order.isDown ? -1 : 1,
  );
  const shown = isWhole ? rows : rows.slice(0, firstRows);
  const change = (next: Partial<typeof value>) => write({ ...value, ...next }, 'replace');
  const onFind = (text: string) => {
    setTyped(text);
    change({ find: text.trim() || undefined });
  };
  const onShowAll = () => {
    setTyped('');
    change({ part: undefined, find: undefined });
  };
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id={id} className="text-13 font-semibold">
          Portfolio
        </h2>
        {all.length > 0 && (
          <>
            <Segments
              label="Investments shown"
              value={part}
              choices={listPortfolioParts(all, matches !== undefined, ledTotal)}
              onChange={(next) => change({ part: next === 'all' ? undefined : next })}
            />
            <FindField text={typed} onFind={onFind} />
            <span className="ml-auto text-11.5 text-ink-3">{describeCoverage(history)}. Amounts are round sizes.</span>
            <span className="print:hidden">
              <ExportButton investorId={investorId} rows={rows} />
            </span>
          </>
        )}
      </div>
      {all.length === 0 ? (
        <EmptyPortfolio isWhole={history.whole} />
      ) : rows.length === 0 ? (
        <p className="flex items-center gap-2 rounded-[10px] border border-line p-4 text-ink-2">
          No investment fits this filter.
          <Button onClick={onShowAll}>Show all</Button>
        </p>
      ) : isPhone ? (
        <ul aria-label="Investments" className="grid">
          {shown.map((row) => (
            <InvestmentItem key={row.id} row={row} />
          ))}
        </ul>
      ) : (
        <InvestmentTable rows={shown} order={order} onSort={(next) => change({ sort: next })} />
      )}
      {rows.length > shown.length && (
        <Button className="justify-self-start print:hidden" onClick={() => setIsWhole(true)}>
          Show all {formatGrouped(rows.length)}
        </Button>
      )}
    </section>
  );
}

type ExportButtonProps = { readonly investorId: string; readonly rows: readonly PortfolioRow[] };

const ExportButton = ({ investorId, rows }: ExportButtonProps) => (
  <ActionButton Icon={Download} disabled={rows.length === 0} onPress={() => savePortfolio(investorId, rows)}>
    Export CSV
  </ActionButton>
);

type FindFieldProps = { readonly text: string; readonly onFind: (text: string) => void };

const FindField = ({ text, onFind }: FindFieldProps) => (
  <input
    type="search"
    aria-label="Find in the portfolio"
    placeholder="Find a company, round, place or investor"
    value={text}
    className="field-box h-7.5 w-72 max-w-full px-2.5 print:hidden"
    onChange={({ target }) => onFind(target.value)}
  />
);

const EmptyPortfolio = ({ isWhole }: { readonly isWhole: boolean }) => (
  <EmptyState
    title={isWhole ? 'No investment is known' : 'No investment is unlocked yet'}
    example={['Arcwell Robotics', 'Series A', '$18.0M', 'led', 'with Harbor Ventures']}
  >
    {!isWhole && 'Unlock the profile to see every investment with its round, lead and co-investors.'}
  </EmptyState>
);

/** The parts that can be shown, with their counts; who led is known only of unlocked rounds. */
export function listPortfolioParts(
  all: readonly PortfolioRow[],
  hasMatches: boolean,
  ledTotal: number | null,
): (readonly [PortfolioPart, string])[] {
  const count = (part: PortfolioPart) => filterPortfolio(all, { part, find: '' }).length;
  const name = (label: string, part: PortfolioPart) => [part, `${label} ${formatGrouped(count(part))}`] as const;
  const led = name('Led', 'led');
  return [
    name('All', 'all'),
    ...(hasMatches ? [name('Matches your search', 'matches')] : []),
    ...(all.some(({ isLead }) => isLead !== undefined)
      ? [(ledTotal ?? 0) > count('led') ? (['led', `${led[1]} of ${formatGrouped(ledTotal ?? 0)}`] as const) : led]
      : []),
  ];
}

type Order = { readonly column: PortfolioColumn | undefined; readonly isDown: boolean };
type InvestmentTableProps = {
  readonly rows: readonly PortfolioRow[];
  readonly order: Order;
  readonly onSort: (sort: ProfileUrlState['value']['sort']) => void;
};

const edges = 'px-2 first:pl-4 last:pr-4 wide:first:pl-6.5 wide:last:pr-6.5';

function InvestmentTable({ rows, order, onSort }: InvestmentTableProps) {
  return (
    <div className="@container -mx-4 border-y border-line wide:-mx-6.5">
      <table className="w-full table-fixed border-collapse">
        <caption className="sr-only">Investments</caption>
        <thead>
          <tr className="h-8 border-b border-line text-left text-12 text-ink-3">
            {columns.map((column) => (
              <ColumnHead key={column.id} column={column} order={order} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.id}
              className={`h-9 border-b border-line last:border-0 ${row.isMatch ? 'bg-accent-soft' : 'hover:bg-sunken'}`}
            >
              {columns.map(({ id, className, cell }) => (
                <td key={id} className={`truncate ${edges} ${className}`}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type ColumnHeadProps = Omit<InvestmentTableProps, 'rows'> & { readonly column: TableColumn };

/** Sorts down, then up, then as before. */
function ColumnHead({ column: { id, name, className }, order: { column, isDown }, onSort }: ColumnHeadProps) {
  const isSorted = column === id;
  const Arrow = isDown ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : 'none'}
      className={`font-normal ${edges} ${className}`}
    >
      <button
        type="button"
        className={`inline-flex min-h-6 items-center gap-1 hover:text-ink ${isSorted ? 'font-[550] text-ink' : ''}`}
        onClick={() => onSort(isSorted ? (isDown ? id : undefined) : `-${id}`)}
      >
        {name}
        {isSorted && <Arrow aria-hidden className="size-3" />}
      </button>
    </th>
  );
}

type TableColumn = {
  readonly id: PortfolioColumn;
  readonly name: string;
  /** Width, and the width of the table from which it is shown. */
  readonly className: string;
  readonly cell: (row: PortfolioRow) => ReactNode;
};

const columns: readonly TableColumn[] = [
  {
    id: 'company',
    name: 'Company',
    className: '',
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-2">
        <span className="flex max-w-[60%] shrink-0">
          <MarkedName kind="company" id={row.deal.company_id} className="font-semibold" />
        </span>
        {row.isMatch && <MatchTag />}
        <span className={`truncate ${row.isMatch ? 'text-ink-2' : 'text-ink-3'}`}>{row.about}</span>
      </span>
    ),
  },
  {
    id: 'round',
    name: 'Round',
    className: 'w-36',
    cell: ({ deal }) => <RoundBadge round={toRound(deal)} />,
  },
  {
    id: 'amount',
    name: 'Amount',
    className: 'w-24 text-right',
    cell: ({ deal }) => <RaisedCell deal={deal} />,
  },
  { id: 'announced', name: 'Announced', className: 'w-28', cell: ({ deal }) => <DayCell moment={deal.date} /> },
  { id: 'role', name: 'Role', className: 'w-20 hidden @min-[41.25rem]:table-cell', cell: (row) => <Role row={row} /> },
  {
    id: 'with',
    name: 'With',
    className: 'w-52 hidden @min-[55rem]:table-cell',
    cell: (row) => <CoInvestors row={row} />,
  },
  {
    id: 'location',
    name: 'Location',
    className: 'w-28 hidden @min-[62.5rem]:table-cell',
    cell: ({ place }) => <TextCell text={place} />,
  },
  {
    id: 'industry',
    name: 'Industry',
    className: 'w-40 hidden @min-[67.5rem]:table-cell',
    cell: ({ industries }) => <TextCell text={industries.split(', ')[0]} />,
  },
];

const MatchTag = () => (
  <span className="shrink-0 rounded-sm bg-panel px-1.5 text-11 font-[550] text-accent-ink">Match</span>
);

/** Whether the investor led; a flat bar while that is locked. */
function Role({ row: { isLead } }: { readonly row: PortfolioRow }) {
  if (isLead === true) return <NameTag>Lead</NameTag>;
  if (isLead === false) return <span className="text-ink-3">Investor</span>;
  return isLead === null ? <EmptyCell words="not known" /> : <EmptyCell words="locked" />;
}

const namesShown = 2;

function CoInvestors({ row: { coInvestors, unnamed } }: { readonly row: PortfolioRow }) {
  if (coInvestors.length + unnamed === 0) return <span className="text-ink-3">alone</span>;
  if (coInvestors.length === 0) return <span className="text-ink-3">{unnamed} locked</span>;
  const rest = coInvestors.length - namesShown + unnamed;
  return (
    <span className="flex min-w-0 text-ink-2" title={coInvestors.map(({ name }) => name).join(', ')}>
      <span className="truncate">
        <InvestorNames names={coInvestors.slice(0, namesShown)} />
      </span>
      {coInvestors.length > namesShown || unnamed > 0 ? (
        <span className="ml-1 shrink-0 text-ink-3">+{Math.max(rest, unnamed)}</span>
      ) : null}
    </span>
  );
}

/** An investment in two lines on a phone. */
function InvestmentItem({ row }: { readonly row: PortfolioRow }) {
  return (
    <li
      className={`grid min-h-item content-center gap-0.5 border-b border-line py-2 last:border-0 ${row.isMatch ? '-mx-4 bg-accent-soft px-4' : ''}`}
    >
      <TwoLines
        first={<RecordName kind="company" id={row.deal.company_id} />}
        figure={<RaisedCell deal={row.deal} />}
        second={
          <>
            <RoundBadge round={toRound(row.deal)} />
            <DayCell moment={row.deal.date} />
            <Role row={row} />
          </>
        }
      />
      <span className="truncate text-12 text-ink-2">{row.about}</span>
    </li>
  );
}
