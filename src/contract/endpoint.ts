import type { z } from 'zod';
import { type Cost, free, perCall, perRow } from './credits.ts';

/** An endpoint as data: the router, the client, the prices and the OpenAPI document all read it. */
export type Endpoint = {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path prefix; /api/v1 by default. */
  readonly root?: '/account' | '/workspace';
  readonly path: `/${string}`;
  readonly summary: string;
  /** The JSON body of a POST or PUT. */
  readonly body?: z.ZodType<object>;
  /** Path parameters, such as `id` of `/deals/{id}`; the route checks their form. */
  readonly params?: z.ZodObject;
  /** The query parameters of a GET. */
  readonly query?: z.ZodObject;
  readonly data: z.ZodObject;
  /** `list`: paging and credits; `single`: the same without a total; `count`: only the total. */
  readonly meta: 'list' | 'single' | 'count';
  readonly cost: Cost;
  /**
   * `search`: it reads much of the data, such as a search, a count or the matches of an alert, and waits in a lane of
   * its own; by default it reads a record or a few names.
   */
  readonly lane?: 'search';
  /** `records`: it reads only records, also from a replica; by default also data of accounts, newest on the primary. */
  readonly reads?: 'records';
  /** Requests count in a separate window instead of the key's. */
  readonly window?: 'names' | 'workspace';
  /** Whether it spends credits of the account by requests of its own, which viewers may not. */
  readonly spends?: true;
  /** The largest body in bytes, after decompression; 1 MiB by default. */
  readonly maxBodyBytes?: number;
  /** Whether the error bodies of 400, 404 and 422 have `statusCode` (contract 5). */
  readonly statusCodeInErrors?: true;
};

/** The members that an endpoint declares besides those of `Shared`. */
type OwnMember<Shared> = Exclude<keyof Endpoint, 'id' | 'method' | 'path' | keyof Shared>;

/**
 * A function that declares endpoints with these members in common. A member that no endpoint has, or that they share,
 * does not compile.
 */
export const declareEndpoints =
  <const Shared extends Partial<Endpoint>>(shared: Shared) =>
  <
    const Id extends string,
    const Method extends Endpoint['method'],
    const Path extends Endpoint['path'],
    const Own extends Pick<Endpoint, OwnMember<Shared>>,
  >(
    id: Id,
    method: Method,
    path: Path,
    own: Own & Record<Exclude<keyof Own, OwnMember<Shared>>, never>,
  ) => ({ id, method, path, ...shared, ...own });

/** An endpoint under /api/v1. */
export const endpoint = declareEndpoints({});
/** Records at one credit per row. */
export const rowsEndpoint = declareEndpoints({ meta: 'list', cost: perRow, reads: 'records' });
/** One record at one credit. */
export const recordEndpoint = declareEndpoints({ meta: 'single', cost: perCall, reads: 'records' });
/** A free endpoint under /account. */
export const accountEndpoint = declareEndpoints({ root: '/account', meta: 'count', cost: free });
/** A free count of what a search matches. Only our own service has them. */
export const countEndpoint = declareEndpoints({
  root: '/account',
  meta: 'single',
  cost: free,
  lane: 'search',
  reads: 'records',
});

/** The body that a client sends. */
export type BodyOf<E extends Endpoint> = E extends { body: infer B extends z.ZodType } ? z.input<B> : undefined;
/** The body after parsing, with defaults. */
export type ParsedBodyOf<E extends Endpoint> = E extends { body: infer B extends z.ZodType } ? z.output<B> : undefined;
/** The query that a client sends. */
export type QueryOf<E extends Endpoint> = E extends { query: infer Q extends z.ZodType } ? z.input<Q> : undefined;
/** The query after parsing, with defaults. */
export type ParsedQueryOf<E extends Endpoint> = E extends { query: infer Q extends z.ZodType }
  ? z.output<Q>
  : undefined;
/** The path parameters. */
export type ParsedParamsOf<E extends Endpoint> = E extends { params: infer P extends z.ZodType }
  ? z.output<P>
  : undefined;
/** The `data` of a response. */
export type DataOf<E extends Endpoint> = z.output<E['data']>;
