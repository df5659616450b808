import { FigureList, type ShownFigure } from '../../platform/ui/figure-list.tsx';
import { Link } from '@tanstack/react-router';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { RowSelectionState } from '@tanstack/react-table';
import type { z } from 'zod';
import { purchaseState } from '#contract/workspace/purchases.ts';
import { useUrl } from '../../platform/url/url.ts';
import { useMemo, useRef, useState } from 'react';
import { formatCount, formatGrouped, formatUtcDay } from '../../platform/format.ts';
import { useLibraryVersion } from '../../records/record-store.ts';
import { AuthorNames } from '../../records/status/authors.tsx';
import { AuthorFilter } from '../../platform/ui/author-filter.tsx';
import { useFetchAllPages } from '../../platform/http/fetch-all-pages.ts';
import { isMine, useMembership } from '../../platform/http/membership.ts';
import { useHasWorkspace } from '../../platform/http/workspace.ts';
import { formatBalance, formatBalanceTime, useBalance } from '../../spending/balance.ts';
import { getBudgetLeft, useBudget } from '../../spending/budget.ts';
import { purchaseDaysQuery, purchasesQuery } from '../../spending/purchases.ts';
import { SpendChart } from './spend-chart.tsx';
import { formatCreditFigure, formatCredits } from '../../spending/price.ts';
import { ActionButton } from '../../platform/ui/action-button.tsx';
import { ScreenHead } from '../../platform/ui/screen-head.tsx';
import { TwoLines } from '../searches/kit/record/cells.tsx';
import { DetailPanel } from '../../platform/ui/detail-panel.tsx';
import { Notice, UnreadNotice } from '../../platform/ui/notice.tsx';
import { useIsWide } from '../../platform/ui/use-browser.ts';
import {
  combineTotals,
  buildExportRows,
  buildUsageRows,
  type ExportRows,
  filterDays,
  filterPurchases,
  getScreenName,
  groupPurchases,
  MomentCell,
  OutcomeCell,
  outcomeNames,
  type PurchaseFilter,
  type PurchaseTotals,
  SearchCell,
  sumPurchases,
  usageColumnChoice,
  chooseUsageColumns,
  type UsageRow,
} from './purchase-rows.tsx';
import { Inspector } from './inspector.tsx';
import type { RowFinder } from '../searches/kit/table/data-grid.tsx';
import { ListTable } from '../searches/kit/table/list-table.tsx';
import { LabeledSelect } from '../../platform/form/controls.tsx';
import { saveUsage } from './export.ts';
import { usageUrl } from './usage-url.ts';
import { readIsMetered, useIsMetered } from '../../platform/http/connection.ts';
import { primaryLink } from '../../platform/ui/button.tsx';
import { EmptyState } from '../../platform/ui/empty-state.tsx';

const newestFirst = { column: 'time', direction: 'descending' } as const;
const loadingFigure = '–';
/** Calls that are listed one by one; older ones are sums of days. */
const maxListed = 5000;
const outcomes = purchaseState.options;

/** What was spent: by day, and every call of this account, grouped by search. */
export function UsagePage() {
  const wide = useIsWide();
  const isShared = useMembership().members.length > 1;
  const isMetered = useIsMetered();
  const columns = useMemo(() => chooseUsageColumns(isShared, isMetered), [isShared, isMetered]);
  const { value, unread, write } = useUrl(usageUrl);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [selection, setSelection] = useState<RowSelectionState>({});
  const { isLoading, calls, days, shownCalls, shownDays, totals, groups } = useShownCalls(value);
  const find = useRef<RowFinder>(null);
  const rows = buildUsageRows(groups, expanded, shownDays);
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
          days={days.map(({ date }) => date).toReversed()}
          value={value}
          onChange={(next) => write({ ...value, ...next, open: undefined }, 'replace')}
          exported={buildExportRows(shownCalls, shownDays, new Set(Object.keys(selection)))}
        />
        <UsageFigures totals={isLoading ? undefined : totals} />
        {!isLoading && isMetered && (
          <SpendChart
            days={days}
            chosen={value.day}
            onChoose={(day) => write({ ...value, day, open: undefined }, 'replace')}
          />
        )}
        <div className="grid gap-2 px-4.5 pb-2 empty:hidden">
          <UnreadNotice unread={unread} />
          {!isLoading && rows.length === 0 && (
            <EmptyUsage
              isFiltered={value.day !== undefined || value.outcome !== undefined || value.who !== undefined}
            />
          )}
        </div>
        {rows.length > 0 && (
          <ListTable
            ref={find}
            label="Calls"
            wide={wide}
            columns={columns}
            choice={usageColumnChoice}
            rows={rows}
            order={newestFirst}
            selection={selection}
            openId={value.open}
            onSelection={setSelection}
            onOpen={onOpen}
            onClose={close}
          >
            {(row: UsageRow) => <UsageItem row={row} />}
          </ListTable>
        )}
        <UsageFoot totals={isLoading ? undefined : totals} searches={groups.length} />
      </section>
      {openCall && (
        <DetailPanel
          id={openCall.id}
          title="Inspector"
          name="Inspector"
          wide={wide}
          opener={() => find.current?.(openCall.id)}
          onClose={close}
        >
          <Inspector call={openCall} />
        </DetailPanel>
      )}
    </div>
  );
}

/** The calls that the address asks for, and the sums of the days that are older than those listed. */
function useShownCalls({ day, outcome, who }: z.output<typeof usageUrl>) {
  const enabled = useHasWorkspace();
  const list = useInfiniteQuery({ ...purchasesQuery, enabled });
  const stored = list.data?.pages.flatMap(({ purchases }) => purchases) ?? [];
  useFetchAllPages(list, stored.length >= maxListed);
  const { data: days = [] } = useQuery({ ...purchaseDaysQuery, enabled });
  const membership = useMembership();
  useLibraryVersion();
  const calls = who === undefined ? stored : stored.filter(({ by }) => isMine(by, membership));
  const shownCalls = filterPurchases(calls, { day, outcome });
  const oldest = list.hasNextPage ? formatUtcDay(Date.parse(stored.at(-1)?.started_at ?? '')) : '';
  // Sums have no author.
  const older = who === undefined ? days.filter(({ date }) => date < oldest) : [];
  const shownDays = filterDays(older, { day, outcome });
  const totals = shownDays.reduce(combineTotals, sumPurchases(shownCalls));
  const isLoading = list.data === undefined;
  return { isLoading, calls, days, shownCalls, shownDays, totals, groups: groupPurchases(shownCalls) };
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
const UsageHead = ({ days, value, onChange, exported }: UsageHeadProps) => (
  <ScreenHead title="Usage" about="Whole account, UTC">
    <AuthorFilter value={value.who} onChange={(who) => onChange({ who })} />
    <UsageFilters days={days} filter={value} onFilter={onChange} />
    <ExportButton {...exported} />
  </ScreenHead>
);

/** The shown calls in figures, with a dash while they load, and what is left. */
function UsageFigures({ totals }: { readonly totals: PurchaseTotals | undefined }) {
  const balance = useBalance();
  const left = getBudgetLeft(useBudget());
  const isMetered = useIsMetered();
  const credits: readonly ShownFigure[] = [
    {
      label: 'Spent',
      value: totals ? formatCreditFigure(totals.billed_tenths) : loadingFigure,
      note: totals && `of ${formatCreditFigure(totals.quoted_tenths)} quoted at most`,
    },
    {
      label: 'Left',
      value: formatBalance(balance),
      note: balance.kind === 'earlier' ? `on ${formatBalanceTime(balance)}` : undefined,
    },
    {
      label: left?.of === 'day' ? 'Budget today' : 'Session budget',
      value: left ? formatCreditFigure(Math.max(0, left.tenths)) : 'None',
      note: left && 'left',
    },
  ];
  const rows: readonly ShownFigure[] = [
    { label: 'Rows', value: totals ? formatGrouped(totals.rows) : loadingFigure },
    { label: 'Already unlocked', value: totals ? formatGrouped(totals.unlocked_rows) : loadingFigure, note: 'rows' },
  ];
  const figures = isMetered ? [...credits.slice(0, 2), ...rows, ...credits.slice(2)] : rows.slice(0, 1);
  return (
    <div className="shrink-0 px-4 py-3 tablet:px-6 short:hidden">
      <FigureList figures={figures} />
    </div>
  );
}

type UsageFootProps = { readonly totals: PurchaseTotals | undefined; readonly searches: number };

/** The totals of the shown calls; blank while they load. */
function UsageFoot({ totals, searches }: UsageFootProps) {
  const isMetered = useIsMetered();
  return (
    <div className="mt-auto flex min-h-12 shrink-0 flex-wrap items-center justify-between gap-x-4 border-t border-line px-4 text-ink-3 tabular-nums tablet:px-6">
      {totals && (
        <>
          <span>
            {formatCount(searches, 'search', 'searches')}, {formatCount(totals.purchases, 'call')},{' '}
            {formatCount(totals.rows, 'row')}
            {totals.unconfirmed_tenths > 0 && (
              <span className="text-warn">, up to {formatCredits(totals.unconfirmed_tenths)} unconfirmed</span>
            )}
          </span>
          {isMetered && (
            <output>
              Total <b className="font-semibold text-ink">{formatCreditFigure(totals.billed_tenths)}</b>{' '}
              {totals.billed_tenths === 10 ? 'credit' : 'credits'}
            </output>
          )}
        </>
      )}
    </div>
  );
}

function EmptyUsage({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <Notice title="No calls match these filters">Broaden or remove a filter.</Notice>
  ) : (
    <EmptyState
      title="No calls yet"
      example={['Seed deals in Germany', 'Deals', '25 rows', ...(readIsMetered() ? ['25 credits'] : [])]}
      action={
        <Link to="/deals" className={primaryLink}>
          Search deals
        </Link>
      }
    >
      Calls appear here{readIsMetered() && ' with their quoted and billed credits'}.
    </EmptyState>
  );
}

/** Saves the shown or selected calls as a file. */
function ExportButton({ calls, days, selected }: ExportRows) {
  const [message, setMessage] = useState('');
  const count = calls.length + days.length;
  const save = async () => {
    setMessage(`${formatCount(count, 'line')} written to ${saveUsage(calls, days)}`);
  };
  return (
    <>
      <ActionButton onPress={() => void save()}>
        {`Export CSV${selected ? `, ${formatCount(count, 'line')} selected` : ''}`}
      </ActionButton>
      <output className="text-11.5 text-ink-3 empty:hidden">{message}</output>
    </>
  );
}

type UsageFiltersProps = {
  readonly days: readonly string[];
  readonly filter: PurchaseFilter;
  readonly onFilter: (filter: PurchaseFilter) => void;
};

const all = '';

/** Filters by day and outcome. */
function UsageFilters({ days, filter, onFilter }: UsageFiltersProps) {
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

/** A row in two lines, for a narrow screen. */
const UsageItem = ({ row }: { readonly row: UsageRow }) => (
  <TwoLines
    first={<SearchCell row={row} />}
    figure={
      readIsMetered() && (
        <span className="shrink-0 font-[550] tabular-nums">{formatCredits(row.totals.billed_tenths)}</span>
      )
    }
    second={
      <span className={`flex grow flex-wrap gap-x-3 whitespace-nowrap ${row.nested === true ? 'pl-5.5' : ''}`}>
        <MomentCell row={row} />
        {row.call && <span>{getScreenName(row.call)}</span>}
        {row.authors && <AuthorNames by={row.authors} />}
        <span className="ml-auto">
          <OutcomeCell state={row.state} />
        </span>
      </span>
    }
  />
);
