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

/** Logger options: JSON lines without bodies, queries and keys. */
export function createLoggerOptions(level: LogLevel | undefined, stream: LogTarget = process.stderr) {
  if (level === undefined || level === 'silent') return false;
  return {
    level,
    stream,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { req: ({ id }: FastifyRequest) => ({ id }), err: serializeError },
  };
}

/** Only these members: a database or a parser puts values of the request into others. */
function serializeError({ name, message, code, stack }: FastifyError) {
  return { type: name, message: redact(message), code, stack: redact(stack ?? '') };
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
        path: redact(request.url.split('?', 1)[0] ?? '').slice(0, 200),
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

/** Removes our keys from a text, wherever a client put them. */
const redact = (text: string): string => text.replaceAll(/(vgm?)_[0-9a-f]{12}_[\w-]+/g, '$1_...');
