import { z } from 'zod';
import { listMeta } from '#contract/envelope.ts';
import { errorBody, relayDetails } from '#contract/error-body.ts';
import { readHeaders, type ResponseHeaders } from '../platform/http/headers.ts';
import { readKey } from '../platform/http/key.ts';
import { limiter } from '../platform/http/limiter.ts';
import { readPlace } from '../platform/http/place.ts';
import { request, type Reply } from '../platform/http/request.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { readJournal } from './journal.ts';
import type { JournalEntry } from './journal-entry.ts';
import { reserveBudget } from './reserve-budget.ts';
import { countRows } from './price.ts';
import { recordFree } from './send-free.ts';
import { describeReply } from './send-paid.ts';
import type { SpendAuthorization } from './spend-authorization.ts';

/** A request as a user wrote it in the API explorer; `key` pays instead of the key of this page. */
export type Trial = {
  readonly method: 'GET' | 'POST';
  /** Path and query, from the site's root. */
  readonly url: string;
  readonly body?: object;
  readonly key?: string | undefined;
  /** The most that it can cost, in tenths. */
  readonly tenths: number;
  readonly summary: string;
};

const timeoutSeconds = 30;
const responseData = z.looseObject({ data: z.unknown() });
const responseMeta = z.looseObject({ meta: z.looseObject(listMeta.partial().shape) });

/**
 * Sends a request as the API explorer wrote it, under the same rules as `sendPaid`, and resolves with the reply whatever
 * its status.
 */
export async function sendTrial(authorization: SpendAuthorization, trial: Trial): Promise<Reply> {
  authorization.draw(trial.tenths);
  const journal = await readJournal();
  const { method, url, body, key, tenths, summary } = trial;
  const path = url.startsWith(apiRoot) ? url.slice(apiRoot.length) : url;
  if (tenths === 0) {
    const reply = await exchange(trial);
    void recordFree({ method, path, summary }, countRows(readData(reply), path).rows);
    if (key === undefined) limiter.hear(readHeaders(reply.headers));
    return reply;
  }
  const place = readPlace();
  const fingerprint = JSON.stringify([method, url, body]);
  const { id } = await reserveBudget(journal, { tenths, summary, fingerprint, place }, false);
  const call = { place, method, path, summary, quotedTenths: tenths, ...(body ? { body: { ...body } } : {}) };
  const sentAt = Date.now();
  await journal.append((_, at) => [
    { type: 'sent', at, id, call: { ...call, ...(key === undefined ? {} : { otherKey: true as const }) } },
  ]);
  try {
    const reply = await exchange(trial);
    // Another key has another account, whose balance and limit say nothing about this one.
    if (key === undefined) limiter.hear(readHeaders(reply.headers));
    const { rows } = countRows(readData(reply), path);
    await journal.append((_, at) => [describeOutcome(trial, reply, { id, at, ms: at - sentAt, rows })]);
    return reply;
  } catch (error) {
    const isLost = !(error instanceof ApiError) || error.mayHaveCharged;
    const reply = describeReply(error, Date.now() - sentAt);
    await journal.append((_, at) => [{ type: isLost ? 'lost' : 'rejected', at, id, reply }]);
    throw error;
  }
}

const apiRoot = '/api/v1';
const readData = ({ json }: Reply): unknown => responseData.safeParse(json).data?.data;

async function exchange({ method, url, body, key }: Trial): Promise<Reply> {
  await limiter.admit('purchase');
  try {
    const bearer = key ?? readKey();
    const headers = { 'X-Fundscope': '1', ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}) };
    return await request({ method, url, headers, timeoutSeconds, ...(body ? { body } : {}) });
  } finally {
    limiter.finish();
  }
}

type Observed = { readonly id: string; readonly at: number; readonly ms: number; readonly rows: number };

/** The entry for a reply of any status. */
function describeOutcome(trial: Trial, reply: Reply, { id, at, ms, rows }: Observed): JournalEntry {
  const headers = readHeaders(reply.headers);
  const { data } = responseMeta.safeParse(reply.json);
  const tenths = calculateReplyTenths(reply, headers, trial.tenths);
  const shown = {
    status: reply.status,
    ms,
    ...(data ? { meta: { ...data.meta } } : {}),
    ...(headers.requestId === undefined ? {} : { requestId: headers.requestId }),
  };
  if (tenths === undefined) return { type: 'lost', at, id, reply: shown };
  if (reply.status >= 300) return { type: 'rejected', at, id, reply: shown };
  const credits = {
    remainingTenths: headers.remainingTenths,
    monthly: data?.meta.monthly_credits_remaining,
    purchased: data?.meta.purchased_credits_remaining,
  };
  const isReported = trial.key === undefined && headers.usedTenths !== undefined;
  const billed = { type: 'billed', at, id, tenths, listedTenths: 0, rows, unlockedRows: null, reply: shown } as const;
  return isReported ? { ...billed, credits } : billed;
}

/**
 * What a reply was billed, in tenths: by its header, else by the integer of a hosted service, and where neither says it
 * the highest price; undefined where no service wrote the reply, so that nobody knows.
 */
export function calculateReplyTenths(
  { status, json }: Pick<Reply, 'status' | 'json'>,
  { usedTenths }: Pick<ResponseHeaders, 'usedTenths'>,
  highestTenths: number,
): number | undefined {
  if (usedTenths !== undefined) return usedTenths;
  if (status >= 200 && status < 300) {
    const counted = responseMeta.safeParse(json).data?.meta.credits_used;
    return typeof counted === 'number' && counted > 0
      ? counted * 10
      : counted === 0
        ? highestTenths % 10
        : highestTenths;
  }
  const read = errorBody.safeParse(json);
  if (!read.success) return status >= 500 ? undefined : 0;
  const relayed = relayDetails.safeParse(read.data.error.details);
  return relayed.success && relayed.data.outcome === 'unknown' ? undefined : 0;
}
