// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { searchDeals } from '#contract/deals.ts';
import { searchLocations } from '#contract/lookups.ts';
import { sendFree } from '../../spending/send-free.ts';
import { ApiError } from './api-error.ts';
import { siteOrigin } from './connection.ts';
import { limiter } from './limiter.ts';
import { send } from './send.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  limiter.setLimits({ left: 200, resetIn: 0, blockedFor: 0 });
});

/** A paid request that any service accepts. */
const sendSearch = () => send(searchDeals, { body: {} }, { priority: 'purchase' });

/** Responds like another service, in ways that ours never does. */
function answerWith(status: number, body: unknown, headers: Record<string, string> = {}) {
  const fetched = vi.fn<typeof fetch>(async () => new Response(JSON.stringify(body), { status, headers }));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

const failureOf = (sent: Promise<unknown>): Promise<ApiError> =>
  sent.then(
    () => Promise.reject(new Error('the request succeeded')),
    (failure: unknown) => (failure instanceof ApiError ? failure : Promise.reject(failure as Error)),
  );

test('a free call has the header of our own page and no key', async () => {
  const fetched = answerWith(200, { success: true, data: { locations: [] }, meta: { total_count: 0 } });
  await sendFree(searchLocations, { query: { name: 'san josé & co' } });
  const [url, init] = fetched.mock.calls[0]!;
  expect(url).toBe('/api/v1/location/search?name=san+jos%C3%A9+%26+co');
  expect(init?.headers).toEqual({ Accept: 'application/json', 'X-Fundscope': siteOrigin });
});

test('a response of another service is parsed as far as possible, and invalid members are listed', async () => {
  answerWith(200, {
    data: {
      deals: [{ id: '11111111-1111-1111-1111-111111111111', total_round_raised: 'a lot', round_type: 'SERIES_Z' }],
    },
    meta: { total_count: 1, credits_used: 1 },
  });
  const { data, surprises } = await sendSearch();
  expect(data.deals?.[0]).toMatchObject({ round_type: 'SERIES_Z', total_round_raised: null });
  expect(surprises).toContain('deals[0].total_round_raised');
});

test('an error for lack of credits contains the figures', async () => {
  answerWith(402, {
    error: {
      code: 'INSUFFICIENT_CREDITS',
      message: 'Not enough.',
      details: { credits_needed: 25, monthly_credits_remaining: 0, purchased_credits_remaining: 3, help: '' },
    },
    success: false,
  });
  const failure = await failureOf(sendSearch());
  expect(failure).toMatchObject({
    kind: 'credits',
    message: 'Not enough.',
    mayHaveCharged: false,
    facts: { status: 402, code: 'INSUFFICIENT_CREDITS', creditsNeeded: 25, monthlyLeft: 0, purchasedLeft: 3 },
  });
});

test('a 429 is waited out and sent again, and nothing is sent earlier', async () => {
  vi.useFakeTimers();
  limiter.setLimits({ left: 200, resetIn: 0, blockedFor: 0 });
  const fetched = vi
    .fn<typeof fetch>()
    .mockResolvedValueOnce(new Response('{"error":{}}', { status: 429, headers: { 'Retry-After': '7' } }))
    .mockResolvedValueOnce(new Response('{"data":{"deals":[]},"meta":{"total_count":0}}'));
  vi.stubGlobal('fetch', fetched);
  const answered = sendSearch();
  await vi.advanceTimersByTimeAsync(6900);
  expect(fetched).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(200);
  expect((await answered).data).toEqual({ deals: [] });
  vi.useRealTimers();
});

test('a 429 with a very long wait is an error with its time', async () => {
  answerWith(429, { error: { message: 'Slow down.' } }, { 'Retry-After': '3600' });
  expect(await failureOf(sendSearch())).toMatchObject({ kind: 'rate', facts: { retryAfterSeconds: 3600 } });
});

test.each([
  [
    500,
    { success: false, error: { code: 'INTERNAL_SERVER_ERROR', message: 'It broke.', details: 'as text' } },
    'It broke.',
  ],
  [502, '<html>', 'The service answered with status 502.'],
  [401, { error: { code: 'AUTH_ERROR', message: 'No key.' } }, 'No key.'],
])('an error with status %d and any body has a text', async (status, body, message) => {
  answerWith(status, body);
  expect(await failureOf(sendSearch())).toMatchObject({ message, facts: { status } });
});

test.each([['text'], [null], [{ data: 'none' }], [{ data: [] }]])(
  'a 200 that holds %j may have been charged',
  async (body) => {
    answerWith(200, body);
    expect(await failureOf(sendSearch())).toMatchObject({
      kind: 'unreadable',
      mayHaveCharged: true,
    });
  },
);

test('offline is distinguished from a connection that broke after sending', async () => {
  const fetched = vi.fn<typeof fetch>(() => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', fetched);
  expect(await failureOf(sendSearch())).toMatchObject({ kind: 'unreachable', mayHaveCharged: true });
  vi.stubGlobal('navigator', { onLine: false });
  fetched.mockClear();
  expect(await failureOf(sendSearch())).toMatchObject({ kind: 'offline', mayHaveCharged: false });
  expect(fetched.mock.calls.map(([url]) => new URL(url as URL).pathname)).toEqual(['/readyz']);
});

test('without a network, a gateway that responds, such as one on this machine, is used', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  answerWith(200, { data: { deals: [] }, meta: {} });
  expect((await sendSearch()).data.deals).toEqual([]);
});

test('a purchase cancelled while it waits is never sent; one that was sent is awaited', async () => {
  const fetched = answerWith(200, { data: { deals: [] }, meta: {} });
  limiter.setLimits({ left: 0, resetIn: 60_000, blockedFor: 60_000 });
  const control = new AbortController();
  const waiting = failureOf(send(searchDeals, { body: {} }, { priority: 'purchase', cancelled: control.signal }));
  control.abort(new ApiError('stopped', 'You stopped this.'));
  expect((await waiting).kind).toBe('stopped');
  expect(fetched).not.toHaveBeenCalled();

  limiter.setLimits({ left: 200, resetIn: 0, blockedFor: 0 });
  const later = new AbortController();
  fetched.mockImplementation(async () => {
    later.abort(new ApiError('stopped', 'You stopped this.'));
    return new Response(JSON.stringify({ data: { deals: [] }, meta: {} }));
  });
  const answer = await send(searchDeals, { body: {} }, { priority: 'purchase', cancelled: later.signal });
  expect(answer.data.deals).toEqual([]);
});

// @vitest-environment jsdom

/** The gateway's response when the hosted service did not respond (gateway/server/relay-error.ts). */
function relayWith(status: number, outcome: string): void {
  const error = { code: 'TIMEOUT', message: 'The hosted service did not answer.', details: { outcome, help: '' } };
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => new Response(JSON.stringify({ success: false, error }), { status })),
  );
}

test.each([
  [504, 'unknown', 'timeout', true],
  [503, 'unknown', 'unreachable', true],
  [504, 'not_charged', 'slow', false],
  [503, 'not_charged', 'unavailable', false],
])('a gateway’s %i with the outcome %s is a failure of the kind %s', async (status, outcome, kind, mayHaveCharged) => {
  relayWith(status, outcome);
  await expect(send(searchDeals, { body: {} }, { priority: 'purchase' })).rejects.toMatchObject({
    kind,
    mayHaveCharged,
  });
});

test.each([
  [502, 'unreachable'],
  [503, 'unreachable'],
  [504, 'timeout'],
  [520, 'unreachable'],
])(
  'a %i that no service wrote, such as a balancer’s page of HTML, leaves the outcome unknown',
  async (status, kind) => {
    vi.stubGlobal(
      'fetch',
      vi.fn<typeof fetch>(async () => new Response('<html><h1>Bad gateway</h1></html>', { status })),
    );
    const sent = send(searchDeals, { body: {} }, { priority: 'purchase' });
    await expect(sent).rejects.toMatchObject({ kind, mayHaveCharged: true });
  },
);
