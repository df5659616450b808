import { readCompany, searchCompanies } from '#contract/companies.ts';
import { readDeal, readDealInvestors, searchDeals } from '#contract/deals.ts';
import { readInvestor, searchInvestors } from '#contract/investors.ts';
import { readPerson, searchPeople } from '#contract/people.ts';
import { splitIntoBatches } from '#contract/quote.ts';
import { type UnlockedKind, unlockedKinds, type RecordsById, type UnlockFailure } from '#contract/workspace/records.ts';
import { HttpError } from '../http/http-error.ts';
import type { Transaction } from '../db/pool.ts';
import type { PaidCall, PaidResponse } from './paid-call.ts';
import { getLeft, type Press, purchase, type Purchasing, quotePurchase } from './purchase.ts';
import { readResponseRecords } from './response-records.ts';
import { ServiceError } from '../http/service-error.ts';
import { findLocked, findRecords, type IdsByKind, storeRecords } from './unlocked-records.ts';

/** How long one request of the page may take before it is continued by the next one. */
export const stepMs = 4000;
/** Requests of one press that run at the same time, so that 25 rounds take as long as six. */
const concurrent = 4;

type Unlocked = { readonly records: RecordsById; readonly left: number; readonly failure: UnlockFailure | null };

/**
 * Buys those of the named records that are not unlocked, kind by kind, as far as the press pays for them: companies,
 * investors, people and deals in batches, everything else with one request each. Ends after some seconds, or with the
 * first failure; what arrived until then stays unlocked.
 */
export async function unlock(
  purchasing: Purchasing,
  press: Press,
  { ids, refresh }: { readonly ids: IdsByKind; readonly refresh: boolean },
): Promise<Unlocked> {
  const { db } = purchasing;
  const { accountId } = press.payer.owner;
  const waiting: Step[] = [];
  for (const kind of unlockedKinds) {
    const wanted = refresh ? [...new Set(ids[kind])] : await findLocked(db, accountId, kind, ids[kind] ?? []);
    waiting.push(...(await planSteps(purchasing, accountId, kind, wanted)));
  }
  const quote = ({ call }: Step) => quotePurchase(press.payer, call);
  const endsAt = Date.now() + stepMs;
  let failure: UnlockFailure | null = null;
  let reserved = 0;
  const run = async (): Promise<void> => {
    while (failure === null && Date.now() < endsAt) {
      // Requests that run at the same time share what is left; a round that is too expensive is skipped.
      const at = waiting.findIndex((step) => quote(step) <= getLeft(press) - reserved);
      const [step] = at < 0 ? [] : waiting.splice(at, 1);
      if (!step) return;
      const quoted = quote(step);
      reserved += quoted;
      try {
        if ((await buyStep(purchasing, press, step, refresh)) === 'bought') continue;
        // Another press has bought some of them, or tried to.
        const rest = await findLocked(db, accountId, step.kind, step.ids);
        waiting.push(...(await planSteps(purchasing, accountId, step.kind, rest)));
      } catch (error) {
        failure ??= describeRequestFailure(error);
        waiting.push(step);
      } finally {
        reserved -= quoted;
      }
    }
  };
  await Promise.all(Array.from({ length: concurrent }, run));
  const left = waiting.filter((step) => quote(step) <= getLeft(press));
  return {
    records: await findRecords(db, accountId, ids),
    left: left.reduce((sum, step) => sum + step.ids.length, 0),
    failure,
  };
}

/** One request, and the records that it unlocks. */
type Step = { readonly kind: UnlockedKind; readonly ids: readonly string[]; readonly call: PaidCall };

const batched = {
  deals: { endpoint: searchDeals, member: 'deal_ids' },
  companies: { endpoint: searchCompanies, member: 'ids' },
  investors: { endpoint: searchInvestors, member: 'ids' },
  people: { endpoint: searchPeople, member: 'ids' },
} as const;

async function planSteps(
  { db }: Purchasing,
  accountId: string,
  kind: UnlockedKind,
  ids: readonly string[],
): Promise<Step[]> {
  if (kind === 'articles') return ids.map((id) => ({ kind, ids: [id], call: { endpoint: readDeal, params: { id } } }));
  if (kind === 'histories')
    return ids.map((id) => ({ kind, ids: [id], call: { endpoint: readPerson, query: { id } } }));
  if (kind === 'rounds') {
    const { deals = [] } = await findRecords(db, accountId, { deals: ids });
    const sizes = new Map(deals.map(({ id, record }) => [id, record ? countRoundInvestors(record) : 0]));
    // How many rows a locked deal would cost is not known, and without investors there is nothing to buy.
    return ids.flatMap((id) => {
      const rows = sizes.get(id) ?? 0;
      return rows === 0 ? [] : [{ kind, ids: [id], call: { endpoint: readDealInvestors, params: { id }, rows } }];
    });
  }
  const [only, ...others] = ids;
  if (only !== undefined && others.length === 0 && kind !== 'deals' && kind !== 'people') {
    const endpoint = kind === 'companies' ? readCompany : readInvestor;
    return [{ kind, ids: [only], call: { endpoint, query: { id: only } } }];
  }
  const { endpoint, member } = batched[kind];
  return splitIntoBatches(ids).map((batch) => ({
    kind,
    ids: batch,
    call: { endpoint, body: { identifiers: { [member]: batch }, page: 0, page_size: batch.length } },
  }));
}

/** The number of investors in a round, with angels: the rows that unlocking them costs. */
function countRoundInvestors(deal: Readonly<Record<string, unknown>>): number {
  const lists = [deal['investor_ids'], deal['angel_investor_ids']];
  return lists.reduce((sum: number, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
}

async function buyStep(
  purchasing: Purchasing,
  press: Press,
  { kind, ids, call }: Step,
  refresh: boolean,
): Promise<'bought' | 'twin'> {
  const { accountId } = press.payer.owner;
  const store = async (tx: Transaction, response: PaidResponse) => {
    const found = readResponseRecords(call, response);
    const received = new Set(found.records.map(({ id }) => id));
    // Unreadable rows do not tell which ids the service knows.
    const unknown = found.unreadable > 0 || kind === 'rounds' ? [] : ids.filter((id) => !received.has(id));
    const records = [...found.records, ...unknown.map((id) => ({ kind, id, record: null }))];
    const unlockedRows = await storeRecords(tx, accountId, records, purchasing.clock());
    return { rows: found.count, unlockedRows };
  };
  const isStored = async (tx: Transaction) =>
    !refresh && (await findLocked(tx, accountId, kind, ids)).length < ids.length;
  return purchase(purchasing, press, call, store, { isStored });
}

/** A failed request as the page gets it; rethrows what is no error of a request. */
export function describeRequestFailure(error: unknown): UnlockFailure {
  if (error instanceof HttpError) {
    const { status, definition, message, headers } = error;
    const retryAfter = Number(headers['retry-after']);
    return { status, code: definition.code, message, retry_after: Number.isInteger(retryAfter) ? retryAfter : null };
  }
  if (error instanceof ServiceError) {
    const { status, code, message, retryAfter } = error;
    return { status, code, message, retry_after: retryAfter };
  }
  throw error;
}
