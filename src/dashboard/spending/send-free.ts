import type { Endpoint } from '#contract/endpoint.ts';
import { send, type ApiRequest, type ApiResponse } from '../platform/http/send.ts';

/** An endpoint that costs nothing, so that it may be called at any time, while typing too. */
export type FreeEndpoint = Endpoint & { readonly cost: { readonly per: 'nothing' }; readonly spends?: never };

/** Sends a request to a free endpoint; a paid one does not compile here. */
export const sendFree = <E extends FreeEndpoint>(endpoint: E, request: ApiRequest<E>): Promise<ApiResponse<E>> =>
  send(endpoint, request, { priority: 'typing' });
