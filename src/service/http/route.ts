import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { calculatePrice, formatTenths } from '#contract/credits.ts';
import type { EndpointId } from '#contract/endpoints.ts';
import { hasMemberKey } from '#contract/members.ts';
import type { Endpoint, ParsedBodyOf, ParsedParamsOf, ParsedQueryOf } from '#contract/endpoint.ts';
import type { IndexSnapshot } from '../db/page.ts';
import type { Sql } from '../db/sql.ts';
import { HttpError, UnconfirmedChargeError } from './http-error.ts';
import { parseKey } from './auth.ts';
import type { ChargeResult } from './charge.ts';
import type { RunningPurchase, StoredCharge } from './charge-groups.ts';
import { findStoredResponse, type IdempotentRequest, parseIdempotencyKey, type StoredResponse } from './idempotency.ts';
import type { ServiceOptions } from './options.ts';
import type { Lane } from './query-pool.ts';
import { type Admission, type KeyOwner, requireSpender } from './rate-limit.ts';
import { readToken, setRateLimitHeaders } from './rate-limit-headers.ts';
import { buildResponseBody, checkResponseBody, formatIgnoredFilters, type HandlerResult } from './response-body.ts';
import { parseBody, parseQuery, rejectRepeatedParameters } from './validation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
  interface FastifyRequest {
    keyOwner: KeyOwner | undefined;
    /** The load of the records when the request was admitted. */
    generation: number | undefined;
  }
}

/** What a handler gets: the parsed request, its key and time, and a database connection for its queries. */
type HandlerContext<E extends Endpoint> = {
  readonly body: ParsedBodyOf<E>;
  readonly query: ParsedQueryOf<E>;
  readonly params: ParsedParamsOf<E>;
  readonly caller: KeyOwner;
  readonly now: Date;
  readonly db: Sql;
  /** The current records in memory; undefined if PostgreSQL has to answer. */
  readonly snapshot: IndexSnapshot | undefined;
};

type Handle<E extends Endpoint> = (context: HandlerContext<E>) => Promise<HandlerResult<E>>;

type RawQuery = Record<string, unknown>;

/** One endpoint beyond its schemas: checks of the caller before parsing, and of the query before validation. */
type RouteDetails<E extends Endpoint> = {
  readonly checkCaller?: (caller: KeyOwner) => void;
  readonly checkQuery?: (query: RawQuery) => void;
  /** Whether an index answers a search in a few milliseconds; it then does not wait for slower ones. */
  readonly isLightSearch?: (body: ParsedBodyOf<E>) => boolean;
};

type Exchange = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly idempotent: IdempotentRequest | undefined;
  readonly purchase: RunningPurchase | undefined;
  readonly now: Date;
};

const emptyQuery = z.strictObject({});

/**
 * Registers an endpoint. Every request passes the steps of contract 3 in this order: key, rate limit, 401, plan,
 * parsing, validation, query, credits. The charge commits before the first byte of the response.
 */
export function route<E extends Endpoint>(
  api: FastifyInstance,
  options: ServiceOptions,
  endpoint: E,
  ...parts: [handle: Handle<E>] | [details: RouteDetails<E>, handle: Handle<E>]
): void {
  const [details, handle] = parts.length === 1 ? [{} as RouteDetails<E>, ...parts] : parts;
  api.route({
    method: endpoint.method,
    url: convertToRouterPath(endpoint.path),
    config: { endpoint },
    ...(endpoint.maxBodyBytes === undefined ? {} : { bodyLimit: endpoint.maxBodyBytes }),
    onRequest: async (request, reply) => {
      await options.tracing.step(request, 'key', () => authenticate(options, request, reply, endpoint.window));
      const caller = getCaller(request);
      if (endpoint.cost.per !== 'nothing') requireSpender(caller);
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
      const purchase = idempotent && (await options.beginPurchase(caller.accountId, idempotent.key));
      try {
        const queryRequest = {
          lane: snapshot && details.isLightSearch?.(input.body) ? 'lookup' : chooseLane(endpoint),
          account: caller.accountId,
          closed: watchConnection(reply),
          readsRecords: recordIds.has(endpoint.id),
        };
        const result = await options.tracing.step(request, 'query', () =>
          options.queryPool.run(queryRequest, (db) => handle({ ...input, caller, now, db, snapshot })),
        );
        return await sendCharged(options, endpoint, { request, reply, idempotent, purchase, now }, result);
      } finally {
        await purchase?.end();
      }
    },
  });
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

/** Searches, counts and the matches of alerts read much of the data; everything else reads a record or a few names. */
const chooseLane = ({ id }: Endpoint): Lane => (searchIds.has(id) ? 'search' : 'lookup');

const searchIds = new Set<string>([
  'searchDeals',
  'searchCompanies',
  'searchInvestors',
  'searchPeople',
  'readAlerts',
  'previewAlert',
  'countDealFacets',
  'countCompanyMatches',
  'countDeals',
  'countCompanies',
  'countInvestors',
  'countPeople',
] satisfies EndpointId[]);

/** Endpoints that read only records; the data of accounts is newest on the primary. */
const recordIds = new Set<string>([
  'searchDeals',
  'searchCompanies',
  'searchInvestors',
  'searchPeople',
  'searchLocations',
  'searchIndustries',
  'lookUpCompanies',
  'lookUpInvestors',
  'lookUpPeople',
  'readDeal',
  'readDealInvestors',
  'readCompany',
  'readInvestor',
  'readPerson',
  'readCompanyDeals',
  'readInvestorDeals',
  'readPersonDeals',
  'readNames',
  'countDealFacets',
  'countCompanyMatches',
  'countDeals',
  'countCompanies',
  'countInvestors',
  'countPeople',
] satisfies EndpointId[]);

/** A signal that aborts when the connection closes before the response is sent. */
function watchConnection({ raw }: FastifyReply): AbortSignal {
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

/** What identifies the caller of a request. */
export type AdmissionOptions = Pick<ServiceOptions, 'admit' | 'limiterClock' | 'localKey' | 'hostedAccount'>;

/** Counts a request in the window of its key, or of its address without one; throws if the window is full. */
export async function countRequest(
  options: AdmissionOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string | undefined,
  countsIn?: Endpoint['window'],
): Promise<Admission> {
  const admission = await options.admit(parseKey(token), request.ip, options.limiterClock(), countsIn);
  setRateLimitHeaders(reply, admission);
  const { limit, window, resetSeconds: seconds } = admission;
  if (!admission.allowed) throw new HttpError('rateLimitExceeded', { limit, window, seconds });
  return admission;
}

/** Finds the key of a request and counts the request in its window; throws if the key is invalid or the window full. */
export async function authenticate(
  options: AdmissionOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  countsIn: Endpoint['window'],
): Promise<void> {
  const token = readToken(options, request);
  const admission = await countRequest(options, request, reply, token, countsIn);
  if (token === undefined) throw new HttpError('missingKey');
  if (!admission.owner || isForeign(options, token, admission.owner)) throw new HttpError('unknownKey');
  if (admission.owner.removed) throw new HttpError('memberRemoved');
  if (admission.owner.disabled) throw new HttpError('disabledKey');
  request.generation = admission.generation;
  request.keyOwner = { ...admission.owner, isLocal: request.headers.authorization === undefined };
}

/** Accounts of our own service and of hosted ones may share a database, but not their keys. */
const isForeign = (
  { hostedAccount }: AdmissionOptions,
  token: string,
  { accountId }: { accountId: string },
): boolean => (hostedAccount === undefined ? hasMemberKey(token) : hostedAccount !== accountId);

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

/** Charges for a response, and stores it if the request has an Idempotency-Key; undefined for free endpoints. */
async function settle(
  options: ServiceOptions,
  endpoint: Endpoint,
  { request, idempotent, purchase, now }: Exchange,
  rows: number,
  build: StoredCharge['build'],
): Promise<ChargeResult | undefined> {
  if (endpoint.cost.per === 'nothing') return undefined;
  const { accountId, prefix: keyPrefix, plan } = getCaller(request);
  const tenths = calculatePrice(endpoint.cost, rows);
  const charge = {
    due: { accountId, keyPrefix, requestId: request.id, endpoint: endpoint.id, rows, tenths, now },
    display: { seesBalance: plan !== 'API', purchaseUrl: options.purchaseUrl },
    id: randomUUID(),
  };
  return idempotent
    ? options.charges.makeAndStore({ ...charge, idempotent, purchase, build })
    : options.charges.make(charge);
}

/** Charges and responds; with an Idempotency-Key the response is stored in the transaction of its charge. */
async function chargeAndSend<E extends Endpoint>(
  options: ServiceOptions,
  endpoint: E,
  exchange: Exchange,
  result: HandlerResult<E>,
): Promise<FastifyReply> {
  const { request, reply, idempotent } = exchange;
  const ignored = formatIgnoredFilters(result.ignored);
  const showsBalance = getCaller(request).plan !== 'API';
  let body = '';
  const build = (charged?: ChargeResult) => {
    const built = buildResponseBody(endpoint, result, charged && { ...charged, showsBalance });
    if (options.checkResponses) checkResponseBody(endpoint, built);
    body = JSON.stringify(built);
    return { body, ignored, rankedBy: result.rankedBy };
  };
  const settlement = await settle(options, endpoint, exchange, result.rows, build);
  if (!idempotent) build(settlement);
  request.billed = { rows: result.rows, tenths: settlement?.tenths ?? 0 };
  if (settlement) {
    const { tenths, monthly, purchased } = settlement;
    void reply.header('x-credits-used', formatTenths(tenths));
    if (showsBalance) void reply.header('x-credits-remaining', formatTenths(monthly + purchased));
  }
  setSearchHeaders(reply, ignored, result.rankedBy);
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
