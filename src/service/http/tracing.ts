import type { FastifyRequest } from 'fastify';
import type { MeasuredResponse } from './metrics.ts';

/** The parts of a request with a separate span: key and limit, the query with its queue, the charge, the relay. */
type TracedStep = 'key' | 'query' | 'charge' | 'relay';

/** Where the spans of requests are sent. Their attributes contain no body, query, key or address. */
export type Tracing = {
  readonly start: (request: FastifyRequest) => void;
  readonly step: <T>(request: FastifyRequest, name: TracedStep, work: () => Promise<T>) => Promise<T>;
  readonly end: (request: FastifyRequest, response: MeasuredResponse) => void;
};

/** No spans. */
export const noTracing: Tracing = {
  start: () => undefined,
  step: (_request, _name, work) => work(),
  end: () => undefined,
};
