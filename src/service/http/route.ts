import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { formatTenths, calculatePrice } from '#contract/credits.ts';
import type { Endpoint, ParsedBodyOf, ParsedParamsOf, ParsedQueryOf } from '#contract/endpoint.ts';
import { keyRefusals, toPresentedKey } from './auth.ts';
import type { Sql } from '../db/sql.ts';
import { type Answer, checkBody, type Settled, toBody, toIgnoredHeader } from './answer.ts';
import { charge, chargeForSure } from './charge.ts';
import { type Claim, keepForSure, type KeptAnswer, readClaim, readKeptAnswer } from './idempotency.ts';
import { readToken, tellFigures } from './rate-figures.ts';
import { type KeyOwner, toLimitRefusal } from './rate-limit.ts';
import { readInput, readQuery, refuseNoObject, refuseRepeated } from './validation.ts';
import type { ServiceOptions } from './options.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
  interface FastifyRequest {
    keyOwner: KeyOwner | undefined;
  }
}

/** What a handler is given: the checked input, and the moment of the request. */
export type Asked<E extends Endpoint> = {
  readonly body: ParsedBodyOf<E>;
  readonly query: ParsedQueryOf<E>;
  readonly params: ParsedParamsOf<E>;
  readonly caller: KeyOwner;
  readonly now: Date;
  /** The records, for this request alone. */
  readonly db: Sql;
};

type RawQuery = Record<string, unknown>;
type Exchange = {
  request: FastifyRequest;
  reply: FastifyReply;
  claim: Claim | undefined;
  now: Date;
  chargeId: string;
};

/** What an endpoint refuses by itself: by plan before anything is read, by its query before validation. */
export type Refusals = {
  readonly refuseCaller?: (caller: KeyOwner) => void;
  readonly refuseEarly?: (query: RawQuery) => void;
};
const noQuery = z.strictObject({});

/**
 * Registers an endpoint. Every request passes, in the order of contract 3: key, limit, 401, reading of the body,
 * validation, query, credits. The charge commits before the first byte of the answer.
 */
export function route<E extends Endpoint>(
  api: FastifyInstance,
  options: ServiceOptions,
  endpoint: E,
  handle: (asked: Asked<E>) => Promise<Answer<E>>,
  refusals: Refusals = {},
): void {
  api.route({
    method: endpoint.method,
    url: toRouterPath(endpoint.path),
    config: { endpoint },
    onRequest: async (request, reply) => {
      await admitRequest(options, request, reply);
      refusals.refuseCaller?.(toCaller(request));
    },
    handler: async (request, reply) => {
      const now = options.clock();
      const asked = { ...readAsked(endpoint, request, refusals.refuseEarly), caller: toCaller(request), now };
      const isBilled = endpoint.cost.per !== 'nothing';
      const claim = isBilled ? readClaim(request, asked.caller.accountId, now) : undefined;
      const kept = claim && (await readKeptAnswer(options.db, claim));
      if (kept) return sendKept(reply, kept);
      const answer = await options.turns(toGone(reply), (db) => handle({ ...asked, db }));
      try {
        return await chargeAndSend(options, endpoint, { request, reply, claim, now, chargeId: randomUUID() }, answer);
      } catch (error) {
        // A twin of this request was quicker: what it paid for is the answer to both.
        const twin = claim && (await readKeptAnswer(options.db, claim));
        if (twin) return sendKept(reply, twin);
        throw error;
      }
    },
  });
}

/** `/deals/{id}` as the router writes it. */
export const toRouterPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Aborted when the connection closes before the answer was sent. */
function toGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

function toCaller({ keyOwner }: FastifyRequest): KeyOwner {
  if (!keyOwner) throw new Error('a request passed without a key');
  return keyOwner;
}

async function admitRequest(options: ServiceOptions, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const token = readToken(options, request);
  const admission = await options.admit(toPresentedKey(token), request.ip, options.clock().getTime());
  tellFigures(reply, admission);
  if (!admission.allowed) throw toLimitRefusal(admission);
  if (token === undefined) throw keyRefusals.missing();
  if (!admission.owner) throw keyRefusals.unknown();
  if (admission.owner.disabled) throw keyRefusals.disabled();
  request.keyOwner = admission.owner;
}

function readAsked<E extends Endpoint>(endpoint: E, request: FastifyRequest, refuseEarly?: (query: RawQuery) => void) {
  const query = request.query as RawQuery;
  refuseEarly?.(query);
  refuseRepeated(query);
  if (endpoint.body) refuseNoObject(request.body);
  return {
    body: (endpoint.body ? readInput(endpoint.body, request.body) : undefined) as ParsedBodyOf<E>,
    query: readQuery(endpoint.query ?? noQuery, query) as ParsedQueryOf<E>,
    params: request.params as ParsedParamsOf<E>,
  };
}

/** Charges for an answer, within the transaction that keeps it where there is one. */
async function settle(
  tx: Sql | undefined,
  options: ServiceOptions,
  { request, now, chargeId }: Exchange,
  rows: number,
): Promise<Settled | undefined> {
  const { keyOwner: owner, id } = request;
  const { endpoint } = request.routeOptions.config;
  if (!endpoint || endpoint.cost.per === 'nothing' || !owner) return undefined;
  const tenths = calculatePrice(endpoint.cost, rows);
  const visible = owner.plan !== 'API';
  const { accountId, prefix: keyPrefix } = owner;
  const due = { accountId, keyPrefix, requestId: id, endpoint: endpoint.id, rows, tenths, now };
  const payer = { seesBalance: visible, purchaseUrl: options.purchaseUrl };
  const balance = tx ? await charge(tx, due, payer, chargeId) : await chargeForSure(options.db, due, payer);
  return { ...balance, tenths, visible };
}

/** Charges and answers; under an Idempotency-Key the answer is kept in the transaction of its charge. */
async function chargeAndSend<E extends Endpoint>(
  options: ServiceOptions,
  endpoint: E,
  exchange: Exchange,
  answer: Answer<E>,
): Promise<FastifyReply> {
  const { request, reply, claim, chargeId } = exchange;
  const ignored = toIgnoredHeader(answer.ignored);
  const make = async (tx?: Sql) => {
    const settled = await settle(tx, options, exchange, answer.rows);
    const body = toBody(endpoint, answer, settled);
    if (options.checkAnswers) checkBody(endpoint, body);
    return { settled, body };
  };
  const { settled, body } = claim
    ? await keepForSure(options.db, claim, chargeId, async (tx) => {
        const made = await make(tx);
        return { ...made, kept: { body: JSON.stringify(made.body), ignored, rankedBy: answer.rankedBy } };
      })
    : await make();
  request.billed = { rows: answer.rows, tenths: settled?.tenths ?? 0 };
  if (settled) {
    void reply.header('x-credits-used', formatTenths(settled.tenths));
    if (settled.visible) void reply.header('x-credits-remaining', formatTenths(settled.monthly + settled.purchased));
  }
  sayHow(reply, ignored, answer.rankedBy);
  return reply.send(body);
}

/** Says which filters meant nothing, and what ranked the rows. */
function sayHow(reply: FastifyReply, ignored: string | undefined, rankedBy: string | undefined): void {
  if (ignored !== undefined) void reply.header('x-ignored-filters', ignored);
  if (rankedBy !== undefined) void reply.header('fundscope-relevance', rankedBy);
}

/** Sends an answer that was paid for before. */
function sendKept(reply: FastifyReply, { body, ignored, rankedBy }: KeptAnswer): FastifyReply {
  sayHow(reply, ignored, rankedBy);
  return reply
    .headers({ 'idempotency-replayed': 'true', 'x-credits-used': formatTenths(0) })
    .type('application/json; charset=utf-8')
    .send(body);
}
