import { ApiError } from './api-error.ts';

/** One HTTP request, independent of the contract's endpoints. */
export type HttpRequest = {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Record<string, string>;
  readonly body?: object;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutSeconds: number;
};

/** A response of any status; `json` is undefined when the body is not JSON. */
export type HttpReply = { readonly status: number; readonly headers: Headers; readonly json: unknown };

/**
 * The only fetch of the dashboard. Resolves with any response of the server; throws an ApiError when none arrived
 * (offline, unreachable, timeout) and the signal's reason when the caller aborted.
 */
export async function request({
  url,
  method = 'GET',
  headers,
  body,
  signal,
  timeoutSeconds,
}: HttpRequest): Promise<HttpReply> {
  if (!navigator.onLine) throw new ApiError('offline', 'This device is offline.');
  const timeout = AbortSignal.timeout(timeoutSeconds * 1000);
  try {
    const response = await fetch(url, {
      method,
      headers: { Accept: 'application/json', ...(body ? { 'Content-Type': 'application/json' } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
      credentials: 'omit',
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    return { status: response.status, headers: response.headers, json: parseJson(await response.text()) };
  } catch (error) {
    if (signal?.aborted) throw error;
    if (timeout.aborted) throw new ApiError('timeout', `No response arrived within ${timeoutSeconds} seconds.`);
    throw new ApiError('unreachable', 'The connection failed before a response arrived.');
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
