import { useSyncExternalStore } from 'react';
import { keptShown } from '../../library/records/records.ts';

/** Rows beside those of deals: when the last review was finished, and the deal where this one stands. */
const finishedId = 'finished';
const placeId = 'place';

/** What this device remembers of reviews. */
export type Memory = {
  /** When the last review was finished, in milliseconds; 0 before the first. */
  readonly finishedAt: number;
  /** Whether a deal was shown before the last review was finished. */
  readonly wasShown: (dealId: string) => boolean;
};

/** What this device remembers, as React state; only the end of a review changes it, and not each deal that is shown. */
export const useMemory = (): Memory => toMemory(useSyncExternalStore(keptShown.watch, readFinishedAt));

export const readMemory = (): Memory => toMemory(readFinishedAt());

function readFinishedAt(): number {
  const kept = keptShown.read(finishedId)?.value;
  return typeof kept === 'number' ? kept : 0;
}

const toMemory = (finishedAt: number): Memory => ({
  finishedAt,
  wasShown: (id) => (keptShown.readTime(id) ?? Infinity) <= finishedAt,
});

/** Notes deals that came into sight; the first time stands. */
export function keepShown(ids: readonly string[]): void {
  const rows = ids.filter((id) => keptShown.read(id) === undefined).map((id) => ({ id, value: null }));
  if (rows.length > 0) keptShown.keep(rows);
}

/** Ends the review: what was shown until now is not shown again by the next one. */
export function finishReview(now: number = Date.now()): void {
  keptShown.keep([{ id: finishedId, value: now }]);
}

/** Takes the end of a review back to what it was before. */
export function reopenReview(finishedAt: number): void {
  keptShown.keep([{ id: finishedId, value: finishedAt }]);
}

/** The deal at which the person stood last; undefined when none is kept. */
export function readReviewPlace(): string | undefined {
  const kept = keptShown.read(placeId)?.value;
  return typeof kept === 'string' ? kept : undefined;
}

/** Keeps where the person stands, so that a reload or another tab goes on from there. */
export function keepReviewPlace(dealId: string): void {
  if (readReviewPlace() !== dealId) keptShown.keep([{ id: placeId, value: dealId }]);
}
