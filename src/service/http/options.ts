import type { FastifyRequest } from 'fastify';
import type { Pool } from '../db/pool.ts';
import type { RecordIndex } from '../record-index/record-index.ts';
import type { Relevance } from '../relevance/search.ts';
import type { BeginPurchase, Charges } from './charge-groups.ts';
import type { QueryPool } from './query-pool.ts';
import type { Admit } from './rate-limit.ts';
import type { Tracing } from './tracing.ts';

/** The options of every route. */
export type ServiceOptions = {
  readonly db: Pool;
  /** Runs the queries of requests. */
  readonly queryPool: QueryPool;
  /** Looks up the key of a request and applies the rate limit. */
  readonly admit: Admit;
  /** Charges for responses. */
  readonly charges: Charges;
  /** Purchases that the workspace has reserved. */
  readonly beginPurchase: BeginPurchase;
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
  /**
   * In front of a hosted service, the account that has its workspace; keys of other accounts and members are unknown.
   */
  readonly hostedAccount?: string;
  /** Whether the disk of the database server is full; false if that is unknown. */
  readonly isDiskFull: () => Promise<boolean>;
  /** Where to buy credits: the `help` of a 402. */
  readonly purchaseUrl: string;
  /** Where spans are sent. */
  readonly tracing: Tracing;
  /** Whether every response is checked against its schema, in tests and development. */
  readonly checkResponses: boolean;
};
