import type { OperationTimes } from './api.ts';
import type { Fairness } from './fairness.ts';
import type { Throughput } from './throughput.ts';

/** All figures, and the load of the machine at the end. */
export type ApiBench = {
  operations: readonly OperationTimes[];
  throughput: Throughput;
  fairness: Fairness;
  /** The time and size of the copies for other databases. */
  copies: { engine: string; seconds: number; megabytes: number }[];
  machine_load: number;
};

/** The figures of `bench api` as lines of text: one table, then throughput, fairness and the load of the machine. */
export function formatApiTable({ operations, throughput, fairness, copies, machine_load }: ApiBench): string[] {
  const engines = copies.map(({ engine }) => engine);
  const head = ['HTTP', 'p95', 'goal', 'PostgreSQL', ...engines, 'key, limit', 'charge', 'search', 'rows'];
  const widths = head.map((title) => Math.max(title.length + 2, 9));
  const formatRow = (first: string, cells: readonly (string | number)[]) =>
    first.padEnd(44) + cells.map((cell, at) => String(cell).padStart(widths[at] ?? 0)).join('');
  return [
    formatRow('milliseconds, medians', head),
    ...operations.map((times) =>
      formatRow(times.name, [
        times.http_ms,
        times.http_p95_ms,
        times.goal_ms,
        times.sql_ms,
        ...times.engines.map(({ ms }) => ms ?? '-'),
        times.key_and_limit_ms,
        times.charge_ms,
        times.search_ms,
        times.rows,
      ]),
    ),
    ...operations.flatMap(formatDifferences),
    ...copies.map(({ engine, seconds, megabytes }) => `${engine}: copied in ${seconds} s, ${megabytes} MB on disk`),
    `POST /deals, 25 rows, 16 callers: ${throughput.http_per_second} responses per second over HTTP, ` +
      `${throughput.driver_per_second} through the driver alone, ratio ${throughput.ratio} (goal: at least 0.6)`,
    ...fairness.light.map(
      ({ name, alone, next_to_heavy }) =>
        `${name}: ${formatSpread(alone)} alone, ${formatSpread(next_to_heavy)} next to 15 callers with ` +
        `${fairness.heavy_per_second} heavy searches per second (goal: at most 20 ms more)`,
    ),
    `Load of the machine: ${machine_load}`,
  ];
}

const formatDifferences = ({ name, engines }: OperationTimes): string[] =>
  engines.flatMap(({ engine, difference }) => (difference ? [`${engine} differs, ${name}: ${difference}`] : []));

const formatSpread = ({ median_ms, p95_ms }: Fairness['light'][number]['alone']): string =>
  `${median_ms} ms (p95 ${p95_ms})`;
