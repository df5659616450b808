import { isHttpStatus, readCharge } from '#contract/charge.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { errorBody, parseRetryAfter, relayDetails, validationDetails } from '#contract/error-body.ts';
import { parseJson } from '#contract/json.ts';
import { ClientError, type FailureFacts } from './client-error.ts';

/** Where and how a client sends; every member has a default except the key of a service that requires one. */
export type ClientOptions = {
  /** The address of the gateway or service, with or without `/api/v1`; http://127.0.0.1:4310 by default. */
  readonly address?: string;
  readonly key?: string;
  /** How often a request is retried after a 429, a 503 or a lost response; 4 by default, 0 for never. */
  readonly maxRetries?: number;
  /** With a longer `Retry-After` the request fails instead of waiting; 120 by default. */
  readonly maxWaitSeconds?: number;
  readonly timeoutSeconds?: number;
  /**
   * Whether a paid request is sent again after its response was lost. True by default, because Fundscope charges a
   * repeated `Idempotency-Key` once; set false for a service that does not support this header.
   */
  readonly retryLost?: boolean;
  /** Called with the paths of members of a response that had the wrong type and became null. */
  readonly onSurprise?: (endpoint: string, paths: readonly string[]) => void;
  /** Replaces the global `fetch`, such as for a proxy. */
  readonly fetch?: typeof fetch;
};

/** A request in terms of HTTP. */
export type WireRequest = {
  readonly path: string;
  readonly body?: object | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** A 2xx response before parsing. */
export type WireResponse = { readonly status: number; readonly json: unknown; readonly headers: Headers };

/** One attempt: a response, or the error and how long to wait if it may be retried. */
type Attempt =
  | WireResponse
  | {
      readonly error: ClientError;
      readonly retryAfterSeconds?: number;
      readonly isLost?: true;
      readonly isRelayed?: true;
      /** What it says of its charge is more than 0, or no sane number. */
      readonly isCharged?: true;
    };

/** Sends a request with retries under one Idempotency-Key. Throws a ClientError, or the signal's reason. */
export async function sendRequest(
  endpoint: Endpoint,
  request: WireRequest,
  options: ClientOptions,
): Promise<WireResponse> {
  const { maxRetries = 4, maxWaitSeconds = 120 } = options;
  let wasLost = false;
  for (let retries = 0; ; retries += 1) {
    request.signal?.throwIfAborted();
    const attempt = await tryOnce(endpoint, request, options);
    if (!('error' in attempt)) return attempt;
    const { error, retryAfterSeconds, isLost, isRelayed, isCharged } = attempt;
    wasLost ||= isLost === true || isCharged === true;
    const waitSeconds = retryAfterSeconds ?? Math.min(2 ** retries / 2, 8);
    const isRetryable = isLost
      ? canRepeat(endpoint, options) && isRelayed === undefined
      : error.facts.status === 429 || error.facts.status === 503;
    if (!isRetryable || retries >= maxRetries || waitSeconds > maxWaitSeconds) {
      const mayHaveCharged = wasLost && endpoint.cost.per !== 'nothing';
      throw new ClientError(error.message, { ...error.facts, mayHaveCharged }, error.cause);
    }
    await wait(waitSeconds, request.signal);
  }
}

/** Whether a request that may have been processed can be sent again without a second effect. */
const canRepeat = ({ method, cost }: Endpoint, { retryLost = true }: ClientOptions): boolean =>
  cost.per === 'nothing' ? method === 'GET' || method === 'PUT' : retryLost;

async function tryOnce(endpoint: Endpoint, request: WireRequest, options: ClientOptions): Promise<Attempt> {
  const { address = 'http://127.0.0.1:4310', key, timeoutSeconds = 30, fetch: send = globalThis.fetch } = options;
  const site = address.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
  const timeout = AbortSignal.timeout(timeoutSeconds * 1000);
  try {
    const response = await send(`${site}${endpoint.root ?? '/api/v1'}${request.path}`, {
      method: endpoint.method,
      headers: {
        Accept: 'application/json',
        ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
        ...(request.body ? { 'Content-Type': 'application/json' } : {}),
        ...(request.idempotencyKey === undefined ? {} : { 'Idempotency-Key': request.idempotencyKey }),
      },
      ...(request.body ? { body: JSON.stringify(request.body) } : {}),
      signal: request.signal ? AbortSignal.any([request.signal, timeout]) : timeout,
    });
    const json = parseJson(await response.text());
    const { status, headers } = response;
    return response.ok ? { status, json, headers } : parseFailure(response, json);
  } catch (cause) {
    request.signal?.throwIfAborted();
    const message = timeout.aborted
      ? `No response arrived within ${timeoutSeconds} seconds.`
      : 'The connection failed before a response arrived.';
    return { error: new ClientError(message, {}, cause), isLost: true };
  }
}

function parseFailure({ status, headers }: Response, json: unknown): Attempt {
  const read = errorBody.safeParse(json);
  const { code, message, details } = read.success ? read.data.error : {};
  const problems = validationDetails.safeParse(details);
  const relayed = relayDetails.safeParse(details);
  const retryAfterSeconds = parseRetryAfter(headers);
  const requestId = headers.get('X-Request-Id');
  const facts = {
    status,
    ...(code === undefined ? {} : { code }),
    ...(problems.success ? { problems: problems.data.errors as NonNullable<FailureFacts['problems']> } : {}),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(requestId === null ? {} : { requestId }),
  };
  // The gateway got no response from a hosted service, which may charge a repeated request again.
  const isRelayed = relayed.success && relayed.data.outcome === 'unknown';
  // Or a load balancer sent its own page, or nobody knows what the status means.
  const isLost = isRelayed || (!read.success && status >= 500) || !isHttpStatus(status);
  const { state, billedTenths } = readCharge({ status, headers, body: json }, 0);
  const isCharged = state === 'unconfirmed' || billedTenths > 0;
  return {
    error: new ClientError(message ?? `The service answered with status ${status}.`, facts),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(isLost ? { isLost } : {}),
    ...(isRelayed ? { isRelayed } : {}),
    ...(isCharged ? { isCharged } : {}),
  };
}

async function wait(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
