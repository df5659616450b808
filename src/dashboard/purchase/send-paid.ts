import type { CallDescription, CallReply } from '#contract/call-description.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { readConnected, readPlace } from '../platform/http/connection.ts';
import { formatRequestPath, send, type ApiRequest, type ApiResponse } from '../platform/http/send.ts';
import { requestPersistence } from '../platform/storage/storage.ts';
import { readJournal, type Journal } from './journal.ts';
import type { JournalEntry } from './journal-entry.ts';
import { calculateBilled, countRows, type PaidEndpoint, quoteRequest } from './price.ts';
import { describeSender } from './send-free.ts';
import { buyOnce } from './purchase-lock.ts';
import { recordOnceStored } from './record-bill.ts';
import { type PurchaseIntent, reserveBudget } from './reserve-budget.ts';
import { hasLostTry, type PendingPurchase } from './session.ts';
import type { SpendAuthorization } from './spend-authorization.ts';
import { pause } from '../platform/wait-until-idle.ts';

/** Waits before a lost response is requested again, in seconds; only where that costs nothing. */
const retryWaits = [0.5, 2, 5];

/**
 * Sends a request to a paid endpoint, and records what it costs. Throws where the authorization or the session budget
 * does not cover it, and an ApiError where no response came. It can be cancelled until it is sent, not after, because
 * it may have been charged. Our own service returns a lost response again under the same Idempotency-Key without
 * charging; with other services nothing is repeated without the user. While another tab sends the same request it
 * waits: our own service then returns the response again for free, with other services it throws `elsewhere`.
 */
export async function sendPaid<E extends PaidEndpoint>(
  authorization: SpendAuthorization,
  endpoint: E,
  request: ApiRequest<E>,
): Promise<ApiResponse<E>> {
  const quotedTenths = quoteRequest(endpoint, request);
  authorization.draw(quotedTenths);
  // The account must be known before anything is reserved in its journal.
  const journal = await readJournal();
  const replays = readConnected()?.service === 'own';
  const { cancelled } = authorization;
  const fingerprint = formatFingerprint(endpoint, request);
  const intent = { tenths: quotedTenths, fingerprint, summary: endpoint.summary, place: readPlace() };
  try {
    return await buyOnce(
      journal,
      { fingerprint, replays, cancelled, tenths: quotedTenths },
      async (other, id): Promise<ApiResponse<E>> => {
        if (!other) return buy(journal, intent, { authorization, endpoint, request, replays, id });
        await journal.append((_, at) => [{ type: 'reused', at, tenths: other.tenths }]);
        const elsewhere = new ApiError('elsewhere', 'Another tab has loaded this.');
        if (!replays) throw elsewhere;
        const sending = { id: other.id, waits: [0, ...retryWaits], cancelled };
        const repeated = await sendWithRetries(endpoint, request, sending).catch(() => Promise.reject(elsewhere));
        const call = describeCall(endpoint, request, quotedTenths);
        const counts = countRows(repeated.data, call.path);
        const billing = { id: other.id, ms: 0, counts };
        recordOnceStored(journal.database, () =>
          journal.append((_, at) => [{ ...buildBilled(endpoint, repeated, { ...billing, at }), call }]),
        );
        return repeated;
      },
    );
  } catch (error) {
    if (error instanceof ApiError && !replays) error.afterLostTry = hasLostTry(journal.read().session, fingerprint);
    throw error;
  }
}

type PaidRequest<E extends PaidEndpoint> = {
  readonly authorization: SpendAuthorization;
  readonly endpoint: E;
  readonly request: ApiRequest<E>;
  readonly replays: boolean;
  /** The Idempotency-Key that the gateway knows; a new one where it is undefined. */
  readonly id: string | undefined;
};

async function buy<E extends PaidEndpoint>(
  journal: Journal,
  intent: PurchaseIntent,
  { authorization, endpoint, request, replays, id: reservedId }: PaidRequest<E>,
): Promise<ApiResponse<E>> {
  const purchase = await reserveBudget(journal, intent, replays, reservedId);
  const call = { ...describeCall(endpoint, request, purchase.tenths), place: purchase.place };
  const sentAt = Date.now();
  const { id } = purchase;
  await journal.append((_, at) => [{ type: 'sent', at, id, call }]);
  try {
    const waits = replays ? [0, ...retryWaits] : [0];
    const response = await sendWithRetries(endpoint, request, { id, waits, cancelled: authorization.cancelled });
    const counts = countRows(response.data, call.path);
    const ms = Date.now() - sentAt;
    recordOnceStored(journal.database, () =>
      journal.append((_, at) => [buildBilled(endpoint, response, { id, at, ms, counts })]),
    );
    requestPersistence();
    return response;
  } catch (error) {
    await recordFailure(journal, purchase, { error, ms: Date.now() - sentAt, replays });
    const isUncharged = error instanceof ApiError && error.isRejection && !error.mayHaveCharged;
    if (isUncharged && purchase.step !== 'sent') authorization.giveBack(intent.tenths);
    throw error;
  }
}

function describeCall<E extends PaidEndpoint>(
  endpoint: E,
  request: ApiRequest<E>,
  quotedTenths: number,
): CallDescription {
  const { method, summary } = endpoint;
  const { body } = request as { body?: object };
  const path = formatRequestPath(endpoint, request);
  return { ...describeSender(), method, path, summary, quotedTenths, ...(body ? { body: { ...body } } : {}) };
}

/** Equal requests have equal fingerprints. */
const formatFingerprint = (
  endpoint: PaidEndpoint,
  { body, query, params }: { body?: unknown; query?: unknown; params?: unknown },
): string => JSON.stringify([endpoint.method, endpoint.path, body ?? query ?? params]);

type Sending = { readonly id: string; readonly waits: readonly number[]; readonly cancelled: AbortSignal };

async function sendWithRetries<E extends PaidEndpoint>(
  endpoint: E,
  request: ApiRequest<E>,
  { id, waits, cancelled }: Sending,
): Promise<ApiResponse<E>> {
  let lost: ApiError | undefined;
  for (const seconds of waits) {
    if (seconds > 0) await pause(seconds * 1000);
    try {
      return await send(endpoint, request, { priority: 'purchase', cancelled, headers: { 'Idempotency-Key': id } });
    } catch (error) {
      // After a lost response only the service itself can say that nothing was charged.
      const isUnknown = error instanceof ApiError && (error.mayHaveCharged || (lost && !error.isRejection));
      if (!isUnknown) throw error;
      lost = lost ?? error;
    }
  }
  throw lost ?? new Error('The request was not sent.');
}

type Billing = {
  readonly id: string;
  readonly at: number;
  readonly ms: number;
  readonly counts: { readonly rows: number; readonly unlockedRows: number };
};

function buildBilled<E extends PaidEndpoint>(
  endpoint: E,
  response: ApiResponse<E>,
  { id, at, ms, counts }: Billing,
): JournalEntry & { readonly type: 'billed' } {
  const { meta, headers } = response;
  const { usedTenths, listedTenths } = calculateBilled(endpoint, response);
  return {
    type: 'billed',
    at,
    id,
    tenths: usedTenths + listedTenths,
    listedTenths,
    ...counts,
    reply: { status: 200, ms, meta: { ...meta }, ...(headers.requestId ? { requestId: headers.requestId } : {}) },
    credits: {
      remainingTenths: headers.remainingTenths,
      monthly: meta.monthly_credits_remaining,
      purchased: meta.purchased_credits_remaining,
    },
  };
}

type Failure = { readonly error: unknown; readonly ms: number; readonly replays: boolean };

async function recordFailure(
  journal: Journal,
  purchase: PendingPurchase,
  { error, ms, replays }: Failure,
): Promise<void> {
  const { id } = purchase;
  const usedTenths = error instanceof ApiError ? error.facts.usedTenths : undefined;
  // Where our own service replays the response it stays lost, so that repeating it is free.
  if (usedTenths !== undefined && !replays) {
    const reply = describeReply(error, ms);
    const bill = { tenths: usedTenths, listedTenths: 0, rows: null, unlockedRows: null } as const;
    const settled = usedTenths > 0 ? { type: 'billed' as const, ...bill } : { type: 'rejected' as const };
    await journal.append((_, at) => [{ ...settled, at, id, reply }]);
    return;
  }
  // A request that was lost before stays lost until the service itself answers it.
  const isKnown = error instanceof ApiError && !error.mayHaveCharged && (purchase.step !== 'sent' || error.isRejection);
  await journal.append((_, at) => [
    isKnown
      ? { type: 'rejected', at, id, reply: describeReply(error, ms), credits: readCredits(error) }
      : { type: 'lost', at, id, reply: describeReply(error, ms) },
  ]);
}

const readCredits = ({ facts }: ApiError) => ({ monthly: facts.monthlyLeft, purchased: facts.purchasedLeft });

/** A failure as the ledger shows it. */
function describeReply(error: unknown, ms: number): CallReply {
  if (!(error instanceof ApiError)) return { status: 0, ms, message: String(error) };
  const { status, code, requestId } = error.facts;
  const { kind, message } = error;
  return { status, ms, code: code ?? kind, message, ...(requestId === undefined ? {} : { requestId }) };
}
