import { createColumnChoice } from '../../search/table/column-choice.ts';
import type { GridColumn } from '../../search/table/grid-column.ts';
import { CreditsCell, MomentCell, OutcomeCell, QuestionCell, RowsCell } from './cells.tsx';
import type { LedgerRow } from './ledger-rows.ts';
import { toScreenName } from './questions.ts';

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
    cell: (row) => row.call && toScreenName(row.call),
  },
  {
    id: 'question',
    header: 'Question',
    look: { width: 220, grow: 1 },
    cell: (row) => <QuestionCell row={row} />,
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
    header: 'Owned before',
    look: { width: 112, align: 'end', from: 960 },
    cell: (row) => <RowsCell row={row} rows={row.totals.unlockedRows} />,
  },
  {
    id: 'outcome',
    header: 'Outcome',
    look: { width: 120 },
    cell: (row) => <OutcomeCell row={row} />,
  },
];

/** What this person made of them, kept on this device. */
export const ledgerColumnChoice = createColumnChoice('ledger');
