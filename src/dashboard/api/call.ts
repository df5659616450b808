import type { Endpoint } from '#contract/endpoint.ts';
import { send, type Answer, type Question } from './send.ts';

/** An endpoint that costs nothing, so that it may be called at any time, while typing too. */
export type FreeEndpoint = Endpoint & { readonly cost: { readonly per: 'nothing' } };

/** Calls a free endpoint; a paid one does not compile here and goes through `spend/buy.ts`. */
export const call = <E extends FreeEndpoint>(endpoint: E, question: Question<E>): Promise<Answer<E>> =>
  send(endpoint, question, { priority: 'typing' });
