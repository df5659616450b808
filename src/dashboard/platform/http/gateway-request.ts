import { siteBase, siteOrigin } from './connection.ts';
import { ApiError } from './api-error.ts';
import { readKey } from './key.ts';
import { parseJson } from '#contract/json.ts';
import { exchange } from './request.ts';

/** Paths of workspaces: free, and never relayed to a service. */
type WorkspacePath = `/workspace/${string}`;

const buildHeaders = () => {
  const key = readKey();
  return { 'X-Fundscope': siteOrigin, ...(key ? { Authorization: `Bearer ${key}` } : {}) };
};

const timeoutSeconds = 60;

/** Sends a request about the workspace; a body is compressed if the browser can. Throws for any status but 200. */
export async function requestWorkspace(path: WorkspacePath, signal: AbortSignal, body?: object): Promise<unknown> {
  const packed = body && typeof CompressionStream === 'function' ? await compress(body) : undefined;
  const headers = { ...buildHeaders(), ...(packed ? { 'Content-Encoding': 'gzip' } : {}) };
  const sent = body ? { method: 'POST' as const, body: packed ?? body } : {};
  return exchange({ url: `${siteBase}${path}`, ...sent, headers, signal, timeoutSeconds }, async (response) => {
    requireOk(response);
    return parseJson(await response.text());
  });
}

/**
 * Sends at most 64 kB while the page is being left; the browser completes the request, and its response is ignored. It
 * is not compressed, which would take another task.
 */
export const sendLeaving = (path: WorkspacePath, body: object): void =>
  void exchange(
    { url: `${siteBase}${path}`, method: 'POST', body, headers: buildHeaders(), timeoutSeconds, keepalive: true },
    async () => undefined,
  ).catch(() => undefined);

const compress = (body: object): Promise<Blob> =>
  new Response(new Blob([JSON.stringify(body)]).stream().pipeThrough(new CompressionStream('gzip'))).blob();

function requireOk({ ok, status }: Response): void {
  if (ok) return;
  throw new ApiError(status === 401 ? 'key' : 'unreachable', `The gateway answered with status ${status}.`, { status });
}

/** The gateway sends something every 25 s; a connection that is silent for longer is lost. */
const silenceMs = 60_000;
const daySeconds = 86_400;

/**
 * Reads server-sent events until the connection ends, and calls back with the data of each. Not an EventSource, which
 * cannot send the key.
 */
export async function readWorkspaceEvents(
  path: WorkspacePath,
  signal: AbortSignal,
  onData: (data: string) => void,
): Promise<void> {
  const silent = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restartTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silent.abort(), silenceMs);
  };
  restartTimer();
  const headers = { ...buildHeaders(), Accept: 'text/event-stream' };
  const either = AbortSignal.any([signal, silent.signal]);
  const stream = { url: `${siteBase}${path}`, headers, signal: either, timeoutSeconds: daySeconds };
  try {
    await exchange(stream, async (response) => {
      requireOk(response);
      if (response.body) await readParts(response.body, restartTimer, onData);
    });
  } finally {
    clearTimeout(timer);
  }
}

async function readParts(
  body: ReadableStream<Uint8Array>,
  restartTimer: () => void,
  onData: (data: string) => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    restartTimer();
    const events = (text + decoder.decode(value, { stream: true })).split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) if (event.startsWith('data: ')) onData(event.slice('data: '.length));
  }
}
