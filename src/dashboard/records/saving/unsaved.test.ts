// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createUnsaved, discardUnsaved, readSavingProblem, retryUnsaved, saveWhenLeaving } from './unsaved.ts';

/** Requests that were sent, and how each is answered. */
let sent: { readonly changes: readonly string[]; readonly keepalive: boolean }[] = [];
let answers: (() => Promise<void>)[] = [];
let stored: string[] = [];
const queue = createUnsaved<{ readonly text: string }>({
  send: async (changes, { keepalive }) => {
    const texts = changes.map(({ text }) => text);
    sent.push({ changes: texts, keepalive });
    await answers.shift()?.();
    return () => stored.push(...texts);
  },
  countNext: (changes) => changes.length,
});
const add = (...texts: string[]) => texts.forEach((text) => queue.add({ text }));
const listSent = () => sent.map(({ changes }) => changes.join(''));
const listUnsaved = () => queue.read().map(({ text }) => text);
const fail = () => Promise.reject(new Error('The gateway does not respond.'));
/** An answer that arrives when the test says so. */
function hold() {
  let [resolve, reject] = [(): void => undefined, (_error: Error): void => undefined];
  const promise = new Promise<void>((done, failed) => ([resolve, reject] = [done, failed]));
  return { promise, resolve, reject };
}
const settle = () => vi.advanceTimersByTimeAsync(1000);

let page = new AbortController();
beforeEach(() => {
  vi.useFakeTimers();
  discardUnsaved();
  [sent, answers, stored] = [[], [], []];
  page = new AbortController();
  saveWhenLeaving(page.signal);
});
afterEach(() => {
  page.abort();
  vi.useRealTimers();
});

test('changes of the same moment go in one request', async () => {
  add('a', 'b');
  expect(listUnsaved()).toEqual(['a', 'b']);
  await settle();
  expect(listSent()).toEqual(['ab']);
  expect(listUnsaved()).toEqual([]);
  expect(stored).toEqual(['a', 'b']);
});

test('while a request is on its way later changes wait, and go together and in order', async () => {
  const { promise, resolve } = hold();
  answers = [() => promise];
  add('a');
  await settle();
  add('b');
  await settle();
  add('c');
  await settle();
  expect(listSent()).toEqual(['a']);
  resolve();
  await settle();
  expect(listSent()).toEqual(['a', 'bc']);
  expect(listUnsaved()).toEqual([]);
});

test('after a failure everything is kept and said, and trying again sends all of it', async () => {
  answers = [fail, fail];
  add('a', 'b');
  await settle();
  expect(readSavingProblem()).toMatchObject({ changes: 2, error: { message: 'The gateway does not respond.' } });
  retryUnsaved();
  await settle();
  expect(listUnsaved()).toEqual(['a', 'b']);
  retryUnsaved();
  await settle();
  expect(listSent()).toEqual(['ab', 'ab', 'ab']);
  expect([readSavingProblem(), listUnsaved()]).toEqual([undefined, []]);
});

test('the next change tries again too, after the earlier ones', async () => {
  answers = [fail];
  add('a');
  await settle();
  add('b');
  expect(readSavingProblem()?.changes).toBe(2);
  await settle();
  expect(listSent()).toEqual(['a', 'ab']);
  expect(readSavingProblem()).toBeUndefined();
});

test('discarded changes are not sent, and a late failure of theirs is not said', async () => {
  const { promise, reject } = hold();
  answers = [() => promise];
  add('a');
  await settle();
  add('b');
  discardUnsaved();
  add('c');
  reject(new Error('late'));
  await settle();
  expect(listUnsaved()).toEqual([]);
  expect(listSent()).toEqual(['a', 'c']);
  expect(readSavingProblem()).toBeUndefined();
});

test('a response that arrives after a discard, such as for another account, is not stored', async () => {
  const { promise, resolve } = hold();
  answers = [() => promise];
  add('a');
  await settle();
  discardUnsaved();
  resolve();
  await settle();
  expect([listSent(), stored]).toEqual([['a'], []]);
});

test('leaving the page sends what waits at once, even while another request is on its way', async () => {
  const { promise, resolve } = hold();
  answers = [() => promise];
  add('a');
  await settle();
  add('b');
  dispatchEvent(new Event('pagehide'));
  expect(sent).toEqual([
    { changes: ['a'], keepalive: true },
    { changes: ['b'], keepalive: true },
  ]);
  resolve();
  await settle();
  expect([listSent(), listUnsaved()]).toEqual([['a', 'b'], []]);
});

test('leaving the page also sends what waits because a request failed, which the browser may end with the page', async () => {
  const { promise, reject } = hold();
  answers = [() => promise];
  add('a');
  await settle();
  add('b');
  reject(new Error('The connection failed.'));
  await vi.advanceTimersByTimeAsync(0);
  dispatchEvent(new Event('pagehide'));
  expect(listSent()).toEqual(['a', 'ab']);
  await settle();
  expect([listUnsaved(), readSavingProblem()]).toEqual([[], undefined]);
});

test('the browser asks before the page is closed only where changes would be lost', async () => {
  const isAsked = () => {
    const event = new Event('beforeunload', { cancelable: true });
    dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(isAsked()).toBe(false);
  add('a');
  expect(isAsked()).toBe(false);
  answers = [fail];
  await settle();
  expect(isAsked()).toBe(true);
  discardUnsaved();
  add('a'.repeat(30_000));
  expect(isAsked()).toBe(true);
  await settle();
  expect(sent.at(-1)?.keepalive).toBe(false);
});
