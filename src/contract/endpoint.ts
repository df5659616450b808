import type { z } from 'zod';
import type { Cost } from './credits.ts';

/** An endpoint as a value: router, client, prices and the API description read the same one. */
export type Endpoint = {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Where its path begins at the site; /api/v1 where it is left out. */
  readonly root?: '/account';
  readonly path: `/${string}`;
  readonly summary: string;
  /** The JSON body of a POST or PUT. */
  readonly body?: z.ZodType<object>;
  /** Names in braces of the path, such as `id` of `/deals/{id}`; the route checks their form. */
  readonly params?: z.ZodObject;
  /** The query parameters of a GET. */
  readonly query?: z.ZodObject;
  readonly data: z.ZodObject;
  /** `list`: paging and credits; `single`: the same without a total; `count`: the total alone. */
  readonly meta: 'list' | 'single' | 'count';
  readonly cost: Cost;
  /** Whether its error bodies carry `statusCode` (contract 5). */
  readonly numbered?: true;
};

/** What a caller passes as the body of an endpoint. */
export type BodyOf<E extends Endpoint> = E extends { body: infer B extends z.ZodType } ? z.input<B> : undefined;
/** What the handler of an endpoint reads. */
export type ReadBodyOf<E extends Endpoint> = E extends { body: infer B extends z.ZodType } ? z.output<B> : undefined;
/** What a caller passes as the query of an endpoint. */
export type QueryOf<E extends Endpoint> = E extends { query: infer Q extends z.ZodType } ? z.input<Q> : undefined;
/** What the handler of an endpoint reads of its query. */
export type ReadQueryOf<E extends Endpoint> = E extends { query: infer Q extends z.ZodType } ? z.output<Q> : undefined;
/** What the handler of an endpoint reads of its path. */
export type ReadParamsOf<E extends Endpoint> = E extends { params: infer P extends z.ZodType }
  ? z.output<P>
  : undefined;
/** The `data` of an endpoint's answer, exact. */
export type DataOf<E extends Endpoint> = z.output<E['data']>;
