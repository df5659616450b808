import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSharedWork } from './shared-work.ts';

/** Work that ends when the test says so, and counts how often it ran. */
function createWork() {
  const share = createSharedWork<string>();
  const runs: { readonly signal: AbortSignal; readonly end: (text: string) => void; readonly fail: () => void }[] = [];
  const work = (signal: AbortSignal) =>
    new Promise<string>((end, reject) => runs.push({ signal, end, fail: () => reject(new Error('failed')) }));
  return { runs, wait: (key: string, closed = new AbortController()) => share(key, closed.signal, work) };
}

test('100 callers of one key run the work once, and those of another key run their own', async () => {
  const { runs, wait } = createWork();
  const waiting = Array.from({ length: 100 }, () => wait('one'));
  const other = wait('two');
  expect(runs).toHaveLength(2);
  runs[0]!.end('first');
  runs[1]!.end('second');
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['first']));
  expect(await other).toBe('second');
});

test('a caller after the end of the work runs it anew', async () => {
  const { runs, wait } = createWork();
  const before = wait('one');
  runs[0]!.fail();
  await expect(before).rejects.toThrow('failed');
  const after = wait('one');
  expect(runs).toHaveLength(2);
  runs[1]!.end('again');
  expect(await after).toBe('again');
});

test('the work is aborted when the last caller has left, and not before', async () => {
  const { runs, wait } = createWork();
  const [one, two] = [new AbortController(), new AbortController()];
  const waiting = [wait('one', one), wait('one', two)];
  const ends = Promise.allSettled(waiting);
  one.abort();
  await nextTurn();
  expect(runs[0]!.signal.aborted).toBe(false);
  two.abort();
  await nextTurn();
  expect(runs[0]!.signal.aborted).toBe(true);
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const next = wait('one');
  expect(runs).toHaveLength(2);
  // What was aborted may end later; it does not end the wait for the new one.
  runs[0]!.end('late');
  await nextTurn();
  runs[1]!.end('new');
  expect(await next).toBe('new');
});

test('a caller that has left before does not start the work', async () => {
  const { runs, wait } = createWork();
  const closed = new AbortController();
  closed.abort();
  await expect(wait('one', closed)).rejects.toThrow('aborted');
  expect(runs).toEqual([]);
});
