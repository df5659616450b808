import type { CallDescription } from '#contract/call-description.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { readPlace } from '../platform/http/connection.ts';
import { describeAuthor } from '../platform/http/membership.ts';
import { send, type ApiRequest, type ApiResponse } from '../platform/http/send.ts';
import { appendToJournal } from './journal.ts';

/** An endpoint that costs nothing, so that it may be called at any time, while typing too. */
export type FreeEndpoint = Endpoint & { readonly cost: { readonly per: 'nothing' } };

/**
 * Sends a request to a free endpoint; a paid one does not compile here (send-paid.ts). The ledger counts every request
 * to the API that was sent, but not those about the account itself.
 */
export async function sendFree<E extends FreeEndpoint>(endpoint: E, request: ApiRequest<E>): Promise<ApiResponse<E>> {
  const { method, path, summary, root } = endpoint;
  const count = (rows: number) => {
    if (root === undefined) void recordFree({ method, path, summary }, rows);
  };
  try {
    const response = await send(endpoint, request, { priority: 'typing' });
    count(Object.values(response.data as object).reduce<number>((sum, list) => sum + getLength(list), 0));
    return response;
  } catch (error) {
    if (!isUnsent(error)) count(0);
    throw error;
  }
}

/** Adds a free request to the ledger. */
async function recordFree(call: Pick<CallDescription, 'method' | 'path' | 'summary'>, rows: number) {
  const described = { ...call, ...describeSender(), quotedTenths: 0 };
  await appendToJournal((_, at) => [{ type: 'free', at, call: described, rows }]);
}

/** The screen and the member that send a call. */
export const describeSender = (): Pick<CallDescription, 'place' | 'by'> => ({
  place: readPlace(),
  ...describeAuthor(),
});

const getLength = (list: unknown): number => (Array.isArray(list) ? list.length : 0);
const isUnsent = (error: unknown): boolean =>
  error instanceof ApiError && error.facts.status === 0 && !error.mayHaveCharged;
