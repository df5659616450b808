import { ApiError } from '../platform/http/api-error.ts';
import { onResponse, send, type ApiResponse, type ApiRequest } from '../platform/http/send.ts';
import { whenLibraryOpen } from '../library/records/open-library.ts';
import { readConnected } from '../platform/http/config.ts';
import { readPlace } from '../platform/http/place.ts';
import type { SpendAuthorization } from './spend-authorization.ts';
import { toAnswered, toLine, toRefused, toRequest } from './call-line.ts';
import { logCall } from './call-log.ts';
import { askToPersist } from './persistence.ts';
import { move, settle, type PendingRequest } from './ledger.ts';
import { meter } from './meter.ts';
import { toBilled, toHighestTenths, type PaidEndpoint } from './price.ts';
import { reserveBudget } from './reservation.ts';
import { changeLedger } from './session-ledger.ts';

onResponse(meter.hear);

/** Waits before a lost answer is asked for again, in seconds; only where that costs nothing. */
const retryWaits = [0.5, 2, 5];

/**
 * The one door to paid endpoints: it takes the person's act, refuses what the act's quote does not cover, keeps to the
 * session's budget and books the outcome. Once sent it is never
 * aborted, because it may have been charged; until then it can be cancelled. Our own service
 * gives a lost answer again under the same Idempotency-Key for nothing; elsewhere nothing is repeated by itself.
 */
export async function sendPaid<E extends PaidEndpoint>(
  authorization: SpendAuthorization,
  endpoint: E,
  question: ApiRequest<E>,
): Promise<ApiResponse<E>> {
  const tenths = toHighestTenths(endpoint, question);
  authorization.draw(tenths);
  // Whose budget it is must be known before anything is set aside.
  await whenLibraryOpen();
  const replays = readConnected()?.service === 'own';
  const pending = await reserveBudget({ tenths, ...toWords(endpoint, question) }, replays);
  const sentAt = meter.send();
  const line = toLine(toRequest(endpoint, question), pending);
  const complete = logCall(line);
  try {
    const answer = await sendReserved(endpoint, question, pending, authorization.cancelled, replays ? retryWaits : []);
    const billed = toBilled(endpoint, answer);
    meter.settle(sentAt, {
      ...billed,
      remainingTenths: answer.headers.remainingTenths,
      monthly: answer.meta.monthly_credits_remaining,
      purchased: answer.meta.purchased_credits_remaining,
    });
    const billedTenths = billed.usedTenths + billed.listedTenths;
    void complete(toAnswered(endpoint, question, answer, { billedTenths, ms: Date.now() - line.at }));
    await book(pending, billedTenths);
    askToPersist();
    return answer;
  } catch (error) {
    const isUnknown = isLost(pending, error);
    void complete(toRefused(error, isUnknown, Date.now() - line.at));
    await bookFailure(pending, error, isUnknown);
    throw error;
  }
}

/** What is asked, so that it is known again, and told to the person when its answer is lost. */
const toWords = (
  endpoint: PaidEndpoint,
  { body, query, params }: { body?: unknown; query?: unknown; params?: unknown },
) => ({
  question: JSON.stringify([endpoint.method, endpoint.path, body ?? query ?? params]),
  summary: endpoint.summary,
  place: readPlace(),
});

const book = (pending: PendingRequest, tenths: number) =>
  changeLedger((ledger) => settle(ledger, pending.id, tenths, Date.now()));

async function sendReserved<E extends PaidEndpoint>(
  endpoint: E,
  question: ApiRequest<E>,
  { id }: PendingRequest,
  cancelled: AbortSignal,
  waits: readonly number[],
): Promise<ApiResponse<E>> {
  await changeLedger((ledger) => move(ledger, id, { step: 'sent', at: Date.now() }));
  const ask = () => send(endpoint, question, { priority: 'purchase', cancelled, headers: { 'Idempotency-Key': id } });
  let lost: ApiError | undefined;
  for (const seconds of [0, ...waits]) {
    if (seconds > 0) await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    try {
      return await ask();
    } catch (error) {
      // After a lost answer only the service itself can say that nothing was charged.
      const knowsNothing = error instanceof ApiError && (error.mayHaveCharged || (lost && !error.isRefusal));
      if (!knowsNothing) throw error;
      lost = lost ?? error;
    }
  }
  throw lost ?? new Error('Nothing was tried.');
}

/** A question that was lost before stays lost until the service itself answers it. */
const isLost = (pending: PendingRequest, error: unknown): boolean =>
  error instanceof ApiError && (error.mayHaveCharged || (pending.step === 'sent' && !error.isRefusal));

async function bookFailure(pending: PendingRequest, error: unknown, isUnknown: boolean): Promise<void> {
  if (!(error instanceof ApiError)) throw error;
  if (isUnknown) {
    await changeLedger((ledger) => move(ledger, pending.id, { step: 'lost' }));
  } else await book(pending, 0);
  meter.correct(error.facts.monthlyLeft, error.facts.purchasedLeft);
}
