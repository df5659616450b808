// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RowSelectionState } from '@tanstack/react-table';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createState } from '../../../../platform/state.ts';
import { defaultChoice } from './column-choice.ts';
import { DataGrid } from './data-grid.tsx';
import type { GridColumn, Grouping, GridRow } from './grid-column.ts';
import { useDataTable } from './use-data-table.tsx';
import { InRouter } from '../../../../platform/url/test-router.tsx';

// jsdom has no layout, and the grid draws the rows that have room.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(800);
  HTMLElement.prototype.scrollTo = () => undefined;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const rows: readonly GridRow[] = Array.from({ length: 6 }, (_, at) => ({ id: String(at) }));
const columns: readonly GridColumn<GridRow>[] = [
  { id: 'name', header: 'Name', display: { width: 100 }, cell: ({ id }) => `Row ${id}`, key: ({ id }) => id },
  { id: 'kind', header: 'Kind', display: { width: 100 }, cell: () => 'deal' },
];
const choice = createState(defaultChoice);
const isOdd = ({ id }: GridRow) => Number(id) % 2;
const byParity: Grouping<GridRow> = {
  id: 'parity',
  name: 'Parity',
  none: '',
  direction: 'ascending',
  read: (row) => ({ order: isOdd(row), name: isOdd(row) === 1 ? 'Odd' : 'Even' }),
};

type ThingsProps = { readonly grouping?: Grouping<GridRow>; readonly onOpen?: (id: string) => void };

function Things({ grouping, onOpen = () => undefined }: ThingsProps) {
  const [selection, onSelection] = useState<RowSelectionState>({});
  const [openId, setOpenId] = useState<string>();
  const open = (id: string) => {
    setOpenId(id);
    onOpen(id);
  };
  const table = useDataTable({ rows, columns, choice, grouping, selection, onSelection });
  return <DataGrid label="Things" {...{ table, openId }} actions={{ onOpen: open }} />;
}

const listNames = () => screen.getAllByText(/^Row /).map(({ textContent }) => textContent);
const listSelectedNames = () =>
  screen.getAllByRole('row', { selected: true }).map((row) => within(row).getByText(/^Row /).textContent);
const findCell = (name: string) => screen.getByRole('gridcell', { name });

test('a range from the selected row holds every row between, in both directions, over the heads of groups', async () => {
  const user = userEvent.setup();
  render(<Things grouping={byParity} />, { wrapper: InRouter });
  expect(listNames()).toEqual(['Row 0', 'Row 2', 'Row 4', 'Row 1', 'Row 3', 'Row 5']);
  expect(screen.getByText('Even').parentElement?.textContent).toBe('Even3');
  await user.keyboard('{Control>}');
  await user.click(findCell('Row 4'));
  await user.keyboard('{/Control}{Shift>}');
  await user.click(findCell('Row 3'));
  expect(listSelectedNames()).toEqual(['Row 4', 'Row 1', 'Row 3']);
  await user.keyboard('{/Shift}{Control>}');
  await user.click(findCell('Row 4'));
  await user.keyboard('{/Control}');
  expect(listSelectedNames()).toEqual(['Row 1', 'Row 3']);
});

test('Space selects the focused row, Shift with an arrow the next one too, and Ctrl+A all', async () => {
  const user = userEvent.setup();
  render(<Things />, { wrapper: InRouter });
  findCell('Row 1').focus();
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  expect(listSelectedNames()).toEqual(['Row 1', 'Row 2', 'Row 3']);
  await user.keyboard(' ');
  expect(listSelectedNames()).toEqual(['Row 1', 'Row 2']);
  await user.keyboard('{Control>}a{/Control}');
  expect(listSelectedNames()).toHaveLength(6);
  await user.keyboard('{Control>}a{/Control}');
  expect(screen.queryAllByRole('row', { selected: true })).toEqual([]);
});

test('J and K open the next and the previous row, in the order of the groups', async () => {
  const user = userEvent.setup();
  const opened: string[] = [];
  render(<Things grouping={byParity} onOpen={(id) => opened.push(id)} />, { wrapper: InRouter });
  findCell('Row 4').focus();
  await user.keyboard('{Enter}');
  document.body.focus();
  await user.keyboard('jjk');
  expect(opened).toEqual(['4', '1', '3', '1']);
});
