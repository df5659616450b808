import type { Endpoint } from '#contract/endpoint.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { toRequestPath, type ApiResponse, type ApiRequest } from '../platform/http/send.ts';
import { countRows } from './answer-rows.ts';
import type { PendingRequest } from './ledger.ts';
import type { LoggedCall } from './logged-call.ts';

/** A paid call as it leaves: until an answer says more, its outcome is unknown. */
export function toLine(request: Pick<LoggedCall, 'method' | 'path' | 'summary'>, pending: PendingRequest): LoggedCall {
  return {
    ...request,
    id: pending.id,
    at: Date.now(),
    place: pending.place,
    quotedTenths: pending.tenths,
    billedTenths: 0,
    calls: 1,
    rows: null,
    ownedRows: null,
    outcome: 'unknown',
  };
}

/** A question to an endpoint in the words of the account book. */
export function toRequest<E extends Endpoint>(
  endpoint: E,
  question: ApiRequest<E>,
): Pick<LoggedCall, 'method' | 'path' | 'summary' | 'body'> {
  const { body } = question as { body?: object };
  return {
    method: endpoint.method,
    path: toRequestPath(endpoint, question),
    summary: endpoint.summary,
    ...(body ? { body: { ...body } } : {}),
  };
}

/** What an answer adds to its line; to be asked before its rows are kept. */
export function toAnswered<E extends Endpoint>(
  endpoint: E,
  question: ApiRequest<E>,
  { data, meta, headers }: ApiResponse<E>,
  { billedTenths, ms }: { readonly billedTenths: number; readonly ms: number },
): Partial<LoggedCall> {
  const { params } = question as { params?: { id?: string } };
  return {
    ...countRows(data, endpoint.path.endsWith('/investors') ? params?.id : undefined),
    outcome: 'answered',
    billedTenths,
    reply: { status: 200, ms, meta: { ...meta }, ...(headers.requestId ? { requestId: headers.requestId } : {}) },
  };
}

/** What a failure adds: refused, in the service's words or ours, or unknown where it may have been charged. */
export function toRefused(error: unknown, isUnknown: boolean, ms: number): Partial<LoggedCall> {
  if (!(error instanceof ApiError)) return {};
  const { status, code, requestId } = error.facts;
  return {
    outcome: isUnknown ? 'unknown' : 'refused',
    reply: {
      status,
      ms,
      code: code ?? error.kind,
      message: error.message,
      ...(requestId === undefined ? {} : { requestId }),
    },
  };
}

/** Rows in the data of an answer that is read as it stands. */
export const countData = (data: unknown): number =>
  typeof data === 'object' && data !== null ? countRows(data).rows : 0;
