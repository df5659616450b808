import { createColumnChoice } from '../../search/table/column-choice.ts';
import type { GridColumn } from '../../search/table/grid-column.ts';
import { type LedgerRow, describeCall, getScreenName } from './ledger-rows.ts';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { formatCount } from '../../platform/format.ts';
import { formatCreditFigure } from '../../purchase/price.ts';
import type { LoggedCall } from '../../purchase/logged-call.ts';

/** The columns of the ledger; every time is UTC. */
export const ledgerColumns: readonly GridColumn<LedgerRow>[] = [
  {
    id: 'time',
    header: 'Time, UTC',
    look: { width: 164 },
    cell: (row) => <MomentCell row={row} />,
  },
  {
    id: 'screen',
    header: 'Screen',
    look: { width: 88, from: 760 },
    cell: (row) => row.call && getScreenName(row.call),
  },
  {
    id: 'question',
    header: 'Request',
    look: { width: 220, grow: 1 },
    cell: (row) => <SearchCell row={row} />,
  },
  {
    id: 'quoted',
    header: 'Quoted',
    look: { width: 82, align: 'end', from: 700 },
    cell: (row) => <CreditsCell tenths={row.totals.quotedTenths} />,
  },
  {
    id: 'billed',
    header: 'Billed',
    look: { width: 78, align: 'end' },
    cell: (row) => <CreditsCell tenths={row.totals.billedTenths} />,
  },
  {
    id: 'rows',
    header: 'Rows',
    look: { width: 74, align: 'end' },
    cell: (row) => <RowsCell row={row} rows={row.totals.rows} />,
  },
  {
    id: 'owned',
    header: 'Unlocked before',
    look: { width: 124, align: 'end', from: 960 },
    cell: (row) => <RowsCell row={row} rows={row.totals.unlockedRows} />,
  },
  {
    id: 'outcome',
    header: 'Outcome',
    look: { width: 120 },
    cell: (row) => <OutcomeCell row={row} />,
  },
];

/** The user's choice of columns, stored on this device. */
export const ledgerColumnChoice = createColumnChoice('ledger');

/** "2026-11-22 00:46:40", in UTC. */
export const formatMoment = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

export const outcomeNames = {
  answered: 'Completed',
  rejected: 'Rejected',
  unknown: 'Unconfirmed',
  free: 'Free',
} as const;
const outcomeDots = { answered: 'bg-accent', rejected: 'bg-bad', unknown: 'bg-warn', free: 'bg-stage-0' } as const;

export function MomentCell({ row: { at } }: { readonly row: LedgerRow }) {
  return <span className="tabular-nums">{typeof at === 'string' ? at : formatMoment(at)}</span>;
}

/** The request in words. A request with several calls expands to show them. */
export function SearchCell({ row }: { readonly row: LedgerRow }) {
  const { kind, call, totals, expanded, nested } = row;
  const sentence = call ? describeCall(call) : `Sum of ${formatCount(totals.calls, 'older call')} of this day`;
  const Chevron = expanded === true ? ChevronDown : ChevronRight;
  return (
    <span
      title={sentence}
      className={`flex min-w-0 items-center gap-1.5 ${nested === true ? 'pl-5.5' : 'font-[550] text-ink'}`}
    >
      {kind === 'group' && <Chevron aria-hidden className="size-4 shrink-0 text-ink-3" />}
      <span className="truncate">{nested === true && call ? formatPage(call) : sentence}</span>
      {kind === 'group' && (
        <span className="shrink-0 text-[11.5px] font-normal text-ink-3">
          {formatCount(totals.calls, 'call')}
          <span className="sr-only">, {expanded === true ? 'expanded' : 'collapsed'}</span>
        </span>
      )}
    </span>
  );
}

/** The rows that a call requested. */
function formatPage(call: LoggedCall): string {
  const { page, page_size: size } = (call.body ?? {}) as { readonly page?: number; readonly page_size?: number };
  if (page === undefined || size === undefined) return describeCall(call);
  const first = page * size + 1;
  return size === 1 ? `Row ${first}` : `Rows ${first} to ${first + size - 1}`;
}

export const CreditsCell = ({ tenths }: { readonly tenths: number }) => <>{formatCreditFigure(tenths)}</>;

/** A count of rows; a dash where no response arrived. */
export function RowsCell({ row: { kind, call }, rows }: { readonly row: LedgerRow; readonly rows: number }) {
  return kind === 'call' && call?.rows === null ? (
    <span title="No response">–</span>
  ) : (
    <>{rows.toLocaleString('en-US')}</>
  );
}

/** The outcome as a word with a coloured dot. */
export function OutcomeCell({ row: { outcome, call } }: { readonly row: Pick<LedgerRow, 'outcome' | 'call'> }) {
  if (outcome === undefined) return <>Several</>;
  return (
    <span className="flex items-center gap-1.5">
      <i aria-hidden className={`size-2 shrink-0 rounded-[2px] ${outcomeDots[outcome]}`} />
      {outcomeNames[outcome]}
      {call?.otherKey === true && <span className="text-[11.5px] text-ink-3">other key</span>}
    </span>
  );
}
