import { createColumnChoice } from '../table/column-choice.ts';
import { gridColumns } from '../table/grid-features.ts';
import { CreditsCell, MomentCell, OutcomeCell, QuestionCell, RowsCell } from './cells.tsx';
import type { LedgerRow } from './ledger-rows.ts';
import { toScreenName } from './questions.ts';

const columns = gridColumns<LedgerRow>();

/** The columns of the ledger; every time is UTC. */
export const ledgerColumns = [
  columns.display({
    id: 'time',
    header: 'Time, UTC',
    meta: { width: 148 },
    cell: ({ row }) => <MomentCell row={row.original} />,
  }),
  columns.display({
    id: 'screen',
    header: 'Screen',
    meta: { width: 88, from: 760 },
    cell: ({ row }) => row.original.call && toScreenName(row.original.call),
  }),
  columns.display({
    id: 'question',
    header: 'Question',
    meta: { width: 220, grow: 1 },
    cell: ({ row }) => <QuestionCell row={row.original} />,
  }),
  columns.display({
    id: 'quoted',
    header: 'Quoted',
    meta: { width: 82, align: 'end', from: 700 },
    cell: ({ row }) => <CreditsCell tenths={row.original.totals.quotedTenths} />,
  }),
  columns.display({
    id: 'billed',
    header: 'Billed',
    meta: { width: 78, align: 'end' },
    cell: ({ row }) => <CreditsCell tenths={row.original.totals.billedTenths} />,
  }),
  columns.display({
    id: 'rows',
    header: 'Rows',
    meta: { width: 74, align: 'end' },
    cell: ({ row }) => <RowsCell row={row.original} rows={row.original.totals.rows} />,
  }),
  columns.display({
    id: 'owned',
    header: 'Owned before',
    meta: { width: 112, align: 'end', from: 960 },
    cell: ({ row }) => <RowsCell row={row.original} rows={row.original.totals.ownedRows} />,
  }),
  columns.display({
    id: 'outcome',
    header: 'Outcome',
    meta: { width: 120 },
    cell: ({ row }) => <OutcomeCell row={row.original} />,
  }),
];

/** What this person made of them, kept on this device. */
export const ledgerColumnChoice = createColumnChoice('ledger');
