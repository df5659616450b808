import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from './metrics.ts';
import type { Tracing } from './tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Rows and price of the response; undefined until it is charged. */
    billed: { readonly rows: number; readonly tenths: number } | undefined;
  }
}

/** Log levels, each including the previous ones; `info` writes a line per request. */
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Where log lines are written. */
export type LogTarget = { write(line: string): unknown };

/** Logger options: JSON lines without bodies, queries and secrets. */
export function createLoggerOptions(level: LogLevel | undefined, target: LogTarget = process.stderr) {
  if (level === undefined || level === 'silent') return false;
  return {
    level,
    // The framework's own lines and the messages of errors may quote a path or a header.
    stream: { write: (line: string) => target.write(redact(line)) },
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { req: ({ id }: FastifyRequest) => ({ id }), err: serializeError },
  };
}

/** Only these members: a database or a parser puts values of the request into others. */
function serializeError({ name, message, code, stack }: FastifyError) {
  return { type: name, message, code, stack: stack ?? '' };
}

/** Logs, counts and traces every response. */
export function registerRequestLog(app: FastifyInstance, metrics: Metrics, tracing: Tracing): void {
  app.decorateRequest('billed', undefined);
  app.addHook('onRequest', async (request) => tracing.start(request));
  app.addHook('onResponse', async (request, reply) => {
    const { billed, routeOptions } = request;
    const endpoint = routeOptions.config.endpoint?.id ?? (request.is404 ? 'none' : (routeOptions.url ?? 'none'));
    const { rows, tenths } = billed ?? { rows: 0, tenths: 0 };
    const [status, seconds] = [reply.statusCode, reply.elapsedTime / 1000];
    metrics.count({ endpoint, status, seconds, rows, tenths });
    tracing.end(request, { endpoint, status, seconds, rows, tenths });
    request.log.info(
      {
        method: request.method,
        path: describePath(request).slice(0, 200),
        endpoint,
        status,
        ms: Math.round(seconds * 10_000) / 10,
        key: request.keyOwner?.prefix,
        ...(billed ? { rows, credits: tenths / 10 } : {}),
      },
      'answered',
    );
  });
}

/**
 * The path of a request without secrets: of a route with a token only the pattern; where anything may stand in a path,
 * as in a link below the wrong folder, nothing that is as long as a token and no id.
 */
function describePath({ url, is404, routeOptions: { url: pattern = '' } }: FastifyRequest): string {
  if (pattern.includes(':token')) return pattern;
  const path = url.split('?', 1)[0] ?? '';
  return is404 || /[:*]/.test(pattern) ? path.replaceAll(/[\w%~-]{24,}/g, keepId) : path;
}

const keepId = (text: string): string => (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : '...');

/** Removes keys, secrets of webhooks and tokens of links from a text, wherever a client or a library put them. */
const redact = (text: string): string =>
  text
    .replaceAll(/(vgm?)_[0-9a-f]{12}_[\w-]+/g, '$1_...')
    .replaceAll(/whsec_[\w+/=-]+/g, 'whsec_...')
    .replaceAll(/(\/(?:account\/(?:feed|unsubscribe|confirm)|workspace\/sheet)\/)(?!:token)[^\s/?"\\]+/g, '$1...');
