import type { Endpoint, ParsedBodyOf, ParsedParamsOf, ParsedQueryOf } from '#contract/endpoint.ts';
import type { IndexSnapshot } from '../db/page.ts';
import type { Sql } from '../db/sql.ts';
import type { KeyOwner } from './rate-limit.ts';
import type { HandlerResult } from './response-body.ts';

/** What a handler gets: the parsed request, its key and time, and a database connection for its queries. */
export type HandlerContext<E extends Endpoint> = {
  readonly body: ParsedBodyOf<E>;
  readonly query: ParsedQueryOf<E>;
  readonly params: ParsedParamsOf<E>;
  readonly caller: KeyOwner;
  readonly now: Date;
  readonly db: Sql;
  /** The load of the records when the request was admitted. */
  readonly generation: number | undefined;
  /** The current records in memory; undefined if PostgreSQL has to answer. */
  readonly snapshot: IndexSnapshot | undefined;
};

/** Answers a parsed request. */
export type Handle<E extends Endpoint> = (context: HandlerContext<E>) => Promise<HandlerResult<E>>;

export type RawQuery = Record<string, unknown>;

/** One endpoint beyond its schemas: checks of the caller before parsing, and of the query before validation. */
export type RouteDetails<E extends Endpoint> = {
  readonly checkCaller?: (caller: KeyOwner) => void;
  readonly checkQuery?: (query: RawQuery) => void;
  /** Whether an index answers a search in a few milliseconds; it then does not wait for slower ones. */
  readonly isLightSearch?: (body: ParsedBodyOf<E>) => boolean;
  /** The ids of what it would return, without a record, to count what is unlocked of it. */
  readonly findIds?: (context: HandlerContext<E>) => Promise<FoundRecords>;
};

/** The ids of the records of a page, and how many match in total. */
export type FoundRecords = { readonly records: readonly { readonly id: string }[]; readonly total: number };

/** A registered endpoint, so that a purchase can run it without a request. */
export type RegisteredHandler = {
  readonly details: RouteDetails<Endpoint>;
  readonly handle: Handle<Endpoint>;
};
