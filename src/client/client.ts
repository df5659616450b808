import type { z } from 'zod';
import { readCharge } from '#contract/charge.ts';
import { calculatePrice, formatTenths } from '#contract/credits.ts';
import type { BodyOf, DataOf, Endpoint, ParsedParamsOf, QueryOf } from '#contract/endpoint.ts';
import { accountEndpoints, endpoints } from '#contract/endpoints.ts';
import { type ListMeta, metaSchemas } from '#contract/envelope.ts';
import { isObject } from '#contract/json.ts';
import { parseTolerantly, type Tolerant } from '#contract/record.ts';
import { ClientError } from './client-error.ts';
import { fitPage, findHighestPrice } from './price.ts';
import { type ClientOptions, sendRequest, type WireResponse } from './transport.ts';

export * from './client-error.ts';

type AnyEndpoint = (typeof endpoints)[number] | (typeof accountEndpoints)[number];

/** What a call sends: path parameters, body or query, as one object. */
export type InputOf<E extends Endpoint> = (E extends { params: z.ZodType } ? ParsedParamsOf<E> : unknown) &
  (E extends { body: z.ZodType } ? BodyOf<E> : unknown) &
  (E extends { query: z.ZodType } ? QueryOf<E> : unknown);

/** Options of one call. */
export type CallOptions = {
  readonly signal?: AbortSignal;
  /** Nothing is sent if the call could cost more. */
  readonly maxCredits?: number;
};

/** Options of an iteration over pages; no page is requested that could exceed `maxCredits` in total. */
export type PagesOptions = { readonly signal?: AbortSignal; readonly maxCredits: number };

/** A response, parsed tolerantly: unknown members are kept, a member of the wrong type is null. */
export type ClientResponse<E extends Endpoint> = {
  readonly data: Tolerant<DataOf<E>>;
  readonly meta: Tolerant<Partial<ListMeta>>;
  /** What the call was charged; its highest price where that is unconfirmed. */
  readonly creditsUsed: number;
  /** Whether the service does not say what it charged, or no sane number. */
  readonly isChargeUnconfirmed: boolean;
  /** The paths of the members that had the wrong type. */
  readonly surprises: readonly string[];
};

type RowOf<E extends Endpoint> = Extract<Tolerant<DataOf<E>>[keyof Tolerant<DataOf<E>>], readonly unknown[]>[number];

/** One endpoint as a function; those with pages can also be iterated. */
export type ClientCall<E extends Endpoint> = ((
  ...args: unknown extends InputOf<E>
    ? [input?: object, options?: CallOptions]
    : [input: InputOf<E>, options?: CallOptions]
) => Promise<ClientResponse<E>>) &
  (InputOf<E> extends { page?: unknown }
    ? {
        /** The pages of a list, in order; ends with the last page or when `maxCredits` covers no further row. */
        pages(input: Omit<InputOf<E>, 'page'>, options: PagesOptions): AsyncGenerator<ClientResponse<E>, void>;
        /** The rows of all pages. */
        rows(input: Omit<InputOf<E>, 'page'>, options: PagesOptions): AsyncGenerator<RowOf<E>, void>;
      }
    : unknown);

/** Every endpoint of the contract by its id. */
export type Client = { readonly [E in AnyEndpoint as E['id']]: ClientCall<E> };

/** Creates a client; nothing is sent. Calls throw a ClientError. */
export function createClient(options: ClientOptions = {}): Client {
  const calls = [...endpoints, ...accountEndpoints].map((endpoint) => [endpoint.id, createCall(endpoint, options)]);
  return Object.fromEntries(calls) as Client;
}

type LooseInput = Readonly<Record<string, unknown>>;
type LooseResponse = ClientResponse<Endpoint>;

function createCall(endpoint: Endpoint, client: ClientOptions) {
  const call = async (input: LooseInput = {}, options: CallOptions = {}) => {
    checkPrice(endpoint, input, options.maxCredits);
    const response = await sendRequest(endpoint, buildRequest(endpoint, input, options), client);
    return parseResponse(endpoint, findPrice(endpoint, input), response, client);
  };
  async function* pages(input: LooseInput, { signal, maxCredits }: PagesOptions): AsyncGenerator<LooseResponse, void> {
    const pageSize = Number(input['page_size'] ?? 100);
    let leftTenths = Math.floor(maxCredits * 10);
    for (let offset = 0; ;) {
      const window = fitPage(endpoint.cost, offset, pageSize, leftTenths);
      if (window === undefined) return;
      const response = await call({ ...input, ...window }, signal ? { signal } : {});
      const count = readRows(response).length;
      offset += window.page_size;
      leftTenths -= Math.round(response.creditsUsed * 10);
      yield response;
      if (count === 0 || offset >= (response.meta.total_count ?? Infinity)) return;
    }
  }
  async function* rows(input: LooseInput, options: PagesOptions): AsyncGenerator<unknown, void> {
    for await (const response of pages(input, options)) yield* readRows(response);
  }
  return Object.assign(call, { pages, rows });
}

function checkPrice(endpoint: Endpoint, input: LooseInput, maxCredits: number | undefined): void {
  if (maxCredits === undefined) return;
  const tenths = findPrice(endpoint, input);
  if (tenths !== undefined && tenths <= maxCredits * 10) return;
  const price = tenths === undefined ? 'more than is known before' : `up to ${formatTenths(tenths)}`;
  throw new ClientError(`${endpoint.id} can cost ${price}, maxCredits is ${maxCredits}. Nothing was sent.`, {
    code: 'BUDGET',
  });
}

/** The highest price of a call, in tenths; undefined for a list without pages. */
const findPrice = (endpoint: Endpoint, { page_size: pageSize }: LooseInput): number | undefined =>
  findHighestPrice(endpoint, pageSize === undefined ? undefined : Number(pageSize));

function buildRequest(endpoint: Endpoint, input: LooseInput, { signal }: CallOptions) {
  const inPath = new Set(Object.keys(endpoint.params?.shape ?? {}));
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.has(name)));
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const query = Object.entries(rest).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [[name, `${value}`]] : [],
  );
  const search = endpoint.body || query.length === 0 ? '' : `?${new URLSearchParams(query).toString()}`;
  return {
    path: `${path}${search}`,
    body: endpoint.body ? rest : undefined,
    idempotencyKey: endpoint.cost.per === 'nothing' ? undefined : crypto.randomUUID(),
    signal,
  };
}

function parseResponse(
  endpoint: Endpoint,
  highestTenths: number | undefined,
  { status, json, headers }: WireResponse,
  { onSurprise }: ClientOptions,
): LooseResponse {
  if (!isObject(json) || !isObject(json['data'])) {
    const mayHaveCharged = endpoint.cost.per !== 'nothing';
    throw new ClientError('The response could not be read.', { mayHaveCharged });
  }
  const surprises: string[] = [];
  const report = (path: string) => void surprises.push(path);
  const data = parseTolerantly(endpoint.data, json['data'], report);
  const meta = parseTolerantly(
    metaSchemas[endpoint.meta],
    isObject(json['meta']) ? json['meta'] : {},
    report,
  ) as LooseMeta;
  if (surprises.length > 0) onSurprise?.(endpoint.id, surprises);
  const quotedTenths = highestTenths ?? calculatePrice(endpoint.cost, readRows({ data }).length);
  const { state, billedTenths } = readCharge({ status, headers, body: json }, quotedTenths);
  return { data, meta, surprises, creditsUsed: billedTenths / 10, isChargeUnconfirmed: state === 'unconfirmed' };
}

type LooseMeta = LooseResponse['meta'];

/** The rows of all lists of a response; a single record is one row. */
function readRows({ data }: { readonly data: object }): unknown[] {
  const lists = Object.values(data).filter((value) => Array.isArray(value));
  return lists.length > 0 ? lists.flat() : [data];
}
