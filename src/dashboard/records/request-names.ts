import { onlineManager } from '@tanstack/react-query';
import type { RecordKind } from '#contract/filters.ts';
import { maxNames, readNames } from '#contract/names.ts';
import { uuid } from '#contract/scalars.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { readConnected, watchConnected } from '../platform/http/connection.ts';
import { sendFree } from '../spending/send-free.ts';
import { storeFreeNames } from './free-names.ts';
import { type FreeName, freeNames } from './records.ts';
import { pause } from '../platform/pause.ts';

/** How long to collect names that the same rows need. */
const gatherMs = 20;
/**
 * Names are stored when none are pending or this many came, because a table reads and sorts its rows again each time.
 */
const roundSize = 10_000;
/** Waits before names that did not arrive are requested again; further waits are as long as the last. */
const retryMs = [2000, 10_000, 60_000];

const recordKinds: readonly RecordKind[] = ['company', 'investor', 'person'];
type WantedName = { readonly kind: RecordKind; readonly id: string };

/** Names that were requested since the page was loaded, by kind and id. */
const wanted = new Set<string>();
const waiting: WantedName[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let failures = 0;

/** Whether the service returns names for free. */
export const areNamesFree = (): boolean => readConnected()?.names === true;

/** Whether a free name is pending; false once the service did not know the record, and if names are not free. */
export const isNameComing = (id: string): boolean => areNamesFree() && !freeNames.isUnknown(id);

/**
 * The free name of a record. If the service returns names for free, a missing one is requested together with all others
 * that are read at the same time, and React is notified when it arrives.
 */
export function readFreeName(kind: RecordKind, id: string): string | undefined {
  const known = freeNames.read(id)?.name;
  if (known === undefined) request(kind, id);
  return known;
}

/** The country of a company, in the same way; undefined while it is not known, and where the service charges for names. */
export function readFreeCountry(id: string): string | undefined {
  const country = freeNames.read(id)?.country;
  // A name from elsewhere came without it.
  if (country === undefined) request('company', id);
  return country ?? undefined;
}

function request(kind: RecordKind, id: string): void {
  const key = `${kind} ${id}`;
  if (wanted.has(key) || !uuid.safeParse(id).success) return;
  wanted.add(key);
  waiting.push({ kind, id });
  schedule(gatherMs);
}

function schedule(ms: number): void {
  if (areNamesFree() && waiting.length > 0) timer ??= setTimeout(() => void requestWaiting(), ms);
}
watchConnected(() => schedule(gatherMs));
// Another account has other names.
let storedCount = 0;
freeNames.watch(() => {
  const count = freeNames.count();
  if (count < storedCount) wanted.clear();
  storedCount = count;
});
// Requests that failed offline need not wait for the next attempt.
onlineManager.subscribe((isOnline) => {
  if (!isOnline || failures === 0) return;
  clearTimeout(timer);
  timer = undefined;
  schedule(gatherMs);
});

/** Resolves when no name is pending, so that a file has them all; after 10 s it stops waiting. */
export async function waitForNames(): Promise<void> {
  const until = performance.now() + 10_000;
  const isWaiting = () => timer !== undefined && failures === 0 && performance.now() < until;
  while (isWaiting()) {
    await pause(gatherMs);
  }
}

async function requestWaiting(): Promise<void> {
  const answered: WantedName[] = [];
  let batch: WantedName[] = [];
  const names: FreeName[] = [];
  let waitMs = 0;
  try {
    do {
      batch = waiting.splice(0, maxNames);
      names.push(...(await fetchNames(batch)));
      answered.push(...batch);
      await pause(gatherMs);
    } while (waiting.length > 0 && answered.length < roundSize);
    failures = 0;
  } catch (error) {
    waiting.unshift(...batch);
    const limitedMs = error instanceof ApiError ? (error.facts.retryAfterSeconds ?? 0) * 1000 : 0;
    waitMs = Math.max(limitedMs, retryMs[failures] ?? retryMs.at(-1) ?? 0);
    failures += 1;
  }
  storeFreeNames(names);
  freeNames.storeUnknown(freeNames.missing(answered.map(({ id }) => id)));
  timer = undefined;
  schedule(waitMs);
}

/** Requests names; if the response has no name for an id, the service does not know the record. */
async function fetchNames(batch: readonly WantedName[]): Promise<FreeName[]> {
  const list = (kind: RecordKind) => {
    const ids = batch.flatMap((one) => (one.kind === kind ? [one.id] : []));
    return ids.length === 0 ? undefined : ids;
  };
  const { data } = await sendFree(readNames, {
    body: { company_ids: list('company'), investor_ids: list('investor'), person_ids: list('person') },
  });
  if (!data.names) throw new ApiError('unreadable', 'The response has no names.');
  return data.names.flatMap(({ id, kind, name, domain, country }) => {
    const known = recordKinds.find((one) => one === kind);
    return known === undefined || name === null ? [] : [{ id, kind: known, name, remark: domain ?? '', country }];
  });
}
