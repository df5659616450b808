import { lookUpCompanies, searchCompanies } from '#contract/companies.ts';
import { searchDeals } from '#contract/deals.ts';
import { lookUpInvestors, searchInvestors } from '#contract/investors.ts';
import { lookUpPeople, searchPeople } from '#contract/people.ts';
import type { PaidEndpoint } from '#contract/quote.ts';
import type { RequestEndpoint, UnlockedResponse } from '#contract/workspace/records.ts';
import type { Transaction } from '../db/pool.ts';
import type { Sql } from '../db/sql.ts';
import type { PaidResponse } from './paid-call.ts';
import { type Press, purchase, type Purchasing } from './purchase.ts';
import { hashJson } from './request-hash.ts';
import { readResponseRecords } from './response-records.ts';
import { findUnlockedResponses, storeResponse } from './stored-responses.ts';
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

type SingleRequest = { readonly endpoint: RequestEndpoint; readonly input: Readonly<Record<string, unknown>> };

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

/** Sends one paid request, and stores response and records; a stored response is not bought again without `refresh`. */
export async function sendSingleRequest(
  purchasing: Purchasing,
  press: Press,
  { refresh: wanted, ...request }: SingleRequest & { readonly refresh: boolean },
): Promise<UnlockedResponse> {
  const { db, clock } = purchasing;
  const { accountId } = press.payer.owner;
  const hash = hashRequest(request);
  const endpoint = endpoints[request.endpoint];
  const call = endpoint.method === 'GET' ? { endpoint, query: request.input } : { endpoint, body: request.input };
  for (let refresh = wanted; ; refresh = false) {
    const find = async (sql: Sql) => (refresh ? undefined : findResponse(sql, accountId, request));
    const stored = await find(db);
    if (stored) return stored;
    const store = async (tx: Transaction, response: PaidResponse) => {
      const { records, count } = readResponseRecords(call, response);
      const unlockedRows = await storeRecords(tx, accountId, records, clock());
      const { data, meta } = response;
      await storeResponse(tx, accountId, { hash, endpoint: endpoint.id, data, meta, now: clock() });
      return { rows: count, unlockedRows };
    };
    await purchase(purchasing, press, call, store, { isStored: async (tx) => (await find(tx)) !== undefined });
  }
}
