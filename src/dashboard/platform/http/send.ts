import type { Endpoint, BodyOf, DataOf, QueryOf, ParsedParamsOf } from '#contract/endpoint.ts';
import { countMeta, listMeta, type ListMeta } from '#contract/envelope.ts';
import { creditDetails, errorBody, relayDetails, validationDetails } from '#contract/error-body.ts';
import { isObject } from '#contract/json.ts';
import { parseTolerantly, type Tolerant } from '#contract/record.ts';
import { isDirect, readDirectService, siteBase, siteOrigin } from './connection.ts';
import { readKey } from './key.ts';
import { ApiError, toErrorKind, type ApiErrorFacts } from './api-error.ts';
import { type HttpReply, type HttpRequest, type ResponseHeaders, parseHeaders, request } from './request.ts';
import { limiter, type Priority } from './limiter.ts';

/**
 * A request to an endpoint: its body, path parameters or query, and a signal if the caller may abort it. `rows` is the
 * number of rows of a list without pages, if the caller knows it.
 */
export type ApiRequest<E extends Endpoint> = (E['method'] extends 'POST'
  ? { body: BodyOf<E> } & (E extends { params: object } ? { params: ParsedParamsOf<E> } : unknown)
  : E['method'] extends 'PUT'
    ? { params: ParsedParamsOf<E>; body: BodyOf<E> }
    : E extends { params: object }
      ? { params: ParsedParamsOf<E>; rows?: number }
      : { query: QueryOf<E> }) & {
  signal?: AbortSignal;
};

/** A response, parsed tolerantly; `surprises` are the paths of members that could not be parsed. */
export type ApiResponse<E extends Endpoint> = {
  readonly data: Tolerant<DataOf<E>>;
  readonly meta: Tolerant<ListMeta>;
  readonly headers: ResponseHeaders;
  readonly surprises: readonly string[];
};

/** Longer than the service's own query timeout, so that its error arrives first. */
const timeoutSeconds = 30;
/** How often a 429 is retried, unless the wait is longer than a user would accept. */
const maxWaits = 5;
const maxWaitSeconds = 120;
/** The wait if a 429 has no Retry-After. */
const defaultWaitSeconds = 10;

/** How to send a request; `cancelled` stops waiting for the limiter, but not a request that was sent. */
type SendOptions = {
  readonly priority: Priority;
  readonly cancelled?: AbortSignal;
  readonly headers?: Record<string, string>;
};

/**
 * Sends a request to any endpoint, even a paid one: only `purchase/send-free.ts` and `purchase/send-paid.ts` may use it
 * (purchase/paid-request.test.ts). Waits for the limiter. Resolves with a 2xx response, throws an ApiError otherwise.
 */
export async function send<E extends Endpoint>(
  endpoint: E,
  apiRequest: ApiRequest<E>,
  options: SendOptions,
): Promise<ApiResponse<E>> {
  const { body, signal } = apiRequest as RequestParts;
  const key = readKey();
  const httpRequest: HttpRequest = {
    url: `${endpoint.root ? `${siteBase}${endpoint.root}` : getRoot()}${formatRequestPath(endpoint, apiRequest)}`,
    method: endpoint.method,
    headers: { ...(key ? { Authorization: `Bearer ${key}` } : {}), ...(isDirect ? {} : buildGatewayHeaders(options)) },
    ...(body ? { body } : {}),
    signal,
    timeoutSeconds,
  };
  const { reply, headers } = await (endpoint.window ? sendNow(httpRequest) : sendWithinLimit(httpRequest, options));
  if (reply.status < 200 || reply.status > 299) throw buildFailure(reply.status, reply.json, headers);
  return parseResponse(endpoint, reply.json, headers, reply.status);
}

/** The path and query of a request, relative to the service's root. */
export function formatRequestPath<E extends Endpoint>(endpoint: E, apiRequest: ApiRequest<E>): string {
  const { query, params } = apiRequest as RequestParts;
  return `${buildPath(endpoint.path, params)}${formatQueryString(query)}`;
}

/** The base URL of the API: the gateway of this page, or the service that the user entered. */
function getRoot(): string {
  const root = isDirect ? readDirectService()?.address : `${siteBase}/api/v1`;
  if (root === undefined) throw new ApiError('key', 'No service is set. Enter its address in Settings.');
  return root;
}

/** Only for our gateway: another service's CORS policy may reject them, which would look like a lost response. */
const buildGatewayHeaders = ({ headers }: SendOptions) => ({ 'X-Fundscope': siteOrigin, ...headers });

/** Sends at once: the limiter does not cover endpoints with a separate window; their callers wait after a 429. */
async function sendNow(httpRequest: HttpRequest): Promise<{ reply: HttpReply; headers: ResponseHeaders }> {
  const reply = await request(httpRequest);
  return { reply, headers: parseHeaders(reply.headers) };
}

/** Sends when the limiter allows it, and retries a 429, which is never charged, after its wait. */
async function sendWithinLimit(
  httpRequest: HttpRequest,
  { priority, cancelled }: SendOptions,
): Promise<{ reply: HttpReply; headers: ResponseHeaders }> {
  for (let waits = 0; ; waits += 1) {
    await limiter.admit(priority, cancelled ?? httpRequest.signal);
    try {
      const reply = await request(httpRequest);
      const headers = parseHeaders(reply.headers);
      limiter.applyHeaders(headers);
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
  json: unknown,
  headers: ResponseHeaders,
  status: number,
): ApiResponse<E> {
  if (!isObject(json) || !isObject(json['data'])) {
    throw new ApiError('unreadable', 'The response could not be read.', {
      ...getCommonFacts(headers),
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
  return { data, meta: meta as Tolerant<ListMeta>, headers, surprises };
}

function buildFailure(status: number, json: unknown, headers: ResponseHeaders): ApiError {
  const read = errorBody.safeParse(json);
  const error = read.success ? read.data.error : {};
  const problems = validationDetails.safeParse(error.details);
  const credits = creditDetails.partial().safeParse(error.details);
  const facts: ApiErrorFacts = {
    ...getCommonFacts(headers),
    status,
    ...(error.code === undefined ? {} : { code: error.code }),
    ...(problems.success ? { problems: problems.data.errors as NonNullable<ApiErrorFacts['problems']> } : {}),
    ...(status === 402 && credits.success ? getCreditFacts(credits.data) : {}),
    ...(headers.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: headers.retryAfterSeconds }),
  };
  const relayed = relayDetails.safeParse(error.details);
  // The gateway got no response from the service, or a load balancer sent an HTML page.
  const isLost = read.success ? relayed.success && relayed.data.outcome === 'unknown' : status >= 500;
  const lost = isLost ? classifyLostResponse(status) : undefined;
  return new ApiError(
    lost ?? toErrorKind(status),
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
  return {
    ...(details.credits_needed === undefined ? {} : { creditsNeeded: details.credits_needed }),
    ...(details.monthly_credits_remaining === undefined ? {} : { monthlyLeft: details.monthly_credits_remaining }),
    ...(details.purchased_credits_remaining === undefined
      ? {}
      : { purchasedLeft: details.purchased_credits_remaining }),
  };
}

const getCommonFacts = ({ requestId, usedTenths }: ResponseHeaders) => ({
  ...(requestId === undefined ? {} : { requestId }),
  ...(usedTenths === undefined ? {} : { usedTenths }),
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
