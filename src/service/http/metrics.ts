import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { QueryTurns } from './query-turns.ts';

/** What one answer was, as the figures count it. */
export type Measured = {
  /** The id of an endpoint of the contract, else the route, else `none`. */
  readonly endpoint: string;
  readonly status: number;
  readonly seconds: number;
  readonly rows: number;
  readonly tenths: number;
};

/** The figures of one process, in the form that Prometheus reads. */
export type Metrics = {
  readonly registry: Registry;
  readonly count: (measured: Measured) => void;
};

/** Makes the figures of an app; `turns` is asked for the state of the pool whenever they are read. */
export function createMetrics(turns: QueryTurns | undefined): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Counter({
    name: 'fundscope_requests_total',
    help: 'Requests answered, by endpoint and status.',
    labelNames: ['endpoint', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'fundscope_request_seconds',
    help: 'Time from the arrival of a request to the end of its answer.',
    labelNames: ['endpoint'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    registers,
  });
  const rows = new Counter({
    name: 'fundscope_rows_total',
    help: 'Records in answers.',
    labelNames: ['endpoint'],
    registers,
  });
  const credits = new Counter({
    name: 'fundscope_credits_total',
    help: 'Credits charged.',
    labelNames: ['endpoint'],
    registers,
  });
  if (turns) observePool(turns, registers);
  return {
    registry,
    count(measured) {
      const { endpoint, status } = measured;
      requests.inc({ endpoint, status: String(status) });
      seconds.observe({ endpoint }, measured.seconds);
      if (measured.rows > 0) rows.inc({ endpoint }, measured.rows);
      if (measured.tenths > 0) credits.inc({ endpoint }, measured.tenths / 10);
    },
  };
}

function observePool(turns: QueryTurns, registers: Registry[]): void {
  const states = ['most', 'busy', 'waiting'] as const;
  const pool = new Gauge({
    name: 'fundscope_pool_queries',
    help: 'Requests that may ask the database at once (most), that do (busy), and that wait for their turn (waiting).',
    labelNames: ['state'],
    registers,
    collect() {
      for (const state of states) pool.set({ state }, turns.read()[state]);
    },
  });
}
