import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Replica } from '../db/replicas.ts';
import type { RecordIndex } from '../index/record-index.ts';
import type { QueryPool } from './query-pool.ts';

/** A response as the metrics count it. */
export type MeasuredResponse = {
  /** The id of a contract endpoint, otherwise the route, otherwise `none`. */
  readonly endpoint: string;
  readonly status: number;
  readonly seconds: number;
  readonly rows: number;
  readonly tenths: number;
};

/** The metrics of one process, for Prometheus. */
export type Metrics = {
  readonly registry: Registry;
  readonly count: (measured: MeasuredResponse) => void;
};

type IndexState = Pick<RecordIndex, 'isReady'>;

/** Creates the metrics of an app; the states of query pool and replicas are read at every scrape. */
export function createMetrics(
  service: { readonly queryPool: QueryPool; readonly index: IndexState } | undefined,
  replicas: readonly Replica[] = [],
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Counter({
    name: 'fundscope_requests_total',
    help: 'Requests by endpoint and status.',
    labelNames: ['endpoint', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'fundscope_request_seconds',
    help: 'Time from the start of a request to the end of its response.',
    labelNames: ['endpoint'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    registers,
  });
  const rows = new Counter({
    name: 'fundscope_rows_total',
    help: 'Records in responses.',
    labelNames: ['endpoint'],
    registers,
  });
  const credits = new Counter({
    name: 'fundscope_credits_total',
    help: 'Credits charged.',
    labelNames: ['endpoint'],
    registers,
  });
  if (service) {
    observePool(service.queryPool, registers);
    observeIndex(service.index, registers);
  }
  if (replicas.length > 0) observeReplicas(replicas, registers);
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

function observeIndex({ isReady }: IndexState, registers: Registry[]): void {
  const ready = new Gauge({
    name: 'fundscope_index_ready',
    help: 'Whether searches are answered from the index in memory (1), or by the database (0).',
    registers,
    collect() {
      ready.set(isReady() ? 1 : 0);
    },
  });
}

function observePool(queryPool: QueryPool, registers: Registry[]): void {
  const states = ['max', 'busy', 'waiting'] as const;
  const pool = new Gauge({
    name: 'fundscope_pool_queries',
    help: 'The most requests that may query at once (max), those that do (busy), and those in the queue (waiting).',
    labelNames: ['state'],
    registers,
    collect() {
      for (const state of states) pool.set({ state }, queryPool.readState()[state]);
    },
  });
}

function observeReplicas(replicas: readonly Replica[], registers: Registry[]): void {
  const labelNames = ['replica'] as const;
  const usable = new Gauge({
    name: 'fundscope_replica_usable',
    help: 'Whether a replica answers searches (1), or is left out (0).',
    labelNames,
    registers,
    collect: () => replicas.forEach(({ name, isUsable }) => usable.set({ replica: name }, isUsable() ? 1 : 0)),
  });
  const queries = new Counter({
    name: 'fundscope_replica_queries_total',
    help: 'Requests whose queries ran on a replica.',
    labelNames,
    registers,
    collect() {
      queries.reset();
      for (const { name, readAnswers } of replicas) queries.inc({ replica: name }, readAnswers());
    },
  });
  const lag = new Gauge({
    name: 'fundscope_replica_lag_seconds',
    help: 'How far a replica is behind; without a value while it does not answer.',
    labelNames,
    registers,
    collect() {
      lag.reset();
      for (const { name, readLag } of replicas) {
        const seconds = readLag();
        if (seconds !== undefined) lag.set({ replica: name }, seconds);
      }
    },
  });
}
