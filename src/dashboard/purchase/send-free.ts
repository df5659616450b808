import type { Endpoint } from '#contract/endpoint.ts';
import { logFreeCall } from './call-log.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { send, type ApiResponse, type ApiRequest } from '../platform/http/send.ts';

/** An endpoint that costs nothing, so that it may be called at any time, while typing too. */
export type FreeEndpoint = Endpoint & { readonly cost: { readonly per: 'nothing' } };

/**
 * Calls a free endpoint; a paid one does not compile here and goes through `purchase/send-paid.ts`. Every call to the API that
 * leaves is counted in the account book, without waiting for it; what the account says of itself is none.
 */
export async function sendFree<E extends FreeEndpoint>(endpoint: E, question: ApiRequest<E>): Promise<ApiResponse<E>> {
  const { method, path, summary, root } = endpoint;
  const count = (rows: number) => {
    if (root === undefined) void logFreeCall({ method, path, summary }, rows);
  };
  try {
    const answer = await send(endpoint, question, { priority: 'typing' });
    count(Object.values(answer.data as object).reduce<number>((sum, list) => sum + toLength(list), 0));
    return answer;
  } catch (error) {
    if (!isUnsent(error)) count(0);
    throw error;
  }
}

const toLength = (list: unknown): number => (Array.isArray(list) ? list.length : 0);
const isUnsent = (error: unknown): boolean =>
  error instanceof ApiError && error.facts.status === 0 && !error.mayHaveCharged;
