import { describeRequest, buildHistory, formatStoredRows, type PastSearch } from '../../search/saved/history.ts';
import { Link } from '../../platform/url/link.tsx';
import { navigate } from '../../platform/url/address.ts';
import { z } from 'zod';
import { useUrl, writeUrl } from '../../platform/url/url.ts';
import { parseRawSearch } from '../../platform/url/raw-search.ts';
import { SearchesList } from './searches-list.tsx';
import { useState } from 'react';
import { formatCount, formatUtcMinute } from '../../platform/format.ts';
import { formatAge } from '../../library/records/provenance.tsx';
import { AuthorNames } from '../../library/status/authors.tsx';
import { useLibraryVersion } from '../../library/records/records.ts';
import { useIsReceiving } from '../../library/records/sync-state.ts';
import { formatCreditFigure, formatCredits } from '../../purchase/price.ts';
import { createColumnChoice } from '../../search/table/column-choice.ts';
import type { GridColumn } from '../../search/table/grid-column.ts';
import { noSelection } from '../../search/table/grid-input.ts';
import { ListLoading } from '../../search/results/skeleton.tsx';
import { Notice } from '../../platform/ui/notice.tsx';
import { authorParameter, isMine, useMembership } from '../../platform/http/membership.ts';
import { segmentClass, segmentsClass } from '../../platform/ui/segments.tsx';
import { AuthorFilter } from '../../platform/ui/author-filter.tsx';
import { useIsWide, useNow } from '../../platform/ui/use-browser.ts';
import { ListTable } from '../../search/table/list-table.tsx';
import { useCalls } from '../../purchase/ledger-calls.ts';

const savedUrl = z.object({ view: z.literal('history').optional(), who: authorParameter });

const views = [
  { view: undefined, name: 'Saved searches' },
  { view: 'history', name: 'History' },
] as const;

/** Saved searches, and the history of all searches. */
export function SavedPage() {
  const { value, write } = useUrl(savedUrl);
  return (
    <div className="flex min-h-0 grow flex-col">
      <title>{`${value.view ? 'History' : 'Saved searches'}, Fundscope`}</title>
      <div className="mb-3 flex min-h-13 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4.5 py-2 wide:px-6">
        <h1 className="text-15 font-semibold">{value.view ? 'History' : 'Saved searches'}</h1>
        <nav aria-label="Views" className={segmentsClass}>
          {views.map(({ view, name }) => (
            <Link
              key={name}
              to="/saved"
              search={writeUrl(savedUrl, { ...value, view })}
              aria-current={view === value.view ? 'page' : undefined}
              className={segmentClass}
            >
              {name}
            </Link>
          ))}
        </nav>
        <AuthorFilter value={value.who} onChange={(who) => write({ ...value, who }, 'replace')} />
      </div>
      {value.view ? <HistoryList who={value.who} /> : <SearchesList who={value.who} />}
    </div>
  );
}

const historyColumns: readonly GridColumn<PastSearch>[] = [
  {
    id: 'run',
    header: 'Last run, UTC',
    display: { width: 150 },
    cell: (row) => <span className="tabular-nums">{formatUtcMinute(new Date(row.at).toISOString())}</span>,
  },
  {
    id: 'screen',
    header: 'Screen',
    display: { width: 96, from: 700 },
    cell: (row) => <span className="capitalize">{row.screen}</span>,
  },
  {
    id: 'search',
    header: 'Search',
    display: { width: 200, grow: 1 },
    cell: (row) => <SearchSentence past={row} />,
  },
  {
    id: 'rows',
    header: 'Rows stored',
    display: { width: 128, align: 'end' },
    cell: (row) => <>{formatStoredRows(row.results)}</>,
  },
  {
    id: 'age',
    header: 'Age',
    display: { width: 120, from: 620 },
    cell: (row) => <AgeText past={row} />,
  },
  {
    id: 'cost',
    header: 'Cost, credits',
    display: { width: 104, align: 'end' },
    cell: (row) => <>{formatCreditFigure(row.billedTenths)}</>,
  },
];
/** Who ran a search, where several members share the workspace. */
const memberColumn: GridColumn<PastSearch> = {
  id: 'member',
  header: 'Member',
  display: { width: 112, from: 760 },
  cell: ({ authors }) => <AuthorNames by={authors} />,
};
const columnsOfMembers = [...historyColumns.slice(0, 3), memberColumn, ...historyColumns.slice(3)];
const historyColumnChoice = createColumnChoice('history');
const newestFirst = { column: 'run', direction: 'descending' } as const;

/** Every search that was run in the account, or by the user; opening one shows its stored rows, free. */
function HistoryList({ who }: { readonly who: 'mine' | undefined }) {
  const wide = useIsWide();
  const [selection, setSelection] = useState(noSelection);
  const callLog = useCalls();
  const membership = useMembership();
  const isReceiving = useIsReceiving();
  useLibraryVersion();
  const calls = callLog?.calls ?? [];
  const searches = buildHistory(who ? calls.filter(({ by }) => isMine(by, membership)) : calls);
  const open = (id: string) => {
    const past = searches.find((one) => one.id === id);
    if (past) navigate({ to: `/${past.screen}`, search: parseRawSearch(past.search) });
  };
  if (!callLog) return null;
  if (searches.length === 0 && isReceiving) return <ListLoading />;
  if (searches.length === 0) {
    return (
      <div className="px-4.5 wide:px-6">
        <Notice title="No searches yet">Searches appear here with their cost. Opening one again is free.</Notice>
      </div>
    );
  }
  return (
    <>
      {wide && <SelectedSum searches={searches.filter(({ id }) => selection.ids.has(id))} />}
      <ListTable
        label="History"
        wide={wide}
        columns={membership.members.length > 1 ? columnsOfMembers : historyColumns}
        choice={historyColumnChoice}
        rows={searches}
        sorted={newestFirst}
        selection={selection}
        onSelect={setSelection}
        onOpen={open}
      >
        {(past) => <HistoryItem past={past} />}
      </ListTable>
    </>
  );
}

/** The total cost of the selected searches. */
function SelectedSum({ searches }: { readonly searches: readonly PastSearch[] }) {
  const tenths = searches.reduce((sum, { billedTenths }) => sum + billedTenths, 0);
  return (
    <output className="px-4.5 wide:px-6 pb-2 text-12 text-ink-2 tabular-nums empty:hidden">
      {searches.length > 0 &&
        `${formatCount(searches.length, 'search', 'searches')} selected, ${formatCredits(tenths)} total`}
    </output>
  );
}

function SearchSentence({ past: { call, search } }: { readonly past: PastSearch }) {
  const sentence = describeRequest(call, search);
  return (
    <span className="font-[550] text-ink wide:truncate" title={sentence}>
      {sentence}
    </span>
  );
}

function AgeText({ past: { results } }: { readonly past: PastSearch }) {
  const now = useNow();
  return results ? formatAge(results.at, Math.max(results.at, now)) : <span className="text-ink-3">not stored</span>;
}

function HistoryItem({ past }: { readonly past: PastSearch }) {
  return (
    <>
      <span className="flex min-w-0 items-baseline justify-between gap-3">
        <SearchSentence past={past} />
        <span className="shrink-0 tabular-nums">{formatCredits(past.billedTenths)}</span>
      </span>
      <span className="flex flex-wrap items-baseline gap-x-3 text-12 whitespace-nowrap text-ink-3 tabular-nums">
        <span>{formatUtcMinute(new Date(past.at).toISOString())}</span>
        <span className="capitalize">{past.screen}</span>
        <AuthorNames by={past.authors} />
        <span className="ml-auto">{formatStoredRows(past.results)} stored</span>
      </span>
    </>
  );
}
