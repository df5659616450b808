import type { FastifyRequest } from 'fastify';
import type { Pool } from '../db/pool.ts';
import type { Relevance } from '../relevance/search.ts';
import type { QueryTurns } from './query-turns.ts';
import type { Admit } from './rate-limit.ts';

/** What the service stands on; every route is given the same. */
export type ServiceOptions = {
  readonly db: Pool;
  /** Runs what a request asks of the records, within limits. */
  readonly turns: QueryTurns;
  /** Decides whether a request goes on, and whose it is. */
  readonly admit: Admit;
  /** The moment of a request; tests move it. */
  readonly clock: () => Date;
  /** Finds what a searched text means. */
  readonly relevance: Relevance;
  /** Asked for a key only when a request carries no Authorization header. */
  readonly localKey?: (request: FastifyRequest) => string | undefined;
  /** Where credits are bought: `help` of a 402. */
  readonly purchaseUrl: string;
  /** Whether every answer is checked against its own exact schema: in tests and development. */
  readonly checkAnswers: boolean;
};
