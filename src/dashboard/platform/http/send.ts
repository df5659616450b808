import type { Endpoint, BodyOf, DataOf, QueryOf, ParsedParamsOf } from '#contract/endpoint.ts';
import { countMeta, listMeta, type ListMeta } from '#contract/envelope.ts';
import { creditDetails, errorBody, relayDetails, validationDetails } from '#contract/error-body.ts';
import { parseTolerantly, type Tolerant } from '#contract/record.ts';
import { siteBase } from './base.ts';
import { isDirect, readDirectService } from './direct.ts';
import { readKey } from './key.ts';
import { ApiError, readErrorKind, type ApiErrorFacts } from './api-error.ts';
import { readHeaders, type ResponseHeaders } from './headers.ts';
import { limiter, type Priority } from './limiter.ts';
import { request, type Exchange, type Reply } from './request.ts';

/**
 * What is asked of an endpoint: its body, the names in its path or its query, and a signal when the caller may give up.
 * `rows` are those of a list that has no pages, where the caller knows their number.
 */
export type ApiRequest<E extends Endpoint> = (E['method'] extends 'POST'
  ? { body: BodyOf<E> }
  : E['method'] extends 'PUT'
    ? { params: ParsedParamsOf<E>; body: BodyOf<E> }
    : E extends { params: object }
      ? { params: ParsedParamsOf<E>; rows?: number }
      : { query: QueryOf<E> }) & {
  signal?: AbortSignal;
};

/** An answer, read tolerantly; `surprises` are the paths of members that could not be understood. */
export type ApiResponse<E extends Endpoint> = {
  readonly data: Tolerant<DataOf<E>>;
  readonly meta: Tolerant<ListMeta>;
  readonly headers: ResponseHeaders;
  readonly surprises: readonly string[];
};

/** Long enough for the service's own query limit to speak first. */
const timeoutSeconds = 30;
/** A refusal for too many requests is waited out so often, unless the wait is longer than a person would watch. */
const mostWaits = 5;
const longestWaitSeconds = 120;
/** The wait where a refusal names none. */
const defaultWaitSeconds = 10;

/** How a question travels; `cancelled` ends its waiting for a turn, but not the exchange once it has begun. */
export type SendOptions = {
  readonly priority: Priority;
  readonly cancelled?: AbortSignal;
  readonly headers?: Record<string, string>;
};

/**
 * Sends a question to any endpoint, paid ones too: only `purchase/send-free.ts` and `purchase/send-paid.ts` may use it (purchase/paid-request.test.ts).
 * Resolves with what a 2xx answer holds, throws an ApiError for everything else. It leaves when the limiter lets it.
 */
export async function send<E extends Endpoint>(
  endpoint: E,
  question: ApiRequest<E>,
  manner: SendOptions,
): Promise<ApiResponse<E>> {
  const { body, signal } = question as Parts;
  const key = readKey();
  const exchange: Exchange = {
    url: `${endpoint.root ? `${siteBase}${endpoint.root}` : readRoot()}${formatRequestPath(endpoint, question)}`,
    method: endpoint.method,
    headers: { ...(key ? { Authorization: `Bearer ${key}` } : {}), ...(isDirect ? {} : readGatewayHeaders(manner)) },
    ...(body ? { body } : {}),
    signal,
    timeoutSeconds,
  };
  const { reply, headers } = await exchangeInTurn(exchange, manner);
  if (reply.status < 200 || reply.status > 299) throw buildFailure(reply.status, reply.json, headers);
  return readResults(endpoint, reply.json, headers, reply.status);
}

/** The path of a question with its query, below the service's root. */
export function formatRequestPath<E extends Endpoint>(endpoint: E, question: ApiRequest<E>): string {
  const { query, params } = question as Parts;
  return `${buildPath(endpoint.path, params)}${formatQueryString(query)}`;
}

/** Where the paths of the contract begin: at the gateway of this page, or at the service that the person named. */
function readRoot(): string {
  const root = isDirect ? readDirectService()?.address : `${siteBase}/api/v1`;
  if (root === undefined) throw new ApiError('key', 'No service is named yet. Enter its address in the settings.');
  return root;
}

/** A foreign service need not let pages of other origins send these: its refusal would look like a lost answer. */
const readGatewayHeaders = ({ headers }: SendOptions) => ({ 'X-Fundscope': '1', ...headers });

/** Sends in its turn; what is refused for too many requests was not charged, and goes again when the wait is over. */
async function exchangeInTurn(
  exchange: Exchange,
  { priority, cancelled }: SendOptions,
): Promise<{ reply: Reply; headers: ResponseHeaders }> {
  for (let waits = 0; ; waits += 1) {
    await limiter.admit(priority, cancelled ?? exchange.signal);
    try {
      const reply = await request(exchange);
      const headers = readHeaders(reply.headers);
      limiter.hear(headers);
      const waitSeconds = headers.retryAfterSeconds ?? defaultWaitSeconds;
      if (reply.status !== 429 || waits === mostWaits || waitSeconds > longestWaitSeconds) return { reply, headers };
      limiter.block(waitSeconds);
    } finally {
      limiter.finish();
    }
  }
}

function readResults<E extends Endpoint>(
  endpoint: E,
  json: unknown,
  headers: ResponseHeaders,
  status: number,
): ApiResponse<E> {
  const body = listMembers(json);
  if (listMembers(body?.['data']) === undefined) {
    throw new ApiError('unreadable', 'The answer is not in a shape that can be read.', {
      ...identity(headers),
      status,
    });
  }
  const surprises: string[] = [];
  const note = (path: string) => surprises.push(path);
  const data = parseTolerantly(endpoint.data, body?.['data'], note) as Tolerant<DataOf<E>>;
  const meta = parseTolerantly(
    endpoint.meta === 'list' ? listMeta : countMeta,
    listMembers(body?.['meta']) ?? {},
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
    ...identity(headers),
    status,
    ...(error.code === undefined ? {} : { code: error.code }),
    ...(problems.success ? { problems: problems.data.errors as NonNullable<ApiErrorFacts['problems']> } : {}),
    ...(status === 402 && credits.success ? readCreditFacts(credits.data) : {}),
    ...(headers.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: headers.retryAfterSeconds }),
  };
  const relayed = relayDetails.safeParse(error.details);
  // The gateway sent it on and heard nothing more; or a balancer, and no service, wrote this page of HTML.
  const isLost = read.success ? relayed.success && relayed.data.outcome === 'unknown' : status >= 500;
  const lost = isLost ? classifyFailure(status) : undefined;
  return new ApiError(
    lost ?? readErrorKind(status),
    error.message ?? `The service answered with status ${status}.`,
    facts,
  );
}

const classifyFailure = (status: number) => (status === 504 ? 'timeout' : 'unreachable');

type CreditDetails = {
  credits_needed?: number | undefined;
  monthly_credits_remaining?: number | null | undefined;
  purchased_credits_remaining?: number | null | undefined;
};

function readCreditFacts(details: CreditDetails): Partial<ApiErrorFacts> {
  return {
    ...(details.credits_needed === undefined ? {} : { creditsNeeded: details.credits_needed }),
    ...(details.monthly_credits_remaining === undefined ? {} : { monthlyLeft: details.monthly_credits_remaining }),
    ...(details.purchased_credits_remaining === undefined
      ? {}
      : { purchasedLeft: details.purchased_credits_remaining }),
  };
}

function listMembers(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

const identity = ({ requestId }: ResponseHeaders) => (requestId === undefined ? {} : { requestId });

type Parts = { body?: object; query?: object; params?: Record<string, string>; signal?: AbortSignal };

/** Puts names into the braces of a path. */
function buildPath(path: string, params: Record<string, string> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

function formatQueryString(query: object | undefined): string {
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}`;
}
