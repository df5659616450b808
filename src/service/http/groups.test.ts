import { expect, test } from 'vitest';
import { runInGroups } from './groups.ts';

test('a call runs although an earlier one with its key got its result without a group', async () => {
  const call = runInGroups<{ key: string; at: number }, string>(
    async (members) => members.map(() => ({ status: 'fulfilled', value: 'run' })),
    { maxMembers: 2, keyOf: ({ key }) => key, findResult: ({ at }) => (at < 10 ? 'found' : undefined) },
  );
  // The last two wait while the first one runs.
  const calls = [call({ key: 'first', at: 10 }), call({ key: 'same', at: 9 }), call({ key: 'same', at: 10 })];
  expect(await Promise.all(calls)).toEqual(['run', 'found', 'run']);
});
