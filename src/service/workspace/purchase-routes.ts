import type { FastifyInstance } from 'fastify';
import { changeBudget, readBudget } from '#contract/workspace/budget.ts';
import { buyMarketCounts, quoteMarketCounts, readUnlockedMarket } from '#contract/workspace/market.ts';
import { readUnlockedRoutes } from '#contract/workspace/routes.ts';
import { changePurchase, listPurchaseDays, listPurchases, retryPurchase } from '#contract/workspace/purchases.ts';
import {
  findRequest,
  findUnlockedCompanies,
  readUnlockedRecords,
  sendSeveral,
  sendSingle,
  unlockRecords,
} from '#contract/workspace/records.ts';
import {
  previewSearch,
  findSearch,
  forgetSearch,
  listSearches,
  loadMore,
  readSearch,
  readSearchRows,
  startSearch,
} from '#contract/workspace/searches.ts';
import { HttpError } from '../http/http-error.ts';
import type { ServiceOptions } from '../http/options.ts';
import type { KeyOwner } from '../http/rate-limit.ts';
import { route } from '../http/route.ts';
import { parseId } from '../http/validation.ts';
import { changeBudgetOf, openBudget } from './budget.ts';
import { buyCounts, countTenths, readCounts } from './buy-counts.ts';
import { describeCounts } from './count-market.ts';
import { buildPurchase, dismissPurchase, listPurchasesOf, readPurchase, sumPurchaseDays } from './list-purchases.ts';
import type { Payer } from './paid-call.ts';
import { createPress, type Purchasing } from './purchase.ts';
import { retry } from './retry.ts';
import { hashSearch } from './request-hash.ts';
import { previewFirstRows, loadMoreRows, runSearch } from './searches.ts';
import { findResponse, sendRequests, sendSingleRequest } from './single-requests.ts';
import {
  findStoredSearch,
  forgetStoredSearch,
  listStoredSearches,
  readSearchRowsOf,
  readStoredSearch,
} from './stored-searches.ts';
import { unlock } from './unlock.ts';
import { findUnlockedMarket } from './unlocked-market.ts';
import { findUnlockedRoutes } from './unlocked-routes.ts';
import { findCompaniesByAddress, findRecords } from './unlocked-records.ts';
import { bumpVersions } from './versions.ts';

/** Registers what an account buys, and what it has bought. */
export function registerPurchases(api: FastifyInstance, options: ServiceOptions, purchasing: Purchasing): void {
  registerSearches(api, options, purchasing);
  registerRecords(api, options, purchasing);
  const { db } = options;
  route(api, options, listPurchases, async ({ query, caller }) => {
    const data = await listPurchasesOf(db, caller.accountId, query);
    return { data, rows: data.purchases.length };
  });
  route(api, options, listPurchaseDays, async ({ caller }) => {
    const days = await sumPurchaseDays(db, caller.accountId);
    return { data: { days }, rows: days.length };
  });
  route(api, options, changePurchase, async ({ params, caller, now }) => {
    const purchase = await dismissPurchase(db, caller.accountId, parseId(params.id, 'purchaseNotFound'), now);
    if (!purchase) throw new HttpError('purchaseNotFound');
    return { data: { purchase }, rows: 1 };
  });
  route(api, options, retryPurchase, async ({ params, body, ...context }) => {
    const { accountId } = context.caller;
    const row = await readPurchase(db, accountId, parseId(params.id, 'purchaseNotFound'));
    if (!row) throw new HttpError('purchaseNotFound');
    if (row.state !== 'unconfirmed') throw new HttpError('purchaseConfirmed');
    const press = createPress(toPayer(context), { ...body, screen: row.screen, repeat: true });
    const id = await retry(purchasing, press, row);
    const sent = await readPurchase(db, accountId, id);
    if (!sent) throw new HttpError('purchaseNotFound');
    return { data: { purchase: buildPurchase(sent), bill: press.bill }, rows: 1 };
  });
  route(api, options, readBudget, async ({ caller, now }) => ({
    data: await openBudget(db, caller.accountId, now),
    rows: 1,
  }));
  route(api, options, changeBudget, async ({ body, caller, now }) => ({
    data: await changeBudgetOf(db, caller.accountId, body, now),
    rows: 1,
  }));
}

type Context = { readonly caller: KeyOwner; readonly generation: number | undefined };

const toPayer = ({ caller, generation }: Context): Payer => ({
  owner: caller,
  memberId: caller.memberId,
  generation,
  ...(caller.hostedKey === undefined ? {} : { authorization: `Bearer ${caller.hostedKey}` }),
});

function registerSearches(api: FastifyInstance, options: ServiceOptions, purchasing: Purchasing): void {
  const { db } = options;
  route(api, options, startSearch, async ({ body, ...context }) => {
    const press = createPress(toPayer(context), body);
    const search = await runSearch(purchasing, press, body);
    return { data: { search, bill: press.bill }, rows: 1 };
  });
  route(api, options, loadMore, async ({ params, body, ...context }) => {
    const press = createPress(toPayer(context), body);
    const search = await loadMoreRows(purchasing, press, parseId(params.id, 'searchNotFound'), body.rows);
    return { data: { search, bill: press.bill }, rows: 1 };
  });
  route(api, options, findSearch, async ({ body: { resource, body, via }, caller }) => {
    const search = await findStoredSearch(db, caller.accountId, hashSearch(resource, body, via));
    return { data: { search: search ?? null }, rows: search ? 1 : 0 };
  });
  route(api, options, previewSearch, async ({ body, ...context }) => ({
    data: { preview: await previewFirstRows(purchasing, toPayer(context), body) },
    rows: 1,
  }));
  route(api, options, listSearches, async ({ query, caller }) => {
    const data = await listStoredSearches(db, caller.accountId, query);
    return { data, rows: data.searches.length };
  });
  route(api, options, readSearch, async ({ params, caller }) => {
    const search = await readStoredSearch(db, caller.accountId, parseId(params.id, 'searchNotFound'));
    if (!search) throw new HttpError('searchNotFound');
    return { data: { search }, rows: 1 };
  });
  route(api, options, readSearchRows, async ({ params, query, caller }) => {
    const data = await readSearchRowsOf(db, caller.accountId, parseId(params.id, 'searchNotFound'), query);
    if (!data) throw new HttpError('searchNotFound');
    return { data, rows: data.rows.length };
  });
  route(api, options, forgetSearch, async ({ params, caller }) => {
    const id = parseId(params.id, 'searchNotFound');
    const forgotten = await db.begin(async (tx) => {
      const found = await forgetStoredSearch(tx, caller.accountId, id);
      if (found) await bumpVersions(tx, caller.accountId, 'searches');
      return found;
    });
    if (!forgotten) throw new HttpError('searchNotFound');
    return { data: { forgotten }, rows: 1 };
  });
  route(api, options, readUnlockedMarket, async ({ body, caller, now }) => ({
    data: await findUnlockedMarket(db, caller.accountId, body, now),
    rows: 1,
  }));
  route(api, options, quoteMarketCounts, async ({ body, caller, now }) => {
    const plan = await readCounts(db, caller.accountId, body, { now });
    return { data: { counts: describeCounts(plan, countTenths), at: now.toISOString() }, rows: 1 };
  });
  route(api, options, buyMarketCounts, async ({ body, ...context }) => {
    const press = createPress(toPayer(context), body);
    const { parts, after } = body;
    const run = await buyCounts(purchasing, press, { question: body, parts, after });
    return { data: { ...run, bill: press.bill }, rows: 1 };
  });
  route(api, options, readUnlockedRoutes, async ({ body, caller, now }) => {
    const data = await findUnlockedRoutes(db, caller.accountId, body, now);
    return { data, rows: data.routes.length };
  });
}

function registerRecords(api: FastifyInstance, options: ServiceOptions, purchasing: Purchasing): void {
  const { db } = options;
  route(api, options, readUnlockedRecords, async ({ body, caller }) => {
    const records = await findRecords(db, caller.accountId, body);
    return { data: { records }, rows: Object.values(records).flat().length };
  });
  route(api, options, findUnlockedCompanies, async ({ body, caller }) => {
    const companies = await findCompaniesByAddress(db, caller.accountId, body);
    return { data: { companies }, rows: companies.length };
  });
  route(api, options, unlockRecords, async ({ body, ...context }) => {
    const press = createPress(toPayer(context), body);
    const unlocked = await unlock(purchasing, press, { ids: body, refresh: body.refresh });
    return { data: { ...unlocked, bill: press.bill }, rows: Object.values(unlocked.records).flat().length };
  });
  route(api, options, sendSingle, async ({ body, ...context }) => {
    const press = createPress(toPayer(context), body);
    const response = await sendSingleRequest(purchasing, press, body);
    return { data: { response, bill: press.bill }, rows: 1 };
  });
  route(api, options, sendSeveral, async ({ body, ...context }) => {
    const press = createPress(toPayer(context), body);
    const sent = await sendRequests(purchasing, press, body.requests);
    return { data: { ...sent, bill: press.bill }, rows: 1 };
  });
  route(api, options, findRequest, async ({ body, caller }) => {
    const response = await findResponse(db, caller.accountId, body);
    return { data: { response: response ?? null }, rows: response ? 1 : 0 };
  });
}
