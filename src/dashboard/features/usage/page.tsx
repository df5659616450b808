import { type CallHistory, type CallTotals, outcomes } from '#contract/calls.ts';
import { addTotals, sumDays } from '#contract/call-history.ts';
import { z } from 'zod';
import { sumCalls } from '../../purchase/ledger.ts';
import { dayParameter, useUrl } from '../../platform/url/url.ts';
import { use, useState } from 'react';
import { formatCount, formatGrouped } from '../../platform/format.ts';
import { useLibraryVersion } from '../../library/records/records.ts';
import { AuthorNames } from '../../library/status/authors.tsx';
import { IsBuilt } from '../../platform/ui/is-built.ts';
import { Segments } from '../../platform/ui/segments.tsx';
import { AuthorFilter } from '../../platform/ui/author-filter.tsx';
import { useOpenAccount } from '../../platform/http/account.ts';
import { authorParameter, useMembership } from '../../platform/http/membership.ts';
import { useIsLoading, useIsReceiving, useSyncState } from '../../library/records/sync-state.ts';
import { formatBalance, formatBalanceTime, useBalance } from '../../purchase/balance.ts';
import { useSession } from '../../purchase/journal.ts';
import { getBudgetLeft } from '../../purchase/session.ts';
import { SpendChart } from './spend-chart.tsx';
import { formatCreditFigure, formatCredits } from '../../purchase/price.ts';
import { noSelection } from '../../search/table/grid-input.ts';
import { Button } from '../../platform/ui/button.tsx';
import { DetailPanel } from '../../platform/ui/detail-panel.tsx';
import { Notice, UnreadNotice } from '../../platform/ui/notice.tsx';
import { useIsWide, useNow } from '../../platform/ui/use-browser.ts';
import {
  type CallFilter,
  type ExportRows,
  type LedgerRow,
  MomentCell,
  OutcomeCell,
  SearchCell,
  buildExportRows,
  buildLedgerRows,
  filterCalls,
  filterDays,
  filterMine,
  getScreenName,
  groupCalls,
  ledgerColumnChoice,
  ledgerColumns,
  listCallDays,
  memberColumn,
  outcomeNames,
} from './ledger-rows.tsx';
import { ListLoading } from '../../search/results/skeleton.tsx';
import { Inspector } from './inspector.tsx';
import { ListTable } from '../../search/table/list-table.tsx';
import { LabeledSelect } from '../../platform/form/controls.tsx';
import { useCalls } from '../../purchase/ledger-calls.ts';

/** The search parameters of the screen: whether free calls are listed, filters and the open call. */
const usageUrl = z.object({
  view: z.literal('calls').optional(),
  day: dayParameter.optional(),
  outcome: z.enum(outcomes).optional(),
  who: authorParameter,
  open: z.string().optional(),
});

const columnsOfMembers = [...ledgerColumns.slice(0, 1), memberColumn, ...ledgerColumns.slice(1)];
const newestFirst = { column: 'time', direction: 'descending' } as const;
const loadingFigure = '–';
const noCalls: CallHistory = { calls: [], sums: {} };

/** What was spent: by day, and every call of this account, grouped by search. */
export function UsagePage() {
  const wide = useIsWide();
  const isShared = useMembership().members.length > 1;
  const { value, unread, write } = useUrl(usageUrl);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [selection, setSelection] = useState(noSelection);
  const { callLog, calls, days, shownCalls, shownDays, totals, groups } = useShownCalls(value);
  const isLoading = useIsLoading() || callLog === undefined;
  const rows = buildLedgerRows(groups, expanded, shownDays);
  const openCall = calls.find(({ id }) => id === value.open);
  const close = () => value.open !== undefined && write({ ...value, open: undefined }, 'replace');
  const onOpen = (id: string) => {
    const row = rows.find((one) => one.id === id);
    if (row?.kind === 'group') setExpanded(toggleRow(expanded, id));
    if (row?.kind === 'call') write({ ...value, open: id }, value.open === undefined ? 'step' : 'replace');
  };

  return (
    <div className="flex min-h-0 grow">
      <section aria-label="Calls" aria-busy={isLoading} className="flex min-h-0 min-w-0 grow flex-col">
        <UsageHead
          days={listCallDays(calls, days)}
          value={value}
          onChange={(next) => write({ ...value, ...next, open: undefined }, 'replace')}
          exported={buildExportRows(shownCalls, shownDays, selection.ids)}
        />
        <UsageFigures totals={isLoading ? undefined : totals} />
        {callLog && (
          <SpendChart
            calls={calls}
            days={days}
            chosen={value.day}
            onChoose={(day) => write({ ...value, day, open: undefined }, 'replace')}
          />
        )}
        <div data-first-visit className="grid gap-2 px-4.5 pb-2 empty:hidden">
          <UnreadNotice unread={unread} />
          {callLog && rows.length === 0 && (
            <EmptyLedger
              isFiltered={value.day !== undefined || value.outcome !== undefined || value.who !== undefined}
            />
          )}
        </div>
        {rows.length > 0 && (
          <ListTable
            label="Calls"
            wide={wide}
            columns={isShared ? columnsOfMembers : ledgerColumns}
            choice={ledgerColumnChoice}
            rows={rows}
            sorted={newestFirst}
            selection={selection}
            openId={value.open}
            onSelect={setSelection}
            onOpen={onOpen}
            onClose={close}
          >
            {(row: LedgerRow) => <LedgerItem row={row} />}
          </ListTable>
        )}
        <UsageFoot totals={isLoading ? undefined : totals} searches={groups.length} />
      </section>
      {openCall && (
        <DetailPanel
          key={openCall.id}
          title="Inspector"
          name="Inspector"
          wide={wide}
          opener='[role="gridcell"][tabindex="0"]'
          onClose={close}
        >
          <Inspector call={openCall} />
        </DetailPanel>
      )}
    </div>
  );
}

/** The calls that the address asks for; free ones only where it says so. */
function useShownCalls({ view, day, outcome, who }: z.output<typeof usageUrl>) {
  const stored = useCalls();
  // A first visit has none.
  const callLog = use(IsBuilt) ? noCalls : stored;
  const membership = useMembership();
  useLibraryVersion();
  const { calls, sums } = filterMine(callLog ?? noCalls, who, membership);
  const days = sumDays(sums);
  const filtered = filterCalls(calls, { day, outcome });
  const isWhole = view === 'calls' || outcome === 'free';
  const shownCalls = isWhole ? filtered : filtered.filter((call) => call.outcome !== 'free');
  const shownDays = filterDays(days, { day, outcome });
  const totals = shownDays.reduce((sum, [, one]) => addTotals(sum, one), sumCalls(shownCalls));
  return { callLog, calls, days, shownCalls, shownDays, totals, groups: groupCalls(shownCalls) };
}

function toggleRow(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}

type UsageUrl = z.output<typeof usageUrl>;

type UsageHeadProps = {
  readonly days: readonly string[];
  readonly value: UsageUrl;
  readonly onChange: (next: Partial<UsageUrl>) => void;
  readonly exported: ExportRows;
};

/** What is listed, and its export. */
function UsageHead({ days, value, onChange, exported }: UsageHeadProps) {
  const isKept = useSyncState().kind !== 'off';
  return (
    <div className="flex min-h-13 shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-4 py-1.5 tablet:px-6">
      <title>Usage, Fundscope</title>
      <h1 className="text-15 font-semibold tracking-[-0.012em]">Usage</h1>
      <span className="text-ink-3">{isKept ? 'Whole account' : 'This browser'}, UTC</span>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 wide:ml-auto">
        <Segments
          label="Calls listed"
          value={value.view ?? 'search'}
          choices={[
            ['search', 'By search'],
            ['calls', 'All calls'],
          ]}
          onChange={(view) => onChange({ view: view === 'calls' ? view : undefined })}
        />
        <AuthorFilter value={value.who} onChange={(who) => onChange({ who })} />
        <LedgerFilters days={days} filter={value} onFilter={onChange} />
        <ExportButton {...exported} />
      </div>
    </div>
  );
}

/** The shown calls in figures, with a dash while they load, and what is left. */
function UsageFigures({ totals }: { readonly totals: CallTotals | undefined }) {
  const balance = useBalance();
  const session = useSession();
  const now = useNow();
  const left = getBudgetLeft(session, now);
  const figures: readonly (readonly [name: string, figure: string, note?: string | undefined])[] = [
    [
      'Spent',
      totals ? formatCreditFigure(totals.billedTenths) : loadingFigure,
      totals && `of ${formatCreditFigure(totals.quotedTenths)} quoted at most`,
    ],
    ['Left', formatBalance(balance), balance.kind === 'earlier' ? `on ${formatBalanceTime(balance)}` : undefined],
    ['Rows', totals ? formatGrouped(totals.rows) : loadingFigure],
    ['Already unlocked', totals ? formatGrouped(totals.unlockedRows) : loadingFigure, 'rows'],
    [
      left?.of === 'day' ? 'Budget today' : 'Session budget',
      left ? formatCreditFigure(Math.max(0, left.tenths)) : 'None',
      left && 'left',
    ],
  ];
  return (
    <dl data-first-visit className="flex shrink-0 flex-wrap gap-y-2 px-4 py-3 tabular-nums tablet:px-6 short:hidden">
      {figures.map(([name, figure, note]) => (
        <div
          key={name}
          className="border-l border-line px-6 first:border-0 first:pl-0 max-tablet:border-0 max-tablet:pl-0"
        >
          <dt className="text-12 leading-4 whitespace-nowrap text-ink-3">{name}</dt>
          <dd className="flex items-baseline gap-2 text-18 leading-6.5 font-semibold tracking-[-0.02em] whitespace-nowrap">
            {figure}
            {note && <small className="text-12 font-normal tracking-normal text-ink-3">{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type UsageFootProps = { readonly totals: CallTotals | undefined; readonly searches: number };

/** The totals of the shown calls; blank while they load. */
function UsageFoot({ totals, searches }: UsageFootProps) {
  return (
    <div
      data-first-visit
      className="mt-auto flex min-h-12 shrink-0 flex-wrap items-center justify-between gap-x-4 border-t border-line px-4 text-ink-3 tabular-nums tablet:px-6"
    >
      {totals && (
        <>
          <span>
            {formatCount(searches, 'search', 'searches')}, {formatCount(totals.calls, 'call')},{' '}
            {formatCount(totals.rows, 'row')}
            {totals.unknownTenths > 0 && (
              <span className="text-warn">, up to {formatCredits(totals.unknownTenths)} unconfirmed</span>
            )}
          </span>
          <output>
            Total <b className="font-semibold text-ink">{formatCreditFigure(totals.billedTenths)}</b>{' '}
            {totals.billedTenths === 10 ? 'credit' : 'credits'}
          </output>
        </>
      )}
    </div>
  );
}

function EmptyLedger({ isFiltered }: { readonly isFiltered: boolean }) {
  const isOpen = useOpenAccount() !== undefined;
  if (useIsReceiving()) return <ListLoading />;
  return isFiltered ? (
    <Notice title="No calls match these filters">Broaden or remove a filter.</Notice>
  ) : (
    <Notice title={isOpen ? 'No calls yet' : 'Loading'}>Calls appear here with their quoted and billed credits.</Notice>
  );
}

/** Saves the shown or selected calls as a file. */
function ExportButton({ calls, days, selected }: ExportRows) {
  const [message, setMessage] = useState('');
  const count = calls.length + days.length;
  const save = async () => {
    const { saveLedger } = await import('./export.ts');
    setMessage(`${formatCount(count, 'line')} written to ${saveLedger(calls, days)}`);
  };
  return (
    <>
      <Button onClick={() => void save()}>Export CSV{selected && `, ${formatCount(count, 'line')} selected`}</Button>
      <output className="text-11.5 text-ink-3 empty:hidden">{message}</output>
    </>
  );
}

type LedgerFiltersProps = {
  readonly days: readonly string[];
  readonly filter: CallFilter;
  readonly onFilter: (filter: CallFilter) => void;
};

const all = '';

/** Filters by day and outcome. */
function LedgerFilters({ days, filter, onFilter }: LedgerFiltersProps) {
  const { day, outcome } = filter;
  const known = day === undefined || days.includes(day) ? days : [day, ...days];
  return (
    <>
      <LabeledSelect
        inline
        label="Day, UTC"
        value={day ?? all}
        options={[[all, 'All days'], ...known.map((one) => [one, one] as const)]}
        onPick={(next) => onFilter({ outcome, day: next === all ? undefined : next })}
      />
      <LabeledSelect
        inline
        label="Outcome"
        value={outcome ?? all}
        options={[[all, 'All outcomes'], ...outcomes.map((one) => [one, outcomeNames[one]] as const)]}
        onPick={(next) => onFilter({ day, outcome: outcomes.find((one) => one === next) })}
      />
    </>
  );
}

/** A row of the ledger in two lines, for a narrow screen. */
function LedgerItem({ row }: { readonly row: LedgerRow }) {
  return (
    <>
      <span className="flex min-w-0 items-baseline justify-between gap-3">
        <SearchCell row={row} />
        <span className="shrink-0 font-[550] tabular-nums">{formatCredits(row.totals.billedTenths)}</span>
      </span>
      <span
        className={`flex flex-wrap items-baseline gap-x-3 text-12 whitespace-nowrap text-ink-3 ${row.nested === true ? 'pl-5.5' : ''}`}
      >
        <MomentCell row={row} />
        {row.call && <span>{getScreenName(row.call)}</span>}
        {row.authors && <AuthorNames by={row.authors} />}
        <span className="ml-auto">
          <OutcomeCell row={row} />
        </span>
      </span>
    </>
  );
}
