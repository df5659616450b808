import { readNames, type RecordNameEntry } from '#contract/names.ts';
import { uuid } from '#contract/scalars.ts';
import type { Tolerant } from '#contract/record.ts';
import { readConnected, watchConnected } from '../../platform/http/connection.ts';
import { sendFree } from '../../purchase/send-free.ts';
import { splitIntoBatches } from '../../purchase/price.ts';
import { type FreeName, freeNames } from './records.ts';
import { storeFreeNames } from './unlock.ts';

/** Time in which names that the same rows need come together. */
const gatherMs = 20;
/** Waits before names that did not arrive are requested again; later ones wait as long as the last. */
const retryMs = [2000, 10_000, 60_000];

const storedKinds = new Map([
  ['company', 'company'],
  ['investor', 'firm'],
  ['person', 'person'],
] as const);

/** Ids that were asked for since the page was loaded. */
const wanted = new Set<string>();
let waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let failures = 0;

/** Whether the service gives names for free. */
export const areNamesFree = (): boolean => readConnected()?.names === true;

/**
 * The free name of a record. Where the service gives names for free, one that is not here yet is requested with all
 * others that are read at the same time, and React hears of it when it arrives.
 */
export function readFreeName(id: string): string | undefined {
  const known = freeNames.read(id)?.name;
  if (known === undefined && !wanted.has(id) && uuid.safeParse(id).success) {
    wanted.add(id);
    waiting.push(id);
    schedule(gatherMs);
  }
  return known;
}

function schedule(ms: number): void {
  if (areNamesFree() && waiting.length > 0) timer ??= setTimeout(() => void requestWaiting(), ms);
}
watchConnected(() => schedule(gatherMs));
// Another account has names of its own.
freeNames.watch(() => {
  if (freeNames.count() === 0) wanted.clear();
});

/** Ends when no requested name is on its way, so that a file has them; after 10 s it goes on without. */
export async function waitForNames(): Promise<void> {
  const until = performance.now() + 10_000;
  const isWaiting = () => timer !== undefined && failures === 0 && performance.now() < until;
  while (isWaiting()) {
    await new Promise((resolve) => setTimeout(resolve, gatherMs));
  }
}

async function requestWaiting(): Promise<void> {
  const [batch = [], ...later] = splitIntoBatches(waiting);
  waiting = later.flat();
  try {
    const { data } = await sendFree(readNames, { body: { ids: batch } });
    storeFreeNames((data.names ?? []).flatMap(buildFreeName));
    failures = 0;
  } catch {
    waiting = [...batch, ...waiting];
    failures += 1;
  }
  timer = undefined;
  schedule(failures === 0 ? 0 : (retryMs[failures - 1] ?? retryMs.at(-1) ?? 0));
}

function buildFreeName({ id, kind, name, domain }: Tolerant<RecordNameEntry>): FreeName[] {
  const stored = storedKinds.get(kind as RecordNameEntry['kind']);
  return stored === undefined || name === null ? [] : [{ id, kind: stored, name, remark: domain ?? '' }];
}
