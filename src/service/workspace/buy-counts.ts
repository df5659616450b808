import { searchDeals } from '#contract/deals.ts';
import { quoteRequest } from '#contract/quote.ts';
import type { countedParts } from '#contract/workspace/market.ts';
import type { UnlockFailure } from '#contract/workspace/records.ts';
import type { Sql } from '../db/sql.ts';
import { toDayNumber } from '../market/deal-table.ts';
import {
  type Count,
  type CountBody,
  type CountPlan,
  type CountQuestion,
  planCounts,
  readStoredCount,
} from './count-market.ts';
import { getLeft, type Press, type Purchasing } from './purchase.ts';
import { canonicalJson } from './request-hash.ts';
import { findResponses, sendSingleRequest } from './single-requests.ts';
import { describeRequestFailure, stepMs } from './unlock.ts';

/** Requests of one press that run at the same time. */
const concurrent = 4;
const endpoint = 'searchDeals';

/** The highest price of one count, in tenths. */
export const countTenths = quoteRequest(searchDeals, { body: { page_size: 1 } });

/**
 * Reads what is counted of a question, and plans the rest.
 *
 * @param after Counts stored before this moment are counted again, and do not count as bought.
 */
export async function readCounts(
  sql: Sql,
  accountId: string,
  question: CountQuestion,
  { now, after = '' }: { readonly now: Date; readonly after?: string | undefined },
): Promise<CountPlan> {
  const found = new Map<string, Count | undefined>();
  const today = toDayNumber(now.toISOString().slice(0, 10));
  // Where the percentiles are is known once the rounds are counted, so that further requests follow from the first.
  for (;;) {
    const missing = new Map<string, CountBody>();
    const plan = planCounts(question, today, (body) => {
      const key = canonicalJson(body);
      if (!found.has(key)) missing.set(key, body);
      return found.get(key);
    });
    if (missing.size === 0) return plan;
    const bodies = [...missing.values()];
    const responses = await findResponses(
      sql,
      accountId,
      bodies.map((input) => ({ endpoint, input })),
    );
    for (const [at, key] of [...missing.keys()].entries()) {
      const response = responses[at];
      found.set(key, response && response.at >= after ? readStoredCount(response) : undefined);
    }
  }
}

type CountsPress = {
  readonly question: CountQuestion;
  readonly parts: readonly (typeof countedParts)[number][];
  readonly after: string | undefined;
};

/**
 * Buys the counts of a question that are not bought, part by part, as far as the press pays for them. Ends after some
 * seconds, or with the first failure; what arrived until then is stored. `left` is how many more the press pays for.
 */
export async function buyCounts(
  purchasing: Purchasing,
  press: Press,
  { question, parts, after }: CountsPress,
): Promise<{ readonly left: number; readonly failure: UnlockFailure | null }> {
  const { db, clock } = purchasing;
  const endsAt = Date.now() + stepMs;
  // A clock that is behind `after` would have the same figure counted again and again.
  const sent = new Set<string>();
  for (;;) {
    const plan = await readCounts(db, press.payer.owner.accountId, question, { now: clock(), after });
    const wanted = parts.map((part) => plan.parts[part]);
    const affordable = Math.floor(getLeft(press) / countTenths);
    const next = wanted
      .flatMap(({ ready }) => ready)
      .filter((body) => !sent.has(canonicalJson(body)))
      .slice(0, Math.min(concurrent, affordable));
    const open = wanted.reduce((sum, part) => sum + part.open, 0);
    if (next.length === 0 || Date.now() >= endsAt) return { left: Math.min(open, affordable), failure: null };
    for (const body of next) sent.add(canonicalJson(body));
    const outcomes = await Promise.allSettled(
      next.map((input) => sendSingleRequest(purchasing, press, { endpoint, input, refresh: after !== undefined })),
    );
    const failed = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
    if (failed) return { left: Math.min(open, affordable), failure: describeRequestFailure(failed.reason) };
  }
}
