import type { Endpoint } from '#contract/endpoint.ts';
import { logFreeCall } from '../spend/call-log.ts';
import { send, type Answer, type Question } from './send.ts';

/** An endpoint that costs nothing, so that it may be called at any time, while typing too. */
export type FreeEndpoint = Endpoint & { readonly cost: { readonly per: 'nothing' } };

/**
 * Calls a free endpoint; a paid one does not compile here and goes through `spend/buy.ts`. Every call is counted in the
 * account book, without waiting for it.
 */
export async function call<E extends FreeEndpoint>(endpoint: E, question: Question<E>): Promise<Answer<E>> {
  let rows = 0;
  try {
    const answer = await send(endpoint, question, { priority: 'typing' });
    rows = Object.values(answer.data as object).reduce<number>(
      (sum, list) => sum + (Array.isArray(list) ? list.length : 0),
      0,
    );
    return answer;
  } finally {
    const { method, path, summary } = endpoint;
    void logFreeCall({ method, path, summary }, rows);
  }
}
