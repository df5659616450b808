import { useInfiniteQuery } from '@tanstack/react-query';
import type { RowSelectionState } from '@tanstack/react-table';
import {
  describeRequest,
  buildHistory,
  formatStoredRows,
  historyQuery,
  type PastSearch,
} from '../searches/kit/saved/history.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useUrl, writeUrl } from '../../platform/url/url.ts';
import { parseRawSearch } from '../../platform/url/raw-search.ts';
import { SearchesList } from './searches-list.tsx';
import { useMemo, useState } from 'react';
import { formatCount, formatUtcMinute } from '../../platform/format.ts';
import { formatAge } from '../../records/provenance.tsx';
import { AuthorNames } from '../../records/status/authors.tsx';
import { useLibraryVersion } from '../../records/record-store.ts';
import { formatCreditFigure, formatCredits } from '../../spending/price.ts';
import { findColumnChoice } from '../searches/kit/table/column-choice.ts';
import { buildListColumns } from '../searches/kit/table/grid-column.ts';
import { ListLoading } from '../searches/kit/results/skeleton.tsx';
import { useFetchAllPages } from '../../platform/http/fetch-all-pages.ts';
import { useHasWorkspace } from '../../platform/http/workspace.ts';
import { isMine, useMembership } from '../../platform/http/membership.ts';
import { SegmentLinks } from '../../platform/ui/segments.tsx';
import { ScreenHead } from '../../platform/ui/screen-head.tsx';
import { TwoLines } from '../searches/kit/record/cells.tsx';
import { AuthorFilter } from '../../platform/ui/author-filter.tsx';
import { useIsWide, useNow } from '../../platform/ui/use-browser.ts';
import { savedUrl } from './saved-url.ts';
import { ListTable } from '../searches/kit/table/list-table.tsx';
import { readIsMetered, useIsMetered } from '../../platform/http/connection.ts';
import { primaryLink } from '../../platform/ui/button.tsx';
import { EmptyState } from '../../platform/ui/empty-state.tsx';

const views = [
  { view: undefined, name: 'Saved searches' },
  { view: 'history', name: 'History' },
] as const;

/** Saved searches, and the history of all searches. */
export function SavedPage() {
  const { value, write } = useUrl(savedUrl);
  return (
    <div className="flex min-h-0 grow flex-col">
      <ScreenHead
        title={value.view ? 'History' : 'Saved searches'}
        about={
          <SegmentLinks
            label="Views"
            to="/saved"
            views={views.map(({ view, name }) => ({
              name,
              search: writeUrl(savedUrl, { ...value, view }),
              isCurrent: view === value.view,
            }))}
          />
        }
      >
        <AuthorFilter value={value.who} onChange={(who) => write({ ...value, who }, 'replace')} />
      </ScreenHead>
      {value.view ? <HistoryList who={value.who} /> : <SearchesList who={value.who} />}
    </div>
  );
}

const columnsOfMembers = buildListColumns<PastSearch>({
  run: {
    header: 'Last run, UTC',
    width: 150,
    cell: (row) => <span className="tabular-nums">{formatUtcMinute(new Date(row.at).toISOString())}</span>,
  },
  screen: { header: 'Screen', width: 96, from: 700, cell: (row) => <span className="capitalize">{row.screen}</span> },
  search: { header: 'Search', width: 200, grow: 1, cell: (row) => <SearchSentence past={row} /> },
  member: { header: 'Member', width: 112, from: 760, cell: ({ stored }) => <AuthorNames by={new Set([stored.by])} /> },
  rows: { header: 'Rows stored', width: 128, align: 'end', cell: (row) => <>{formatStoredRows(row.stored)}</> },
  age: { header: 'Age', width: 120, from: 620, cell: (row) => <AgeText past={row} /> },
  cost: {
    header: 'Cost, credits',
    width: 104,
    align: 'end',
    cell: (row) => <>{formatCreditFigure(row.stored.billed_tenths)}</>,
  },
});
/** Without who ran a search, where nobody shares the workspace, and without its cost, where nothing is charged. */
const chooseColumns = (isShared: boolean, isMetered: boolean) =>
  columnsOfMembers.filter(({ id }) => (isShared || id !== 'member') && (isMetered || id !== 'cost'));
const historyColumnChoice = findColumnChoice('history');
const newestFirst = { column: 'run', direction: 'descending' } as const;

/** Every search that was run in the account, or by the user; opening one shows its stored rows, free. */
function HistoryList({ who }: { readonly who: 'mine' | undefined }) {
  const wide = useIsWide();
  const navigate = useNavigate();
  const [selection, setSelection] = useState<RowSelectionState>({});
  const history = useInfiniteQuery({ ...historyQuery, enabled: useHasWorkspace() });
  useFetchAllPages(history);
  const membership = useMembership();
  const isShared = membership.members.length > 1;
  const isMetered = useIsMetered();
  const columns = useMemo(() => chooseColumns(isShared, isMetered), [isShared, isMetered]);
  useLibraryVersion();
  const stored = history.data?.pages.flatMap((page) => page.searches) ?? [];
  const searches = buildHistory(who ? stored.filter(({ by }) => isMine(by, membership)) : stored);
  const open = (id: string) => {
    const past = searches.find((one) => one.id === id);
    if (past) void navigate({ to: `/${past.screen}`, search: parseRawSearch(past.search) });
  };
  if (!history.data) return <ListLoading />;
  if (searches.length === 0) {
    return (
      <div className="px-4 pt-3 tablet:px-6">
        <EmptyState
          title="No searches yet"
          example={['Seed deals in Germany in the last 30 days', '42 rows', ...(isMetered ? ['42 credits'] : [])]}
          action={
            <Link to="/deals" className={primaryLink}>
              Search deals
            </Link>
          }
        >
          Searches appear here{isMetered && ' with their cost. Opening one again is free'}.
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      {wide && isMetered && <SelectedSum searches={searches.filter(({ id }) => selection[id])} />}
      <ListTable
        label="History"
        wide={wide}
        columns={columns}
        choice={historyColumnChoice}
        rows={searches}
        order={newestFirst}
        selection={selection}
        onSelection={setSelection}
        onOpen={open}
      >
        {(past) => <HistoryItem past={past} />}
      </ListTable>
    </>
  );
}

/** The total cost of the selected searches. */
function SelectedSum({ searches }: { readonly searches: readonly PastSearch[] }) {
  const tenths = searches.reduce((sum, { stored }) => sum + stored.billed_tenths, 0);
  return (
    <output className="px-4 py-2 text-12 text-ink-2 tabular-nums empty:hidden tablet:px-6">
      {searches.length > 0 &&
        `${formatCount(searches.length, 'search', 'searches')} selected, ${formatCredits(tenths)} total`}
    </output>
  );
}

function SearchSentence({ past: { screen, stored, search } }: { readonly past: PastSearch }) {
  const sentence = describeRequest({ method: 'POST', path: `/${screen}`, body: stored.body, summary: '' }, search);
  return (
    <span className="font-[550] text-ink wide:truncate" title={sentence}>
      {sentence}
    </span>
  );
}

function AgeText({ past: { at } }: { readonly past: PastSearch }) {
  return formatAge(at, Math.max(at, useNow()));
}

const HistoryItem = ({ past }: { readonly past: PastSearch }) => (
  <TwoLines
    first={<SearchSentence past={past} />}
    figure={
      readIsMetered() && <span className="shrink-0 tabular-nums">{formatCredits(past.stored.billed_tenths)}</span>
    }
    second={
      <span className="flex grow flex-wrap gap-x-3 whitespace-nowrap tabular-nums">
        <span>{formatUtcMinute(new Date(past.at).toISOString())}</span>
        <span className="capitalize">{past.screen}</span>
        <AuthorNames by={new Set([past.stored.by])} />
        <span className="ml-auto">{formatStoredRows(past.stored)} stored</span>
      </span>
    }
  />
);
