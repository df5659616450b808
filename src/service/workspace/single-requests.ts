import { lookUpCompanies, searchCompanies } from '#contract/companies.ts';
import { searchDeals } from '#contract/deals.ts';
import { lookUpInvestors, searchInvestors } from '#contract/investors.ts';
import { lookUpPeople, searchPeople } from '#contract/people.ts';
import type { PaidEndpoint } from '#contract/quote.ts';
import type { RequestEndpoint, SingleRequest, UnlockedResponse, UnlockFailure } from '#contract/workspace/records.ts';
import type { Transaction } from '../db/pool.ts';
import type { Sql } from '../db/sql.ts';
import type { PaidCall, PaidResponse } from './paid-call.ts';
import { getLeft, type Press, purchase, type Purchasing, quotePurchase } from './purchase.ts';
import { hashJson } from './request-hash.ts';
import { readResponseRecords } from './response-records.ts';
import { findUnlockedResponses, storeResponse } from './stored-responses.ts';
import { describeRequestFailure, stepMs } from './unlock.ts';
import { storeRecords } from './unlocked-records.ts';

const endpoints: Readonly<Record<RequestEndpoint, PaidEndpoint>> = {
  lookUpCompanies,
  lookUpInvestors,
  lookUpPeople,
  searchDeals,
  searchCompanies,
  searchInvestors,
  searchPeople,
};

const hashRequest = ({ endpoint, input }: SingleRequest): Buffer => hashJson([endpoint, input]);

/** The stored responses to single requests; undefined where there is none. */
export const findResponses = (
  sql: Sql,
  accountId: string,
  requests: readonly SingleRequest[],
): Promise<(UnlockedResponse | undefined)[]> => findUnlockedResponses(sql, accountId, requests.map(hashRequest));

/** The stored response to a single request; undefined if there is none. */
export const findResponse = async (
  sql: Sql,
  accountId: string,
  request: SingleRequest,
): Promise<UnlockedResponse | undefined> => (await findResponses(sql, accountId, [request]))[0];

const buildCall = ({ endpoint: id, input }: SingleRequest): PaidCall => {
  const endpoint = endpoints[id];
  return endpoint.method === 'GET' ? { endpoint, query: input } : { endpoint, body: input };
};

/** Requests of one press that run at the same time. */
const concurrent = 4;

type Answers = {
  readonly responses: (UnlockedResponse | null)[];
  readonly left: number;
  readonly failure: UnlockFailure | null;
};

/**
 * Sends those of the requests that are not answered, in their order, as far as the press pays for them. Ends after some
 * seconds, or with the first failure; what arrived until then is stored. `left` is how many more the press pays for.
 */
export async function sendRequests(
  purchasing: Purchasing,
  press: Press,
  requests: readonly SingleRequest[],
): Promise<Answers> {
  const endsAt = Date.now() + stepMs;
  const responses = (await findResponses(purchasing.db, press.payer.owner.accountId, requests)).map(
    (response) => response ?? null,
  );
  for (;;) {
    let reserved = 0;
    const affordable = requests.flatMap((request, at) => {
      if (responses[at]) return [];
      const quoted = quotePurchase(press.payer, buildCall(request));
      if (reserved + quoted > getLeft(press)) return [];
      reserved += quoted;
      return [at];
    });
    const next = affordable.slice(0, concurrent);
    if (next.length === 0 || Date.now() >= endsAt) return { responses, left: affordable.length, failure: null };
    const outcomes = await Promise.allSettled(
      next.map(async (at) => {
        responses[at] = await sendSingleRequest(purchasing, press, {
          ...(requests[at] as SingleRequest),
          refresh: false,
        });
      }),
    );
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) return { responses, left: affordable.length, failure: describeRequestFailure(failed.reason) };
  }
}

/** Sends one paid request, and stores response and records; a stored response is not bought again without `refresh`. */
export async function sendSingleRequest(
  purchasing: Purchasing,
  press: Press,
  { refresh: wanted, ...request }: SingleRequest & { readonly refresh: boolean },
): Promise<UnlockedResponse> {
  const { db, clock } = purchasing;
  const { accountId } = press.payer.owner;
  const hash = hashRequest(request);
  const call = buildCall(request);
  for (let refresh = wanted; ; refresh = false) {
    const find = async (sql: Sql) => (refresh ? undefined : findResponse(sql, accountId, request));
    const stored = await find(db);
    if (stored) return stored;
    const store = async (tx: Transaction, response: PaidResponse) => {
      const { records, count } = readResponseRecords(call, response);
      const unlockedRows = await storeRecords(tx, accountId, records, clock());
      const { data, meta } = response;
      await storeResponse(tx, accountId, { hash, endpoint: call.endpoint.id, data, meta, now: clock() });
      return { rows: count, unlockedRows };
    };
    await purchase(purchasing, press, call, store, { isStored: async (tx) => (await find(tx)) !== undefined });
  }
}
