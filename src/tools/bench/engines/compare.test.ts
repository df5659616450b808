import { expect, test } from 'vitest';
import { prepareOnEngines } from './compare.ts';
import type { EngineRow } from './engine.ts';

const response = JSON.stringify({ data: { deals: [{ id: 'a' }, { id: 'b' }] }, meta: { total_count: 7 } });
const query = { text: 'SELECT', values: {} };
const engineWith = (rows: readonly EngineRow[]) => ({
  name: 'other',
  prepare: () => Promise.resolve(() => Promise.resolve([...rows])),
  close: () => undefined,
});

test.each([
  ['another total', [{ uuid: 'a', total: 8n }, { uuid: 'b' }], '8 results instead of 7'],
  ['too few rows', [{ uuid: 'a', total: 7 }], '1 rows instead of 2'],
  ['another order', [{ uuid: 'b', total: 7 }, { uuid: 'a' }], 'row 1 is b instead of a'],
])('an engine with %s is not timed, and the difference is reported', async (_, rows, difference) => {
  expect(await prepareOnEngines([engineWith(rows)], query, response)).toEqual([{ engine: 'other', difference }]);
});

test('an engine with the same ids and total is timed, one without a query is not', async () => {
  const same = engineWith([{ uuid: 'a', total: 7n }, { uuid: 'b' }]);
  expect(await prepareOnEngines([same], query, response)).toEqual([{ engine: 'other', run: expect.any(Function) }]);
  expect(await prepareOnEngines([same], undefined, response)).toEqual([{ engine: 'other' }]);
});
