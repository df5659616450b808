import { randomUUID } from 'node:crypto';
import { calculatePrice } from '#contract/credits.ts';
import { HttpError } from '../http/http-error.ts';
import type { ServiceOptions } from '../http/options.ts';
import { formatIgnoredFilters } from '../http/response-body.ts';
import type { FoundRecords, HandlerContext } from '../http/handler.ts';
import { runHandler } from '../http/route.ts';
import { parseBody, parseQuery, rejectRepeatedParameters } from '../http/validation.ts';
import { CallRejected, type PaidBackend, type PaidCall, type Payer } from './paid-call.ts';
import type { Endpoint } from '#contract/endpoint.ts';

/** Buys from our own service, in this process: the charge and what is stored commit together. */
export function createOwnBackend(options: ServiceOptions): PaidBackend {
  const prepare = (call: PaidCall, { owner, generation }: Payer, now: Date) => {
    const registered = options.handlers.get(call.endpoint.id);
    if (!registered) throw new Error(`${call.endpoint.id} is not registered`);
    const context = {
      ...parseCall(call, registered.details.checkQuery),
      caller: owner,
      now,
      snapshot: options.index.at(generation),
      generation,
    };
    return { ...registered, context, closed: new AbortController().signal };
  };
  const run = async (call: PaidCall, payer: Payer, now: Date) => {
    const result = await runHandler<Endpoint>(options, call.endpoint, prepare(call, payer, now));
    const response = {
      data: result.data,
      meta: { total_count: result.total ?? result.rows },
      ...readIgnored(result.ignored),
      rankedBy: result.rankedBy ?? null,
      requestId: null,
      balance: null,
    };
    return { rows: result.rows, response };
  };
  return {
    isHosted: false,
    async findIds(call, payer) {
      const prepared = prepare(call, payer, options.clock());
      const { findIds } = prepared.details;
      if (!findIds) throw new Error(`${call.endpoint.id} has no ids to count`);
      let found: FoundRecords = { records: [], total: 0 };
      await runHandler<Endpoint>(options, call.endpoint, {
        ...prepared,
        handle: async (context) => {
          found = await findIds(context);
          return { data: {}, rows: found.records.length };
        },
      });
      return found;
    },
    async send(call, payer, key, store) {
      const { endpoint } = call;
      const now = options.clock();
      const { owner } = payer;
      try {
        const { rows, response } = await run(call, payer, now);
        const seesBalance = owner.plan !== 'API';
        await options.charges.makeWithRecords({
          due: {
            accountId: owner.accountId,
            keyPrefix: owner.prefix,
            requestId: key,
            endpoint: endpoint.id,
            rows,
            // What was quoted as free stays free, also where the account is metered in the meantime.
            tenths: owner.unmetered ? 0 : calculatePrice(endpoint.cost, rows),
            now,
          },
          display: { seesBalance, purchaseUrl: options.purchaseUrl },
          id: randomUUID(),
          store: (tx, { tenths, monthly, purchased }) =>
            store(tx, {
              ...response,
              requestId: key,
              tenths,
              balance: seesBalance
                ? { monthly: Math.floor(monthly / 10), purchased: Math.floor(purchased / 10) }
                : null,
            }),
        });
      } catch (error) {
        throw error instanceof HttpError
          ? new CallRejected(error, { status: error.status, code: error.definition.code })
          : error;
      }
    },
  };
}

type Parsed = Pick<HandlerContext<Endpoint>, 'body' | 'query' | 'params'>;

function parseCall(
  { endpoint, params, query: values, body }: PaidCall,
  checkQuery?: (query: Record<string, unknown>) => void,
): Parsed {
  // As it arrives in an address.
  const query = values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
  try {
    if (query) {
      checkQuery?.(query);
      rejectRepeatedParameters(query);
    }
    return {
      body: endpoint.body ? parseBody(endpoint.body, body) : undefined,
      query: endpoint.query ? parseQuery(endpoint.query, query ?? {}) : undefined,
      params: params,
    } as Parsed;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    throw new CallRejected(error, { status: error.status, code: error.definition.code });
  }
}

function readIgnored(names: readonly string[] | undefined) {
  const all = (formatIgnoredFilters(names) ?? '').split(',').filter((part) => part.includes('='));
  const parts = all.map((part) => {
    const at = part.indexOf('=');
    return { member: part.slice(0, at), value: decodeURIComponent(part.slice(at + 1)) };
  });
  const more = parts.find(({ member }) => member === 'more');
  return { ignored: parts.filter((part) => part !== more), moreIgnored: Number(more?.value ?? 0) };
}
