// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { searchDeals } from '#contract/deals.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { describeError } from '../platform/http/error-text.ts';
import { openAccountDatabase } from '../platform/storage/database.ts';
import { journalOfAccount, readJournal } from './journal.ts';
import { sendPaid } from './send-paid.ts';
import { SpendAuthorization } from './spend-authorization.ts';

beforeEach(async () => journalOfAccount.open({ account: 'nobody', database: undefined }));
afterEach(() => vi.unstubAllGlobals());

/** Buys ten deals from a hosted service that answers like this; resolves with the failure and what was recorded. */
async function buy(status: number, body: string, headers: Record<string, string> = {}) {
  const response = () => new Response(body, { status, headers });
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => response()),
  );
  const sent = sendPaid(SpendAuthorization.issue(100), searchDeals, { body: { page_size: 10 } });
  const failure = await sent.catch((error: unknown) => error);
  if (!(failure instanceof ApiError)) throw new Error('The request succeeded.');
  const journal = await readJournal();
  const [call] = (await journal.readLedger()).calls.values();
  return { text: describeError(failure), session: journal.read().session, call };
}

const page = '<!doctype html><h1>Sign in</h1>';
test.each([
  [302, '', 'a redirect'],
  [200, '', 'an empty answer'],
  [200, page, 'a page of a login'],
  [500, '{"error":{"code":"INTERNAL","message":"It broke."}}', 'an error'],
  [404, '{"error":{"code":"NOT_FOUND","message":"Gone."}}', 'a rejection'],
])('%i with %j (%s) that says what it charged is booked with that', async (status, body) => {
  const { text, session, call } = await buy(status, body, { 'X-Credits-Used': '2.5' });
  expect(session).toMatchObject({ usedTenths: 25, pending: [] });
  expect(call).toMatchObject({ outcome: 'answered', billedTenths: 25, rows: null });
  expect(text.advice).toContain('You were charged 2.5 credits');
  expect(text.advice).toContain('Repeating it may be charged a second time.');
});

test.each([
  [302, ''],
  [200, ''],
  [200, page],
])('%i with %j that does not say it counts as unconfirmed', async (status, body) => {
  const { text, session } = await buy(status, body);
  expect(session).toMatchObject({ usedTenths: 0, pending: [{ step: 'lost', tenths: 100 }] });
  expect(text.advice).toContain('You may have been charged');
  expect(text.advice).toContain('Repeating it may be charged a second time.');
});

test('an unreadable answer that says nothing was charged is not unconfirmed', async () => {
  const { session, call } = await buy(200, page, { 'X-Credits-Used': '0.0' });
  expect(session).toMatchObject({ usedTenths: 0, pending: [] });
  expect(call).toMatchObject({ outcome: 'rejected', billedTenths: 0 });
});

test.each([
  [429, '{"error":{"message":"Slow down."}}'],
  [503, '{"error":{"message":"Maintenance."}}'],
])('a %i for an hour says the time of day', async (status, body) => {
  const adviseNow = () => {
    const time = new Date(Date.now() + 3600_000).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
    return `You were not charged. Try again at ${time}.`;
  };
  const before = adviseNow();
  const { text } = await buy(status, body, { 'Retry-After': '3600' });
  // A minute may end in between.
  expect([before, adviseNow()]).toContain(text.advice);
  expect(text.title).not.toContain('this minute');
});

test('every try after a lost one warns of a second charge, also when one in between was never sent', async () => {
  const tries = [
    async () => new Response(page, { status: 200 }),
    async () => Promise.reject(new TypeError('Failed to fetch')),
    async () => new Response('{"error":{"message":"Maintenance."}}', { status: 503 }),
  ];
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => (tries.shift() ?? tries[0])!()),
  );
  for (const isOnline of [true, false, true]) {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    const request = { body: { page_size: 7 } };
    const failure = await sendPaid(SpendAuthorization.issue(70), searchDeals, request).catch((error: unknown) => error);
    expect(describeError(failure as ApiError).advice).toContain('may be charged a second time.');
  }
});

test.each([
  ['got no answer', {}],
  ['was charged for an answer that cannot be read', { 'X-Credits-Used': '2.5' }],
])('a try that %s warns after a reload too, until an equal search is answered', async (_, headers) => {
  indexedDB = new IDBFactory();
  const reload = async () => {
    const database = await openAccountDatabase('a');
    return journalOfAccount.open({ account: 'a', database });
  };
  await reload();
  await buy(200, page, headers);
  const readAdvice = async () => (await buy(503, '{"error":{"message":"Maintenance."}}')).text.advice;
  await reload();
  expect(await readAdvice()).toContain('may be charged a second time.');
  await reload();
  expect(await readAdvice()).toContain('may be charged a second time.');
  await reload();
  const rows = JSON.stringify({ success: true, data: { deals: [] }, meta: {} });
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => new Response(rows, { headers: { 'X-Credits-Used': '0.0' } })),
  );
  await sendPaid(SpendAuthorization.issue(100), searchDeals, { body: { page_size: 10 } });
  expect(await readAdvice()).toContain('You were not charged.');
});

test('a rejected request, which is never charged, leaves its authorization whole; a lost one does not', async () => {
  const authorization = SpendAuthorization.issue(30);
  const send = () => sendPaid(authorization, searchDeals, { body: { page_size: 3 } }).catch((error: unknown) => error);
  const answer = (status: number) =>
    vi.stubGlobal(
      'fetch',
      vi.fn<typeof fetch>(async () => new Response('{"error":{"message":"No."}}', { status })),
    );
  answer(422);
  await send();
  expect(await send()).toMatchObject({ kind: 'invalid' });
  answer(302);
  await send();
  expect(await send()).toMatchObject({ message: 'This request could cost more than the price shown.' });
});

test('a purchase is billed once what it bought is stored, so that a tab that is closed before can take it up again', async () => {
  indexedDB = new IDBFactory();
  const database = (await openAccountDatabase('a'))!;
  await journalOfAccount.open({ account: 'a', database });
  const body = JSON.stringify({ success: true, data: { deals: [] }, meta: {} });
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => new Response(body, { headers: { 'X-Credits-Used': '1.0' } })),
  );
  const held = new AbortController();
  const { store: rows } = database.transaction('rows', 'readwrite');
  const keepBusy = async () => {
    while (!held.signal.aborted) await rows.count();
  };
  void keepBusy();
  await sendPaid(SpendAuthorization.issue(100), searchDeals, { body: { page_size: 10 } });
  let isStored = false;
  void database.put('rows', { at: 1, row: { id: 'a' } }, ['deals', 'a']).then(() => (isStored = true));
  const journal = await readJournal();
  // Past what the response takes to be recorded where nothing is held.
  for (let look = 0; look < 20; look += 1) {
    expect(await journal.append(() => [])).toMatchObject({ usedTenths: 0, pending: [{ step: 'sent' }] });
  }
  held.abort();
  await vi.waitFor(() => expect(journal.read().session).toMatchObject({ usedTenths: 10, pending: [] }));
  expect(isStored).toBe(true);
});
