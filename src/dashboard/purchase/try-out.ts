import { z } from 'zod';
import { listMeta } from '#contract/envelope.ts';
import { errorBody, relayDetails } from '#contract/errors.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { readHeaders, type ResponseHeaders } from '../platform/http/headers.ts';
import { limiter } from '../platform/http/limiter.ts';
import { request, type Reply } from '../platform/http/request.ts';
import { whenLibraryOpen } from '../library/records/open-library.ts';
import { readKey } from '../platform/http/key.ts';
import { readPlace } from '../platform/http/place.ts';
import type { SpendAuthorization } from './spend-authorization.ts';
import { countData, toLine, toRefused } from './call-line.ts';
import { logCall, logFreeCall } from './call-log.ts';
import { move, settle, type PendingRequest } from './ledger.ts';
import type { LoggedCall } from './logged-call.ts';
import { meter } from './meter.ts';
import { reserveBudget } from './reservation.ts';
import { changeLedger } from './session-ledger.ts';

/** A request as a person wrote it in the API explorer; `key` pays instead of the key of this page. */
export type Trial = {
  readonly method: 'GET' | 'POST';
  /** Path and query, from the site's root. */
  readonly url: string;
  readonly body?: object;
  readonly key?: string | undefined;
  /** The most that it can cost, in tenths; what the act is drawn by. */
  readonly tenths: number;
  readonly summary: string;
};

const timeoutSeconds = 30;
const answerData = z.looseObject({ data: z.unknown() });
const answerMeta = z.looseObject({ meta: z.looseObject(listMeta.partial().shape) });

/**
 * Sends a request as it stands and brings the answer as it came, whatever its status: the explorer's door beside
 * `buy`, under the same rules. It takes the person's act, keeps to the session's budget and books the outcome.
 */
export async function tryOut(authorization: SpendAuthorization, trial: Trial): Promise<Reply> {
  authorization.draw(trial.tenths);
  await whenLibraryOpen();
  const pending = trial.tenths > 0 ? await reserveBudget(toIntent(trial), false) : undefined;
  const sentAt = meter.send();
  const complete = pending && logCall(toTrialLine(trial, pending));
  try {
    const reply = await exchange(trial, pending);
    const rows = countData(answerData.safeParse(reply.json).data?.data);
    if (!pending) void logFreeCall(toTrialRequest(trial), rows);
    const headers = readHeaders(reply.headers);
    // Another key has another account, whose balance and pace say nothing about this one.
    if (trial.key === undefined) hear(headers, reply, sentAt);
    const tenths = toReplyTenths(reply, headers, trial.tenths);
    void complete?.(toReplied(reply, headers, { rows, tenths, ms: Date.now() - (pending?.at ?? 0) }));
    if (pending) await settleReply(pending, tenths);
    return reply;
  } catch (error) {
    const isLost = error instanceof ApiError && error.mayHaveCharged;
    void complete?.(toRefused(error, isLost, Date.now() - (pending?.at ?? 0)));
    if (pending && isLost) await changeLedger((ledger) => move(ledger, pending.id, { step: 'lost' }));
    else if (pending) await book(pending, 0);
    throw error;
  }
}

/**
 * What a reply was billed, in tenths: by its header, else by the integer of a hosted service, and where neither says it
 * at most; undefined where no service wrote the reply, so that nobody knows.
 */
export function toReplyTenths(
  { status, json }: Pick<Reply, 'status' | 'json'>,
  { usedTenths }: Pick<ResponseHeaders, 'usedTenths'>,
  highestTenths: number,
): number | undefined {
  if (usedTenths !== undefined) return usedTenths;
  if (status >= 200 && status < 300) {
    const counted = answerMeta.safeParse(json).data?.meta.credits_used;
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

async function settleReply(pending: PendingRequest, tenths: number | undefined): Promise<void> {
  if (tenths === undefined) await changeLedger((ledger) => move(ledger, pending.id, { step: 'lost' }));
  else await book(pending, tenths);
}

const apiRoot = '/api/v1';
const toTrialRequest = ({ method, url, summary }: Trial) => ({
  method,
  path: url.startsWith(apiRoot) ? url.slice(apiRoot.length) : url,
  summary,
});

const toTrialLine = (trial: Trial, pending: PendingRequest): LoggedCall => ({
  ...toLine(toTrialRequest(trial), pending),
  ...(trial.body ? { body: { ...trial.body } } : {}),
  ...(trial.key === undefined ? {} : { otherKey: true as const }),
});

type Replied = { readonly rows: number; readonly tenths: number | undefined; readonly ms: number };

/** What an answer of any status adds to the line of its trial. */
function toReplied(
  { status, json }: Reply,
  { requestId }: ResponseHeaders,
  { rows, tenths, ms }: Replied,
): Partial<LoggedCall> {
  const { data } = answerMeta.safeParse(json);
  const isAnswered = status >= 200 && status < 300;
  return {
    outcome: tenths === undefined ? 'unknown' : isAnswered ? 'answered' : 'refused',
    billedTenths: tenths ?? 0,
    ...(isAnswered ? { rows, ownedRows: null } : {}),
    reply: {
      status,
      ms,
      ...(data ? { meta: { ...data.meta } } : {}),
      ...(requestId === undefined ? {} : { requestId }),
    },
  };
}

const toIntent = ({ method, url, body, tenths, summary }: Trial) => ({
  tenths,
  summary,
  question: JSON.stringify([method, url, body]),
  place: readPlace(),
});

async function exchange({ method, url, body, key }: Trial, pending: PendingRequest | undefined): Promise<Reply> {
  if (pending) await changeLedger((ledger) => move(ledger, pending.id, { step: 'sent', at: Date.now() }));
  await limiter.admit('purchase');
  try {
    const bearer = key ?? readKey();
    const headers = { 'X-Fundscope': '1', ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}) };
    return await request({ method, url, headers, timeoutSeconds, ...(body ? { body } : {}) });
  } finally {
    limiter.finish();
  }
}

const book = ({ id }: PendingRequest, tenths: number) =>
  changeLedger((ledger) => settle(ledger, id, tenths, Date.now()));

function hear(headers: ResponseHeaders, { json }: Reply, sentAt: number): void {
  limiter.hear(headers);
  meter.hear(headers);
  if (headers.usedTenths === undefined) return;
  const { data } = answerMeta.safeParse(json);
  meter.settle(sentAt, {
    usedTenths: headers.usedTenths,
    listedTenths: 0,
    remainingTenths: headers.remainingTenths,
    monthly: data?.meta.monthly_credits_remaining,
    purchased: data?.meta.purchased_credits_remaining,
  });
}
