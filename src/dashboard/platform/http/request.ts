import { parseCharge } from '#contract/charge.ts';
import { parseRetryAfter } from '#contract/error-body.ts';
import { parseJson } from '#contract/json.ts';
import { ApiError } from './api-error.ts';
import { compareClocks } from './service-clock.ts';

/** One HTTP request, independent of the contract's endpoints. */
export type HttpRequest = {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Record<string, string>;
  /** An object is sent as JSON; a Blob contains JSON, encoded as the headers say. */
  readonly body?: object;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutSeconds: number;
  /** Whether the browser completes it after the page is left; its body may then have at most 64 kB. */
  readonly keepalive?: boolean;
};

/** A response of any status; `json` is undefined if the body is not JSON. */
export type HttpReply = { readonly status: number; readonly headers: Headers; readonly json: unknown };

/**
 * Resolves with any response of the server; throws an ApiError if none arrived (offline, unreachable, timeout) and the
 * signal's reason if the caller aborted.
 */
export const request = (sent: HttpRequest): Promise<HttpReply> =>
  exchange(sent, async (response) => {
    const { status, headers } = response;
    return { status, headers, json: parseJson(await response.text()) };
  });

/** Sends every request of the dashboard. Resolves with the result of `read` on the response, and throws like `request`. */
export async function exchange<T>(
  { url, method = 'GET', headers, body, signal, timeoutSeconds, keepalive = false }: HttpRequest,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const timeout = AbortSignal.timeout(timeoutSeconds * 1000);
  // Only offline, because a page that is being closed cannot wait before it sends.
  if (!navigator.onLine) await checkNetwork(url, timeout);
  try {
    const response = await fetch(url, {
      method,
      headers: { Accept: 'application/json', ...(body ? { 'Content-Type': 'application/json' } : {}), ...headers },
      ...(body ? { body: body instanceof Blob ? body : JSON.stringify(body) } : {}),
      credentials: 'omit',
      cache: 'no-store',
      keepalive,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    compareClocks(response.headers);
    return await read(response);
  } catch (error) {
    if (signal?.aborted || error instanceof ApiError) throw error;
    if (timeout.aborted) throw new ApiError('timeout', `No response arrived within ${timeoutSeconds} seconds.`);
    throw new ApiError('unreachable', 'The connection failed before a response arrived.');
  }
}

/**
 * Throws an ApiError if this device, which has no network, cannot reach the host of a URL. A gateway or service on this
 * machine responds without one; any response of its host shows that.
 */
async function checkNetwork(url: string, signal: AbortSignal): Promise<void> {
  const probe = new URL('/readyz', new URL(url, location.href));
  await fetch(probe, { mode: 'no-cors', cache: 'no-store', signal }).catch(() => {
    throw new ApiError('offline', 'This device is offline.');
  });
}

/** A filter value that the service did not know and therefore ignored. */
type IgnoredFilter = { readonly member: string; readonly value: string };

/** The headers of a response; a member is absent if its header is missing or invalid. */
export type ResponseHeaders = {
  readonly usedTenths?: number;
  readonly requestLimit?: number;
  readonly requestsLeft?: number;
  readonly resetSeconds?: number;
  readonly retryAfterSeconds?: number;
  readonly requestId?: string;
  readonly ignored: readonly IgnoredFilter[];
  /** Ignored values that did not fit into the header. */
  readonly moreIgnored: number;
};

/** Reads the headers that Fundscope knows; never throws. */
export function parseHeaders(headers: Headers): ResponseHeaders {
  const figures = {
    usedTenths: parseCharge(headers.get('X-Credits-Used')),
    requestLimit: parseWhole(headers.get('RateLimit-Limit')),
    requestsLeft: parseWhole(headers.get('RateLimit-Remaining')),
    resetSeconds: limitWait(parseWhole(headers.get('RateLimit-Reset'))),
    retryAfterSeconds: limitWait(parseRetryAfter(headers)),
    requestId: headers.get('X-Request-Id') ?? undefined,
  };
  const known = Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== undefined));
  return { ...known, ...parseIgnored(headers.get('X-Ignored-Filters') ?? '') };
}

/** Reads `member=value,member=value,more=n`, values percent-encoded (contract 4). */
export function parseIgnored(text: string): Pick<ResponseHeaders, 'ignored' | 'moreIgnored'> {
  const ignored: IgnoredFilter[] = [];
  let moreIgnored = 0;
  for (const part of text.split(',')) {
    const at = part.indexOf('=');
    if (at < 1) continue;
    const [member, value] = [part.slice(0, at).trim(), decodeHeader(part.slice(at + 1).trim())];
    if (member === 'more') moreIgnored = parseWhole(value) ?? 0;
    else ignored.push({ member, value });
  }
  return { ignored, moreIgnored };
}

const maxWaitSeconds = 30 * 86_400;
const limitWait = (seconds: number | undefined) => seconds && Math.min(seconds, maxWaitSeconds);

function parseWhole(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
}

function decodeHeader(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
