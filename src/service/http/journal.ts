import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from './metrics.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the answer held and cost; undefined until it did. */
    billed: { readonly rows: number; readonly tenths: number } | undefined;
  }
}

/** How much is written: every level holds those before it; `info` writes a line a request. */
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** What takes the lines of a log. */
export type LogTarget = { write(line: string): unknown };

/** The logger of an app: JSON lines on standard error, without bodies, queries and keys. */
export function toLogger(level: LogLevel | undefined, stream: LogTarget = process.stderr) {
  if (level === undefined || level === 'silent') return false;
  return {
    level,
    stream,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { req: ({ id }: FastifyRequest) => ({ id }), err: toLoggedError },
  };
}

/** An error without the values that a database or a parser puts into its members. */
function toLoggedError({ name, message, code, stack }: FastifyError) {
  return { type: name, message: redact(message), code, stack: redact(stack ?? '') };
}

/** Writes one line for every answer and counts it. */
export function registerJournal(app: FastifyInstance, metrics: Metrics): void {
  app.decorateRequest('billed', undefined);
  app.addHook('onResponse', async (request, reply) => {
    const { billed, routeOptions } = request;
    const endpoint = routeOptions.config.endpoint?.id ?? (request.is404 ? 'none' : (routeOptions.url ?? 'none'));
    const { rows, tenths } = billed ?? { rows: 0, tenths: 0 };
    const [status, seconds] = [reply.statusCode, reply.elapsedTime / 1000];
    metrics.count({ endpoint, status, seconds, rows, tenths });
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

/** A text without what looks like one of our keys, wherever a client put it. */
const redact = (text: string): string => text.replaceAll(/vg_[0-9a-f]{12}_[\w-]+/g, 'vg_...');
