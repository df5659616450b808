import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { calculatePrice, formatTenths } from '#contract/credits.ts';
import type { KnownEndpoint } from '#contract/endpoints.ts';
import type { Endpoint, ParsedBodyOf, ParsedParamsOf, ParsedQueryOf } from '#contract/endpoint.ts';
import { type AccessRow, requireAccess } from './access.ts';
import { authenticate } from './authenticate.ts';
import type { ChargeResult } from './charge.ts';
import { UnconfirmedChargeError } from './http-error.ts';
import { findStoredResponse, type IdempotentRequest, parseIdempotencyKey, type StoredResponse } from './idempotency.ts';
import type { Handle, HandlerContext, RawQuery, RouteDetails } from './handler.ts';
import type { ServiceOptions } from './options.ts';
import type { KeyOwner } from './rate-limit.ts';
import { buildResponseBody, checkResponseBody, formatIgnoredFilters, type HandlerResult } from './response-body.ts';
import { parseBody, parseQuery, rejectRepeatedParameters } from './validation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: KnownEndpoint;
    /** The row of the table of access, for a route that is neither an endpoint nor in the table by its path. */
    row?: AccessRow;
  }
  interface FastifyRequest {
    keyOwner: KeyOwner | undefined;
    /** The load of the records when the request was admitted. */
    generation: number | undefined;
  }
}

type Exchange = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly idempotent: IdempotentRequest | undefined;
  readonly now: Date;
};

const emptyQuery = z.strictObject({});

/**
 * Registers an endpoint. Every request passes the steps of contract 3 in this order: key, rate limit, 401, plan,
 * parsing, validation, query, credits. The charge commits before the first byte of the response.
 */
export function route<E extends KnownEndpoint>(
  api: FastifyInstance,
  options: ServiceOptions,
  endpoint: E,
  ...parts: [handle: Handle<E>] | [details: RouteDetails<E>, handle: Handle<E>]
): void {
  const [details, handle] = parts.length === 1 ? [{} as RouteDetails<E>, ...parts] : parts;
  options.handlers.set(endpoint.id, { details, handle });
  api.route({
    method: endpoint.method,
    url: convertToRouterPath(endpoint.path),
    config: { endpoint },
    ...(endpoint.maxBodyBytes === undefined ? {} : { bodyLimit: endpoint.maxBodyBytes }),
    onRequest: async (request, reply) => {
      const caller = await options.tracing.step(request, 'key', () =>
        authenticate(options, request, reply, endpoint.window),
      );
      requireAccess(caller, endpoint.id);
      details.checkCaller?.(caller);
    },
    handler: async (request, reply) => {
      const now = options.clock();
      const caller = getCaller(request);
      const input = parseRequest(endpoint, request, details.checkQuery);
      const snapshot = options.index.at(request.generation);
      const isBilled = endpoint.cost.per !== 'nothing';
      const idempotent = isBilled ? parseIdempotencyKey(request, caller.accountId, now) : undefined;
      const stored = idempotent && (await findStoredResponse(options.db, idempotent));
      if (stored) return sendStored(reply, stored);
      const { generation } = request;
      const context = { ...input, caller, now, snapshot, generation };
      const result = await options.tracing.step(request, 'query', () =>
        runHandler(options, endpoint, { details, handle, context, closed: watchConnection(reply) }),
      );
      return sendCharged(options, endpoint, { request, reply, idempotent, now }, result);
    },
  });
}

type Run<E extends Endpoint> = {
  readonly details: RouteDetails<E>;
  readonly handle: Handle<E>;
  readonly context: Omit<HandlerContext<E>, 'db'>;
  readonly closed: AbortSignal;
};

/**
 * Runs the queries of an endpoint in its lane. What belongs to a workspace has no lane: its statements are short, and
 * the requests that it sends wait in lanes of their own.
 */
export async function runHandler<E extends Endpoint>(
  options: Pick<ServiceOptions, 'queryPool' | 'db'>,
  endpoint: E,
  { details, handle, context, closed }: Run<E>,
): Promise<HandlerResult<E>> {
  if (endpoint.root === '/workspace') return handle({ ...context, db: options.db });
  const isLight = context.snapshot !== undefined && details.isLightSearch?.(context.body) === true;
  return options.queryPool.run(
    {
      lane: isLight ? 'lookup' : (endpoint.lane ?? 'lookup'),
      account: context.caller.accountId,
      closed,
      readsRecords: endpoint.reads === 'records',
    },
    (db) => handle({ ...context, db }),
  );
}

/** Charges and responds. If an identical request was faster, its response, paid once, is the response to both. */
async function sendCharged<E extends Endpoint>(
  options: ServiceOptions,
  endpoint: E,
  exchange: Exchange,
  result: HandlerResult<E>,
): Promise<FastifyReply> {
  const { request, reply, idempotent } = exchange;
  try {
    return await options.tracing.step(request, 'charge', () => chargeAndSend(options, endpoint, exchange, result));
  } catch (error) {
    if (error instanceof UnconfirmedChargeError) throw error;
    const twin = idempotent && (await findStoredResponse(options.db, idempotent));
    if (twin) return sendStored(reply, twin);
    throw error;
  }
}

/** `/deals/{id}` in the router's syntax: `/deals/:id`. */
export const convertToRouterPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** A signal that aborts when the connection closes before the response is sent. */
export function watchConnection({ raw }: FastifyReply): AbortSignal {
  const closed = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) closed.abort();
  });
  // The client may have disconnected while its key was checked.
  if (raw.destroyed) closed.abort();
  return closed.signal;
}

function getCaller({ keyOwner }: FastifyRequest): KeyOwner {
  if (!keyOwner) throw new Error('a request passed authentication without a key');
  return keyOwner;
}

function parseRequest<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
  checkQuery?: (query: RawQuery) => void,
): Pick<HandlerContext<E>, 'body' | 'query' | 'params'> {
  const query = request.query as RawQuery;
  checkQuery?.(query);
  rejectRepeatedParameters(query);
  return {
    body: (endpoint.body ? parseBody(endpoint.body, request.body) : undefined) as ParsedBodyOf<E>,
    query: parseQuery(endpoint.query ?? emptyQuery, query) as ParsedQueryOf<E>,
    params: request.params as ParsedParamsOf<E>,
  };
}

/** Charges and responds; with an Idempotency-Key the response is stored in the transaction of its charge. */
async function chargeAndSend<E extends Endpoint>(
  options: ServiceOptions,
  endpoint: E,
  { request, reply, idempotent, now }: Exchange,
  result: HandlerResult<E>,
): Promise<FastifyReply> {
  const { accountId, prefix: keyPrefix, plan } = getCaller(request);
  const { rows, rankedBy } = result;
  const ignored = formatIgnoredFilters(result.ignored);
  const showsBalance = plan !== 'API';
  let body = '';
  const build = (charged?: ChargeResult): StoredResponse => {
    const built = buildResponseBody(endpoint, result, charged && { ...charged, showsBalance });
    if (options.checkResponses) checkResponseBody(endpoint, built);
    body = JSON.stringify(built);
    return { body, ignored, rankedBy };
  };
  const charged =
    endpoint.cost.per === 'nothing'
      ? undefined
      : await options.charges.make({
          due: {
            accountId,
            keyPrefix,
            requestId: request.id,
            endpoint: endpoint.id,
            rows,
            tenths: calculatePrice(endpoint.cost, rows),
            now,
          },
          display: { seesBalance: showsBalance, purchaseUrl: options.purchaseUrl },
          id: randomUUID(),
          response: idempotent && { idempotent, build },
        });
  if (!idempotent) build(charged);
  request.billed = { rows, tenths: charged?.tenths ?? 0 };
  if (charged) {
    void reply.header('x-credits-used', formatTenths(charged.tenths));
    if (showsBalance) void reply.header('x-credits-remaining', formatTenths(charged.monthly + charged.purchased));
  }
  setSearchHeaders(reply, ignored, rankedBy);
  return reply.type('application/json; charset=utf-8').send(body);
}

function setSearchHeaders(reply: FastifyReply, ignored: string | undefined, rankedBy: string | undefined): void {
  if (ignored !== undefined) void reply.header('x-ignored-filters', ignored);
  if (rankedBy !== undefined) void reply.header('fundscope-relevance', rankedBy);
}

function sendStored(reply: FastifyReply, { body, ignored, rankedBy }: StoredResponse): FastifyReply {
  setSearchHeaders(reply, ignored, rankedBy);
  return reply
    .headers({ 'idempotency-replayed': 'true', 'x-credits-used': formatTenths(0) })
    .type('application/json; charset=utf-8')
    .send(body);
}
