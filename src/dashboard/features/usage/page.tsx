import { z } from 'zod';
import { sumCalls, addTotals } from '../../purchase/ledger.ts';
import { type CallTotals, type LoggedCall, outcomes } from '../../purchase/journal-entry.ts';
import { dayParameter, useUrl } from '../../platform/url/url.ts';
import { type ReactNode, useState } from 'react';
import { formatCount } from '../../platform/format.ts';
import { useLibraryVersion } from '../../library/records/records.ts';
import { formatCreditFigure, formatCredits } from '../../purchase/price.ts';
import { useCalls } from '../../purchase/stored-ledger.ts';
import { noSelection } from '../../search/table/grid-input.ts';
import { Button } from '../../platform/ui/button.tsx';
import { DetailPanel } from '../../platform/ui/detail-panel.tsx';
import { Notice, UnreadNotice } from '../../platform/ui/notice.tsx';
import { useIsWide } from '../../platform/ui/use-browser.ts';
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
  getScreenName,
  groupCalls,
  ledgerColumnChoice,
  ledgerColumns,
  listCallDays,
  outcomeNames,
} from './ledger-rows.tsx';
import { Inspector } from './inspector.tsx';
import { ListTable } from '../../search/table/list-table.tsx';
import { LabeledSelect } from '../../platform/form/controls.tsx';

/** The search parameters of the ledger: filters and the open call. */
export const ledgerUrl = z.object({
  day: dayParameter.optional(),
  outcome: z.enum(outcomes).optional(),
  open: z.string().optional(),
});

const newestFirst = { column: 'time', direction: 'descending' } as const;
const noCalls: { calls: readonly LoggedCall[]; days: Record<string, CallTotals> } = { calls: [], days: {} };

/** The ledger: every call of this account on this device, grouped by request. */
export function LedgerPage() {
  const wide = useIsWide();
  const { value, unread, write } = useUrl(ledgerUrl);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [selection, setSelection] = useState(noSelection);
  const callLog = useCalls();
  useLibraryVersion();

  const { calls, days } = callLog ?? noCalls;
  const shownCalls = filterCalls(calls, value);
  const shownDays = filterDays(days, value);
  const totals = shownDays.reduce((sum, [, one]) => addTotals(sum, one), sumCalls(shownCalls));
  const rows = buildLedgerRows(groupCalls(shownCalls), expanded, shownDays);
  const openCall = calls.find(({ id }) => id === value.open);
  const close = () => value.open !== undefined && write({ ...value, open: undefined }, 'replace');
  const onOpen = (id: string) => {
    const row = rows.find((one) => one.id === id);
    if (row?.kind === 'group') setExpanded(toggleRow(expanded, id));
    if (row?.kind === 'call') write({ ...value, open: id }, value.open === undefined ? 'step' : 'replace');
  };

  return (
    <div className="flex min-h-0 grow">
      <section aria-label="Calls" aria-busy={callLog === undefined} className="flex min-h-0 min-w-0 grow flex-col">
        <LedgerHead totals={totals}>
          <LedgerFilters
            days={listCallDays(calls, days)}
            filter={value}
            onFilter={(filter) => write({ ...filter, open: undefined }, 'replace')}
          />
          <ExportButton {...buildExportRows(shownCalls, shownDays, selection.ids)} />
        </LedgerHead>
        <div className="grid gap-2 px-4.5 pb-2 empty:hidden">
          <UnreadNotice unread={unread} />
          {callLog && rows.length === 0 && (
            <EmptyLedger isFiltered={value.day !== undefined || value.outcome !== undefined} />
          )}
        </div>
        {rows.length > 0 && (
          <ListTable
            label="Calls"
            wide={wide}
            columns={ledgerColumns}
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

function toggleRow(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}

type LedgerHeadProps = { readonly totals: CallTotals; readonly children: ReactNode };

/** The totals of the shown calls, filters and export. */
function LedgerHead({ totals, children }: LedgerHeadProps) {
  const { calls, billedTenths, unknownTenths, quotedTenths, rows, unlockedRows } = totals;
  return (
    <div className="grid gap-1 px-4.5 pt-3.5 pb-2.5">
      <title>Ledger, Fundscope</title>
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
        <h1 className="text-[19px] font-[640] tracking-[-0.02em] tabular-nums">{formatCredits(billedTenths)} billed</h1>
        <output className="text-[11.5px] text-ink-3 tabular-nums">
          {formatCount(calls, 'call')}, quoted {formatCreditFigure(quotedTenths)} at most, {formatCount(rows, 'row')}
          {unlockedRows > 0 && `, ${unlockedRows.toLocaleString('en-US')} of them unlocked before`}
          {unknownTenths > 0 && (
            <span className="text-warn">, up to {formatCreditFigure(unknownTenths)} more unconfirmed</span>
          )}
        </output>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 wide:ml-auto">{children}</div>
      </div>
      <p className="text-[11.5px] text-ink-3">Calls from this device, in UTC. Free calls are counted per minute.</p>
    </div>
  );
}

function EmptyLedger({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <Notice title="No calls match these filters">Choose another day or outcome.</Notice>
  ) : (
    <Notice title="No calls yet">Calls appear here with their quoted and billed credits.</Notice>
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
      <output className="text-[11.5px] text-ink-3 empty:hidden">{message}</output>
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
export function LedgerFilters({ days, filter, onFilter }: LedgerFiltersProps) {
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
export function LedgerItem({ row }: { readonly row: LedgerRow }) {
  return (
    <>
      <span className="flex min-w-0 items-baseline justify-between gap-3">
        <SearchCell row={row} />
        <span className="shrink-0 font-[550] tabular-nums">{formatCredits(row.totals.billedTenths)}</span>
      </span>
      <span className={`flex items-baseline gap-3 text-[12px] text-ink-3 ${row.nested === true ? 'pl-5.5' : ''}`}>
        <MomentCell row={row} />
        {row.call && <span>{getScreenName(row.call)}</span>}
        <span className="ml-auto">
          <OutcomeCell row={row} />
        </span>
      </span>
    </>
  );
}
