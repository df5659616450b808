import type { FastifyRequest } from 'fastify';
import type { Pool } from '../db/pool.ts';
import type { RecordIndex } from '../index/record-index.ts';
import type { Relevance } from '../relevance/search.ts';
import type { Charges } from './charge.ts';
import type { RegisteredHandler } from './handler.ts';
import type { QueryPool } from './query-pool.ts';
import type { Admit } from './rate-limit.ts';
import type { Tracing } from './tracing.ts';

/** The accounts of a gateway in front of a hosted service; keys of all other accounts and members are unknown. */
type HostedAccounts = {
  /** The account of the gateway's own key; undefined if it has none. */
  readonly accountId: string | undefined;
  /** The accounts of browsers with a key of that service: a key of this gateway for theirs. */
  readonly browserKeys: {
    readonly find: (key: string) => string | undefined;
    readonly accept: (key: string) => Promise<string | undefined>;
  };
};

/** The options of every route. */
export type ServiceOptions = {
  readonly db: Pool;
  /** Runs the queries of requests. */
  readonly queryPool: QueryPool;
  /** Looks up the key of a request and applies the rate limit. */
  readonly admit: Admit;
  /** Charges for responses. */
  readonly charges: Charges;
  /** The endpoints that are registered, by id. */
  readonly handlers: Map<string, RegisteredHandler>;
  /** The current time; tests change it. */
  readonly clock: () => Date;
  /** The clock of the rate limit in milliseconds; it never goes back. */
  readonly limiterClock: () => number;
  /** Ranks companies by a search query. */
  readonly relevance: Relevance;
  /** Answers searches from memory. */
  readonly index: Pick<RecordIndex, 'at' | 'isReady'>;
  /** The key of a request without an Authorization header, if that is allowed. */
  readonly localKey?: (request: FastifyRequest) => string | undefined;
  /** In front of a hosted service: whose workspaces this gateway has. */
  readonly hosted?: HostedAccounts;
  /** Whether the disk of the database server is full; false if that is unknown. */
  readonly isDiskFull: () => Promise<boolean>;
  /** Where to buy credits: the `help` of a 402. */
  readonly purchaseUrl: string;
  /** Where spans are sent. */
  readonly tracing: Tracing;
  /** Whether every response is checked against its schema, in tests and development. */
  readonly checkResponses: boolean;
};
