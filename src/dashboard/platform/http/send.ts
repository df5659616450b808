import type { Endpoint, BodyOf, DataOf, QueryOf, ParsedParamsOf } from '#contract/endpoint.ts';
import { type ChargeReply, isHttpStatus, parseBalance, readCharge } from '#contract/charge.ts';
import { countMeta, listMeta, type ListMeta } from '#contract/envelope.ts';
import { creditDetails, errorBody, relayDetails, validationDetails } from '#contract/error-body.ts';
import { isObject } from '#contract/json.ts';
import { parseTolerantly, type Tolerant } from '#contract/record.ts';
import { siteBase, siteOrigin } from './connection.ts';
import { readKey } from './key.ts';
import { ApiError, toErrorKind, type ApiErrorFacts } from './api-error.ts';
import { type HttpReply, type HttpRequest, type ResponseHeaders, parseHeaders, request } from './request.ts';
import { limiter, type Priority } from './limiter.ts';

/** A request to an endpoint: its body, path parameters or query, and a signal if the caller may abort it. */
export type ApiRequest<E extends Endpoint> = (E extends { params: object }
  ? { params: ParsedParamsOf<E> }
  : E['method'] extends 'GET'
    ? { query: QueryOf<E> }
    : unknown) &
  (E extends { params: object; query: object } ? { query: QueryOf<E> } : unknown) &
  (E['method'] extends 'POST' | 'PUT' ? { body: BodyOf<E> } : unknown) & {
    signal?: AbortSignal;
  };

/** A response, parsed tolerantly; `surprises` are the paths of members that could not be parsed. */
export type ApiResponse<E extends Endpoint> = {
  readonly data: Tolerant<DataOf<E>>;
  readonly meta: Tolerant<ListMeta>;
  readonly headers: ResponseHeaders;
  /** The response as it came, for what it says of its charge. */
  readonly reply: ChargeReply;
  readonly surprises: readonly string[];
};

/** Longer than the service's own query timeout, so that its error arrives first. */
const timeoutSeconds = 30;
/** A gateway that spends waits for the service itself, and for the same request of another page. */
const spendingTimeoutSeconds = 120;
/** How often a 429 is retried, unless the wait is longer than a user would accept. */
const maxWaits = 5;
const maxWaitSeconds = 120;
/** The wait if a 429 has no Retry-After. */
const defaultWaitSeconds = 10;

/** How to send a request; `cancelled` stops waiting for the limiter, but not a request that was sent. */
export type SendOptions = {
  readonly priority: Priority;
  readonly cancelled?: AbortSignal;
  readonly headers?: Record<string, string>;
  /** Whether the browser completes it after the page is left; its body may then have at most 64 kB. */
  readonly keepalive?: boolean;
};

/**
 * Sends a request to any endpoint, even a paid one: only `spending/send-free.ts` and `platform/http/workspace.ts` may use it
 * (spending/paid-request.test.ts). Waits for the limiter. Resolves with a 2xx response, throws an ApiError otherwise.
 */
export async function send<E extends Endpoint>(
  endpoint: E,
  apiRequest: ApiRequest<E>,
  options: SendOptions,
): Promise<ApiResponse<E>> {
  const { body, signal } = apiRequest as RequestParts;
  const key = readKey();
  const httpRequest: HttpRequest = {
    url: `${siteBase}${endpoint.root ?? '/api/v1'}${formatRequestPath(endpoint, apiRequest)}`,
    method: endpoint.method,
    headers: { ...(key ? { Authorization: `Bearer ${key}` } : {}), 'X-Fundscope': siteOrigin, ...options.headers },
    ...(body ? { body } : {}),
    signal,
    timeoutSeconds: endpoint.spends ? spendingTimeoutSeconds : timeoutSeconds,
    ...(options.keepalive === true ? { keepalive: true } : {}),
  };
  const hasOwnLimit = endpoint.window !== undefined;
  const { reply, headers } = await (hasOwnLimit && !endpoint.spends
    ? sendNow(httpRequest)
    : sendWithinLimit(httpRequest, { ...options, hasOwnLimit }));
  if (reply.status < 200 || reply.status > 299) throw buildFailure(reply, headers);
  return parseResponse(endpoint, reply, headers);
}

/** The path and query of a request, relative to the service's root. */
function formatRequestPath<E extends Endpoint>(endpoint: E, apiRequest: ApiRequest<E>): string {
  const { query, params } = apiRequest as RequestParts;
  return `${buildPath(endpoint.path, params)}${formatQueryString(query)}`;
}

/** Sends at once: the limiter does not cover endpoints with a separate window; their callers wait after a 429. */
async function sendNow(httpRequest: HttpRequest): Promise<{ reply: HttpReply; headers: ResponseHeaders }> {
  const reply = await request(httpRequest);
  return { reply, headers: parseHeaders(reply.headers) };
}

/** Sends when the limiter allows it, and retries a 429, which is never charged, after its wait. */
async function sendWithinLimit(
  httpRequest: HttpRequest,
  { priority, cancelled, hasOwnLimit }: SendOptions & { readonly hasOwnLimit: boolean },
): Promise<{ reply: HttpReply; headers: ResponseHeaders }> {
  for (let waits = 0; ; waits += 1) {
    await limiter.admit(priority, cancelled ?? httpRequest.signal);
    try {
      const reply = await request(httpRequest);
      const headers = parseHeaders(reply.headers);
      if (!hasOwnLimit) limiter.applyHeaders(headers);
      const waitSeconds = headers.retryAfterSeconds ?? defaultWaitSeconds;
      if (reply.status !== 429 || waits === maxWaits || waitSeconds > maxWaitSeconds) return { reply, headers };
      limiter.block(waitSeconds);
    } finally {
      limiter.finish();
    }
  }
}

function parseResponse<E extends Endpoint>(
  endpoint: E,
  { status, headers: sentHeaders, json }: HttpReply,
  headers: ResponseHeaders,
): ApiResponse<E> {
  if (!isObject(json) || !isObject(json['data'])) {
    throw new ApiError('unreadable', 'The response could not be read.', {
      ...getCommonFacts(headers, status),
      status,
    });
  }
  const surprises: string[] = [];
  const note = (path: string) => surprises.push(path);
  const data = parseTolerantly(endpoint.data, json['data'], note) as Tolerant<DataOf<E>>;
  const meta = parseTolerantly(
    endpoint.meta === 'list' ? listMeta : countMeta,
    isObject(json['meta']) ? json['meta'] : {},
    note,
  );
  return {
    data,
    meta: meta as Tolerant<ListMeta>,
    headers,
    reply: { status, headers: sentHeaders, body: json },
    surprises,
  };
}

function buildFailure({ status, headers: sentHeaders, json }: HttpReply, headers: ResponseHeaders): ApiError {
  const read = errorBody.safeParse(json);
  const error = read.success ? read.data.error : {};
  const problems = validationDetails.safeParse(error.details);
  const credits = creditDetails.partial().safeParse(error.details);
  const facts: ApiErrorFacts = {
    ...getCommonFacts(headers, status),
    status,
    ...(error.code === undefined ? {} : { code: error.code }),
    ...(problems.success ? { problems: problems.data.errors as NonNullable<ApiErrorFacts['problems']> } : {}),
    ...(status === 402 && credits.success ? getCreditFacts(credits.data) : {}),
    ...(headers.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: headers.retryAfterSeconds }),
  };
  const relayed = relayDetails.safeParse(error.details);
  // The gateway got no response from the service, or a load balancer sent an HTML page.
  const isLost = read.success ? relayed.success && relayed.data.outcome === 'unknown' : status >= 500;
  const { state } = readCharge({ status, headers: sentHeaders, body: json }, 0);
  // Otherwise the response names a charge that is no sane number, or its status says nothing.
  const isUnclear = state === 'unconfirmed' ? 'unreadable' : undefined;
  const lost = isLost ? classifyLostResponse(status) : isUnclear;
  return new ApiError(
    lost ?? toErrorKind(status, error.code),
    error.message ?? `The service answered with status ${status}.`,
    facts,
  );
}

const classifyLostResponse = (status: number) => (status === 504 ? 'timeout' : 'unreachable');

type CreditDetails = {
  credits_needed?: number | undefined;
  monthly_credits_remaining?: number | null | undefined;
  purchased_credits_remaining?: number | null | undefined;
};

function getCreditFacts(details: CreditDetails): Partial<ApiErrorFacts> {
  const { credits_needed, monthly_credits_remaining, purchased_credits_remaining } = details;
  const figures = [credits_needed, monthly_credits_remaining, purchased_credits_remaining];
  const [needed, monthly, purchased] = figures.map(parseBalance);
  return {
    ...(typeof needed === 'number' ? { creditsNeeded: needed } : {}),
    ...(monthly === undefined ? {} : { monthlyLeft: monthly }),
    ...(purchased === undefined ? {} : { purchasedLeft: purchased }),
  };
}

/** A status that HTTP does not have makes the charge of a response unbelievable. */
const getCommonFacts = ({ requestId, usedTenths }: ResponseHeaders, status: number) => ({
  ...(requestId === undefined ? {} : { requestId }),
  ...(usedTenths === undefined || !isHttpStatus(status) ? {} : { usedTenths }),
});

type RequestParts = { body?: object; query?: object; params?: Record<string, string>; signal?: AbortSignal };

/** Fills in the parameters in braces in a path. */
function buildPath(path: string, params: Record<string, string> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

function formatQueryString(query: object | undefined): string {
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}`;
}
