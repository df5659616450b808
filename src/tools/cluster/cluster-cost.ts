import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PaidLoad } from './paid-load.ts';

/** What a request costs while nothing is killed: processor time in milliseconds. */
export interface RequestCost {
  readonly requestsPerSecond: number;
  readonly gatewayMs: number;
  readonly primaryMs: number;
  readonly replicasMs: number;
  readonly otherMs: number;
  /** The median and the 95th percentile of the callers' waiting times, in milliseconds. */
  readonly medianMs: number;
  readonly p95Ms: number;
}

/** The processes of each part, by the first process of each. */
interface CostParts {
  readonly gateways: readonly number[];
  readonly primary: readonly number[];
  readonly replicas: readonly number[];
  readonly others: readonly number[];
}

/** Measures a running load for some seconds. */
export async function measureCost(load: PaidLoad, parts: CostParts, seconds: number): Promise<RequestCost> {
  const fromMs = load.now();
  const before = readParts(parts);
  await sleep(seconds * 1000);
  const after = readParts(parts);
  const calls = load.accounts.flatMap((account) => account.calls).filter(({ beganMs }) => beganMs >= fromMs);
  const waits = calls.map(({ beganMs, endedMs }) => endedMs - beganMs).toSorted((a, b) => a - b);
  const cost = (part: keyof CostParts) => round((after[part] - before[part]) / Math.max(1, calls.length));
  return {
    requestsPerSecond: round(calls.length / seconds),
    gatewayMs: cost('gateways'),
    primaryMs: cost('primary'),
    replicasMs: cost('replicas'),
    otherMs: cost('others'),
    medianMs: round(waits[Math.floor(waits.length / 2)] ?? 0),
    p95Ms: round(waits[Math.floor(waits.length * 0.95)] ?? 0),
  };
}

function readParts(parts: CostParts): Record<keyof CostParts, number> {
  const read = (pids: readonly number[]) => pids.reduce((total, pid) => total + readTreeMs(pid), 0);
  return {
    gateways: read(parts.gateways),
    primary: read(parts.primary),
    replicas: read(parts.replicas),
    others: read(parts.others),
  };
}

const tickMs = 10;

/** The processor time of a process and its descendants, including ended ones, in milliseconds. */
function readTreeMs(root: number): number {
  const stats = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readStat(Number(name))),
  );
  const sum = (pid: number): number => {
    const own = stats.get(pid)?.ticks ?? 0;
    const below = [...stats].filter(([, { parent }]) => parent === pid).map(([child]) => sum(child));
    return below.reduce((total, ticks) => total + ticks, own);
  };
  return sum(root) * tickMs;
}

function readStat(pid: number): [number, { parent: number; ticks: number }][] {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .map(Number);
    // After pid and name: state, parent, and from the 12th on user, system, and those of ended children.
    const ticks = fields.slice(11, 15).reduce((total, each) => total + each, 0);
    return [[pid, { parent: fields[1] ?? 0, ticks }]];
  } catch {
    return [];
  }
}

const round = (value: number): number => Math.round(value * 100) / 100;
