// @vitest-environment jsdom
import type { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { searchDeals } from '#contract/deals.ts';
import { createQueryClient } from '../../app/query-client.ts';
import { createRecordStore, storedResults } from '../../library/records/records.ts';
import { showStoredResults } from '../../library/records/stored-query.ts';
import { showSyncState } from '../../library/records/sync-state.ts';
import { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { appendToJournal, journalOfAccount } from '../../purchase/journal.ts';
import { runBatch } from './batch.ts';
import { fetchFirstPage, pricePage, priceRequests, readResults, resultsQuery } from './fetch-results.ts';
import { planPages } from '../../purchase/price.ts';
import type { SearchResultPages } from './search-results.ts';
import type { AnyResource, ResourceQuery, ResultPage } from '../resource/resource.ts';

const toId = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

type Wire = { total: number; sent: number; billedTenths: number; onSend: (sent: number) => void };

/**
 * A screen on a service of so many rows that bills each row it returns; `onSend` may fail a request, which bills
 * nothing.
 */
function forQuery(wire: Wire): ResourceQuery {
  const find = async (authorization: SpendAuthorization, body: Record<string, unknown>): Promise<ResultPage> => {
    const [page, size] = [Number(body['page']), Number(body['page_size'])];
    authorization.draw(pricePage(resource, size));
    wire.sent += 1;
    wire.onSend(wire.sent);
    const count = Math.max(0, Math.min(wire.total, (page + 1) * size) - page * size);
    wire.billedTenths += pricePage(resource, count);
    return {
      ids: Array.from({ length: count }, (_, row) => toId(page * size + row)),
      total: wire.total,
      ignored: [],
      moreIgnored: 0,
      surprises: 0,
      paidTenths: pricePage(resource, count),
      isRead: true,
    };
  };
  const resource: AnyResource = {
    name: 'deals',
    one: 'deal',
    many: 'deals',
    statusKind: 'deal',
    filters: [],
    sortLabels: { most_recent_deal: 'newest first' },
    sorts: [{ value: 'most_recent_deal', direction: 'descending' }],
    chart: {
      read: () => undefined,
      divisions: [],
      dayColumn: 'announced',
      activity: { keys: ['from', 'to'], basis: '' },
    },
    templates: [],
    cost: searchDeals.cost,
    unlocked: createRecordStore(),
    find,
    count: async () => ({ total: null }),
    emptyMessage: '',
  };
  return { resource, query: { sort: 'most_recent_deal', rows: 25 } };
}

let client: QueryClient;
beforeEach(async () => {
  client = createQueryClient();
  await journalOfAccount.open({ account: 'nobody', database: undefined });
  await appendToJournal((_, at) => [{ type: 'budget-set', at, budgetTenths: null }]);
});

/** Loads the first page; returns how many rows remain. */
async function begin(search: ResourceQuery, total: number): Promise<number> {
  client.clear();
  await fetchFirstPage(SpendAuthorization.issue(250), client, search, false);
  return Math.max(0, total - 25);
}

test('the remaining rows come in pages that quote exactly what they bill, each row once and in order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 26, max: 4000 }), async (total) => {
      const wire: Wire = { total, sent: 0, billedTenths: 0, onSend: () => undefined };
      const search = forQuery(wire);
      const remaining = await begin(search, total);
      const quoted = pricePage(search.resource, remaining);
      expect(priceRequests(search, planPages(25, remaining))).toBe(quoted);
      expect(await runBatch(SpendAuthorization.issue(quoted), client, search, remaining)).toBe('complete');
      expect(readResults(client, search)?.ids).toEqual(Array.from({ length: total }, (_, row) => toId(row)));
      expect(wire.billedTenths).toBe(250 + quoted);
    }),
    { numRuns: 25 },
  );
});

test('stopped or failed at any page, the loaded rows are unlocked and charged, and the rest can continue at its price', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 600, max: 4000 }), fc.nat(20), fc.boolean(), async (total, at, fails) => {
      const wire: Wire = { total, sent: 0, billedTenths: 0, onSend: () => undefined };
      const search = forQuery(wire);
      const remaining = await begin(search, total);
      const pages = planPages(25, remaining);
      const breaksAt = 2 + (at % pages.length);
      const authorization = SpendAuthorization.issue(pricePage(search.resource, remaining));
      wire.onSend = (sent) => {
        if (sent !== breaksAt) return;
        if (fails) throw new Error('The service failed.');
        authorization.cancel();
      };
      const end = await runBatch(authorization, client, search, remaining);
      const isLast = breaksAt === pages.length + 1;
      expect(end).toBe(fails ? 'failed' : isLast ? 'complete' : 'stopped');
      const loaded = readResults(client, search)!;
      expect(wire.billedTenths).toBe(pricePage(search.resource, loaded.ids.length));
      expect(loaded.paidTenths).toBe(wire.billedTenths);

      wire.onSend = () => undefined;
      const rest = total - loaded.bought;
      const quoted = pricePage(search.resource, rest);
      expect(await runBatch(SpendAuthorization.issue(quoted), client, search, rest)).toBe('complete');
      expect(wire.billedTenths).toBe(pricePage(search.resource, total));
      expect(new Set(readResults(client, search)?.ids).size).toBe(total);
      expect(client.getQueryState(resultsQuery(search).queryKey)?.status).toBe('success');
    }),
    { numRuns: 25 },
  );
});

test('a changed total ends the batch, and the rest of the authorization is not spent', async () => {
  const wire: Wire = { total: 2000, sent: 0, billedTenths: 0, onSend: () => undefined };
  const search = forQuery(wire);
  const remaining = await begin(search, 2000);
  wire.onSend = (sent) => {
    if (sent === 3) wire.total += 1;
  };
  expect(await runBatch(SpendAuthorization.issue(remaining * 10), client, search, remaining)).toBe('moved');
  expect(wire.sent).toBe(3);
});

test('a browser that is still receiving the workspace buys neither results nor pages that a colleague bought', async () => {
  const wire: Wire = { total: 100, sent: 0, billedTenths: 0, onSend: () => undefined };
  const search = forQuery(wire);
  await begin(search, 100);
  const first = readResults(client, search)!;
  const complete = { ...first, ids: Array.from({ length: 100 }, (_, index) => toId(index)), bought: 100, ended: true };
  const receive = (data: SearchResultPages) => {
    const id = JSON.stringify(resultsQuery(search).queryKey);
    storedResults.merge({ rows: [{ at: Date.now() + 1000, row: { id, data } }], unknown: [] });
    showStoredResults(client, id);
    showSyncState({ kind: 'synced' });
  };

  client.clear();
  showSyncState({ kind: 'receiving', entries: 1 });
  const searching = fetchFirstPage(SpendAuthorization.issue(250), client, search, false);
  receive(first);
  await searching;
  expect(readResults(client, search)).toEqual(first);

  showSyncState({ kind: 'receiving', entries: 1 });
  const loading = runBatch(SpendAuthorization.issue(750), client, search, 75);
  receive(complete);
  expect(await loading).toBe('complete');
  expect(readResults(client, search)?.ids).toHaveLength(100);
  expect(wire.sent).toBe(1);
});

test('a cancelled authorization pays for nothing more', () => {
  const authorization = SpendAuthorization.issue(1000);
  authorization.draw(10);
  authorization.cancel();
  expect(() => authorization.draw(10)).toThrow('You stopped this.');
});

test('the rest loads, and a refresh is sent, after the clock was set back', async () => {
  const wire: Wire = { total: 100, sent: 0, billedTenths: 0, onSend: () => undefined };
  const counted = forQuery(wire);
  await begin(counted, 100);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 });
  try {
    expect(await runBatch(SpendAuthorization.issue(750), client, counted, 75)).toBe('complete');
    await fetchFirstPage(SpendAuthorization.issue(250), client, counted, true);
  } finally {
    vi.useRealTimers();
  }
  expect(wire.billedTenths).toBe(1250);
});
