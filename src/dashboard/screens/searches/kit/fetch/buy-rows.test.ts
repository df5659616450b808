// @vitest-environment jsdom
import type { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { searchDeals } from '#contract/deals.ts';
import { planPages } from '#contract/quote.ts';
import type { StoredSearch } from '#contract/workspace/searches.ts';
import { limiter } from '../../../../platform/http/limiter.ts';
import { createQueryClient } from '../../../../platform/http/query-client.ts';
import { createRecordStore } from '../../../../records/record-store.ts';
import { SpendAuthorization } from '../../../../spending/spend-authorization.ts';
import type { Resource, ResourceQuery } from '../resource/resource.ts';
import { buyRows, pricePage, priceRows } from './buy-rows.ts';
import { buildSearchRequest, storedSearchQuery } from './stored-results.ts';
import { buildResults } from './testing-results.ts';

const resource: Resource = {
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
  count: async () => ({ total: null }),
  emptyMessage: '',
};
const search: ResourceQuery = { resource, query: { sort: 'most_recent_deal', rows: 25 } };

type Gateway = { total: number; sent: number; billedTenths: number; onSend: (sent: number) => void };
type Sent = { readonly rows: number; readonly max_tenths: number };

/** A gateway in front of a service of so many rows; `onSend` may fail a request, which bills nothing. */
function serve(gateway: Gateway): void {
  const { ids: _ids, figures: _figures, ...empty } = buildResults([]);
  let stored: StoredSearch = { ...empty, billed_tenths: 0, ended: false };
  vi.stubGlobal(
    'fetch',
    vi.fn<(url: string, init?: RequestInit) => Promise<Response>>(async (url, init) => {
      const body = JSON.parse(init?.body as string) as Sent;
      gateway.sent += 1;
      gateway.onSend(gateway.sent);
      const before = url.endsWith('/more') ? stored.loaded : 0;
      const [request] = planPages(before, body.rows);
      const count = Math.max(0, Math.min(gateway.total, before + request!.size) - before);
      const billed = pricePage(resource, count);
      expect(pricePage(resource, request!.size)).toBeLessThanOrEqual(body.max_tenths);
      gateway.billedTenths += billed;
      stored = {
        ...stored,
        total: gateway.total,
        loaded: before + request!.size,
        rows: before + count,
        ended: count < request!.size,
        billed_tenths: (before === 0 ? 0 : stored.billed_tenths) + billed,
      };
      const bill = { quoted_tenths: billed, billed_tenths: billed, unconfirmed_tenths: 0 };
      return Response.json({ success: true, data: { search: stored, bill }, meta: {} });
    }),
  );
}

let client: QueryClient;
beforeEach(() => {
  limiter.applyHeaders({ requestsLeft: 10_000, resetSeconds: 600 });
  client = createQueryClient();
});
afterEach(() => vi.unstubAllGlobals());

const readStored = () => client.getQueryData(storedSearchQuery(buildSearchRequest(search)).queryKey)!;
const press = (
  mode: 'start' | 'more',
  rows: number,
  authorization = SpendAuthorization.issue(priceRows(search, rows)),
) => buyRows(client, { search, authorization, rows, mode });

/** Loads the first page of a service of so many rows. */
async function begin(total: number): Promise<Gateway> {
  const gateway: Gateway = { total, sent: 0, billedTenths: 0, onSend: () => undefined };
  client.clear();
  serve(gateway);
  await press('start', 25);
  return gateway;
}

test('the remaining rows come in pages, within the price that the button showed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 26, max: 4000 }), async (total) => {
      const gateway = await begin(total);
      expect(await press('more', total - 25)).toBe('complete');
      expect(readStored()).toMatchObject({ loaded: total, rows: total, billed_tenths: total * 10 });
      expect(gateway.billedTenths).toBe(total * 10);
    }),
    { numRuns: 25 },
  );
});

test('stopped or failed at any page, the loaded rows are stored and charged, and the rest can continue at its price', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 600, max: 4000 }), fc.nat(20), fc.boolean(), async (total, at, fails) => {
      const gateway = await begin(total);
      const pages = planPages(25, total - 25);
      const breaksAt = 2 + (at % pages.length);
      const authorization = SpendAuthorization.issue(pricePage(resource, total - 25));
      gateway.onSend = (sent) => {
        if (sent !== breaksAt) return;
        if (fails) throw new Error('The connection failed.');
        authorization.cancel();
      };
      const end = await press('more', total - 25, authorization).catch(() => 'failed');
      const isLast = breaksAt === pages.length + 1;
      expect(end).toBe(fails ? 'failed' : isLast ? 'complete' : 'stopped');
      const { loaded, billed_tenths: billed } = readStored();
      expect(gateway.billedTenths).toBe(pricePage(resource, loaded));
      expect(billed).toBe(gateway.billedTenths);

      gateway.onSend = () => undefined;
      if (loaded < total) expect(await press('more', total - loaded)).toBe('complete');
      expect(gateway.billedTenths).toBe(pricePage(resource, total));
    }),
    { numRuns: 25 },
  );
});

test('a changed total ends the purchase, and the rest of the authorization is not spent', async () => {
  const gateway = await begin(2000);
  gateway.onSend = (sent) => {
    if (sent === 3) gateway.total += 1;
  };
  expect(await press('more', 1975)).toBe('moved');
  expect(gateway.sent).toBe(3);
});
