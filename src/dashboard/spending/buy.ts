import type { BodyOf } from '#contract/endpoint.ts';
import { buyMarketCounts } from '#contract/workspace/market.ts';
import { type Bill, retryPurchase } from '#contract/workspace/purchases.ts';
import {
  type SingleRequest,
  sendSeveral,
  sendSingle,
  type UnlockedResponse,
  type UnlockedKind,
  type UnlockFailure,
  unlockRecords,
  type RecordsById,
} from '#contract/workspace/records.ts';
import { loadMore, type SearchRequest, startSearch, type StoredSearch } from '#contract/workspace/searches.ts';
import { readPlace } from '../platform/http/connection.ts';
import { ApiError, toErrorKind } from '../platform/http/api-error.ts';
import { limiter } from '../platform/http/limiter.ts';
import { queryClient } from '../platform/http/query-client.ts';
import { sendToWorkspace, workspaceKey } from '../platform/http/workspace.ts';
import type { SpendAuthorization } from './spend-authorization.ts';

/** What a request that spends says of the press. */
type Spending = { readonly max_tenths: number; readonly screen: string; readonly repeat: boolean };

/**
 * Sends a request that spends, within what is left of an authorization. What it was billed is taken from there, and the
 * budget is read again.
 */
async function spend<T extends { readonly bill: Bill }>(
  authorization: SpendAuthorization,
  send: (spending: Spending) => Promise<T>,
): Promise<T> {
  const { cancelled, leftTenths, repeat } = authorization;
  cancelled.throwIfAborted();
  try {
    const data = await send({ max_tenths: leftTenths, screen: readPlace(), repeat });
    authorization.take(data.bill.billed_tenths + data.bill.unconfirmed_tenths);
    return data;
  } finally {
    void queryClient.invalidateQueries({ queryKey: workspaceKey('budget') });
    void queryClient.invalidateQueries({ queryKey: workspaceKey('purchases') });
  }
}

/** Loads the first rows of a search; what is stored costs nothing, unless `refresh` replaces it. */
export async function buySearch(
  authorization: SpendAuthorization,
  search: SearchRequest & { readonly rows: number; readonly refresh?: boolean },
): Promise<StoredSearch> {
  return (
    await spend(authorization, (by) =>
      sendToWorkspace(startSearch, { body: { ...search, ...by } }, { cancelled: authorization.cancelled }),
    )
  ).search;
}

/** Loads up to `rows` further rows of a stored search with one request to the service. */
export async function buyMoreRows(authorization: SpendAuthorization, id: string, rows: number): Promise<StoredSearch> {
  return (
    await spend(authorization, (by) =>
      sendToWorkspace(loadMore, { params: { id }, body: { rows, ...by } }, { cancelled: authorization.cancelled }),
    )
  ).search;
}

/** Sends a single paid request, such as of a name; a stored response costs nothing, unless `refresh` replaces it. */
export async function buyResponse(
  authorization: SpendAuthorization,
  request: SingleRequest & { readonly refresh?: boolean },
): Promise<UnlockedResponse> {
  return (
    await spend(authorization, (by) =>
      sendToWorkspace(sendSingle, { body: { ...request, ...by } }, { cancelled: authorization.cancelled }),
    )
  ).response;
}

/**
 * Sends up to 100 paid requests, as far as the authorization reaches; a stored response costs nothing. Throws the first
 * failure; what arrived before is stored.
 *
 * @param onStep Called after each step with the responses so far, in the order of the requests.
 */
export async function buyResponses(
  authorization: SpendAuthorization,
  requests: readonly SingleRequest[],
  onStep: (responses: readonly (UnlockedResponse | null)[]) => void,
): Promise<void> {
  for (;;) {
    const { responses, left, failure } = await spend(authorization, (by) =>
      sendToWorkspace(
        sendSeveral,
        { body: { requests: [...requests], ...by } },
        { cancelled: authorization.cancelled },
      ),
    );
    onStep(responses);
    waitOrThrow(failure);
    if (!failure && left === 0) return;
  }
}

/** Sends an unconfirmed request again; the first one still counts as unconfirmed. */
export async function buyAgain(authorization: SpendAuthorization, id: string): Promise<void> {
  await spend(authorization, ({ max_tenths }) =>
    sendToWorkspace(retryPurchase, { params: { id }, body: { max_tenths } }),
  );
}

/** Ids of records by kind. */
export type IdsToUnlock = { readonly [K in UnlockedKind]?: readonly string[] };

type UnlockOptions = {
  readonly refresh?: boolean;
  /** Called after each step with the records so far and how many are left. */
  readonly onStep?: (records: RecordsById, left: number) => void;
};

/** A longer wait of a service is reported instead of waited for. */
const maxWaitSeconds = 120;
/** The wait where the service does not say how long. */
const defaultWaitSeconds = 10;

/**
 * Unlocks the named records that are not unlocked, as far as the authorization reaches; returns all of them that are
 * unlocked then. Throws the first failure; what arrived before stays unlocked.
 */
export async function buyRecords(
  authorization: SpendAuthorization,
  ids: IdsToUnlock,
  { refresh = false, onStep }: UnlockOptions = {},
): Promise<RecordsById> {
  const lists = Object.fromEntries(Object.entries(ids).filter(([, list]) => list.length > 0));
  if (Object.keys(lists).length === 0) return {};
  for (;;) {
    const { records, left, failure } = await spend(authorization, (by) =>
      sendToWorkspace(unlockRecords, { body: { ...lists, refresh, ...by } }, { cancelled: authorization.cancelled }),
    );
    onStep?.(records, left);
    waitOrThrow(failure);
    if (!failure && left === 0) return records;
  }
}

/**
 * Counts a question at the service, as far as the authorization reaches. Throws the first failure, and where the user
 * stopped it; what arrived before stays counted.
 *
 * @param onStep Called after each step with how many figures the authorization still pays for.
 */
export async function buyMarketFigures(
  authorization: SpendAuthorization,
  counts: Omit<BodyOf<typeof buyMarketCounts>, keyof Spending>,
  onStep: (left: number) => void,
): Promise<void> {
  for (;;) {
    const { left, failure } = await spend(authorization, (by) =>
      sendToWorkspace(buyMarketCounts, { body: { ...counts, ...by } }, { cancelled: authorization.cancelled }),
    );
    onStep(left);
    waitOrThrow(failure);
    if (!failure && left === 0) return;
  }
}

/** Has the next request wait for the rate limit where that is why a step ended; throws any other failure. */
function waitOrThrow(failure: UnlockFailure | null): void {
  if (!failure) return;
  const { status, code, message, retry_after: retryAfterSeconds } = failure;
  if (status === 429 && (retryAfterSeconds ?? 0) <= maxWaitSeconds) {
    limiter.block(retryAfterSeconds ?? defaultWaitSeconds);
    return;
  }
  const facts = { status, code, ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }) };
  throw new ApiError(toErrorKind(status, code), message, facts);
}
