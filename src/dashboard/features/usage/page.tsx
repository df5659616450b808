import { z } from 'zod';
import { addTotals, type CallTotals, type LoggedCall, outcomes, sumCalls } from '../../purchase/logged-call.ts';
import { dayParameter } from '../../platform/url/codec.ts';
import { type ReactNode, useState } from 'react';
import { formatCount } from '../../platform/format.ts';
import { useLibraryVersion } from '../../library/records/record-store.ts';
import { formatCreditFigure, formatCredits } from '../../purchase/price.ts';
import { useCalls } from '../../purchase/use-calls.ts';
import { noSelection } from '../../search/table/selection.ts';
import { Button } from '../../platform/ui/button.tsx';
import { DetailPanel } from '../../platform/ui/detail-panel.tsx';
import { Notice } from '../../platform/ui/notice.tsx';
import { useIsWide } from '../../platform/ui/use-media.ts';
import { UnreadNotice } from '../../platform/url/unread-notice.tsx';
import { useUrl } from '../../platform/url/use-url.ts';
import { ledgerColumnChoice, ledgerColumns, MomentCell, OutcomeCell, outcomeNames, SearchCell } from './columns.tsx';
import { Inspector } from './inspector.tsx';
import {
  type CallFilter,
  type Exported,
  type LedgerRow,
  chooseOne,
  filterDays,
  listDays,
  buildExportRows,
  groupRows,
  buildLedgerRows,
  getScreenName,
} from './ledger-rows.ts';
import { ListTable } from '../../search/table/list-table.tsx';
import { Pick } from '../../platform/form/choices.tsx';

/** The address of the ledger: what is chosen, and which call is open. */
export const ledgerUrl = z.object({
  day: dayParameter.optional(),
  outcome: z.enum(outcomes).optional(),
  open: z.string().optional(),
});

const newestFirst = { column: 'time', direction: 'descending' } as const;
const noCalls: { calls: readonly LoggedCall[]; days: Record<string, CallTotals> } = { calls: [], days: {} };

/** The account book: every call of this account on this device, grouped by what it asked. */
export function LedgerPage() {
  const wide = useIsWide();
  const { value, unread, write } = useUrl(ledgerUrl);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [selection, setSelection] = useState(noSelection);
  const book = useCalls();
  useLibraryVersion();

  const { calls, days } = book ?? noCalls;
  const chosen = chooseOne(calls, value);
  const chosenDays = filterDays(days, value);
  const totals = chosenDays.reduce((sum, [, one]) => addTotals(sum, one), sumCalls(chosen));
  const rows = buildLedgerRows(groupRows(chosen), expanded, chosenDays);
  const openCall = calls.find(({ id }) => id === value.open);
  const close = () => value.open !== undefined && write({ ...value, open: undefined }, 'replace');
  const onOpen = (id: string) => {
    const row = rows.find((one) => one.id === id);
    if (row?.kind === 'question') setExpanded(toggleRow(expanded, id));
    if (row?.kind === 'call') write({ ...value, open: id }, value.open === undefined ? 'step' : 'replace');
  };

  return (
    <div className="flex min-h-0 grow">
      <section aria-label="Calls" aria-busy={book === undefined} className="flex min-h-0 min-w-0 grow flex-col">
        <LedgerHead totals={totals}>
          <LedgerFilters
            days={listDays(calls, days)}
            filter={value}
            onFilter={(filter) => write({ ...filter, open: undefined }, 'replace')}
          />
          <ExportButton {...buildExportRows(chosen, chosenDays, selection.ids)} />
        </LedgerHead>
        <div className="grid gap-2 px-4.5 pb-2 empty:hidden">
          <UnreadNotice unread={unread} />
          {book && rows.length === 0 && (
            <NothingWords isFiltered={value.day !== undefined || value.outcome !== undefined} />
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

/** The sum of what is shown, and the tools. */
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
            <span className="text-warn">, up to {formatCreditFigure(unknownTenths)} more perhaps charged</span>
          )}
        </output>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 wide:ml-auto">{children}</div>
      </div>
      <p className="text-[11.5px] text-ink-3">
        Every call of this account from this device; days and times are UTC. Free look-ups make one line a minute.
      </p>
    </div>
  );
}

function NothingWords({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <Notice title="No calls match these filters">Choose another day or outcome.</Notice>
  ) : (
    <Notice title="Nothing was asked yet">
      Calls to the service appear here with their quoted price and what was billed.
    </Notice>
  );
}

/** Saves the calls that are chosen as a file; nothing is asked. */
function ExportButton({ calls, days, selected }: Exported) {
  const [said, setSaid] = useState('');
  const count = calls.length + days.length;
  const save = async () => {
    const { saveLedger } = await import('./export.ts');
    setSaid(`${formatCount(count, 'line')} written to ${saveLedger(calls, days)}`);
  };
  return (
    <>
      <Button onClick={() => void save()}>Export CSV{selected && `, ${formatCount(count, 'line')} selected`}</Button>
      <output className="text-[11.5px] text-ink-3 empty:hidden">{said}</output>
    </>
  );
}

type LedgerFiltersProps = {
  readonly days: readonly string[];
  readonly filter: CallFilter;
  readonly onFilter: (filter: CallFilter) => void;
};

const all = '';

/** One day, one outcome, or all. */
export function LedgerFilters({ days, filter, onFilter }: LedgerFiltersProps) {
  const { day, outcome } = filter;
  const known = day === undefined || days.includes(day) ? days : [day, ...days];
  return (
    <>
      <Pick
        beside
        label="Day, UTC"
        value={day ?? all}
        options={[[all, 'All days'], ...known.map((one) => [one, one] as const)]}
        onPick={(next) => onFilter({ outcome, day: next === all ? undefined : next })}
      />
      <Pick
        beside
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
      <span className={`flex items-baseline gap-3 text-[12px] text-ink-3 ${row.inner === true ? 'pl-5.5' : ''}`}>
        <MomentCell row={row} />
        {row.call && <span>{getScreenName(row.call)}</span>}
        <span className="ml-auto">
          <OutcomeCell row={row} />
        </span>
      </span>
    </>
  );
}
