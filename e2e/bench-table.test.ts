import { expect, test } from './test.ts';

type State = { slowed: number; blank_rows: number; sort_ms: number; find_ms: number; heap_mb: number };

test('the benchmark of tables fills a browser of its own, whose rows outlive their packing, and measures every state', async ({
  gateway,
}) => {
  // A browser of its own, filled and opened seven times.
  test.slow();
  const text = await gateway.fundscope('bench', 'table', '--rows', '1200', '--seconds', '1', '--slow', '1,2', '--json');
  const { rows, states } = JSON.parse(text) as { rows: number; states: State[] };
  expect(rows).toBe(1200);
  expect(states.map(({ slowed, blank_rows: blank }) => [slowed, blank])).toEqual([
    [1, 0],
    [2, 0],
  ]);
  for (const { sort_ms: sort, find_ms: find, heap_mb: heap } of states) {
    expect(Math.min(sort, find, heap)).toBeGreaterThan(0);
  }
});
