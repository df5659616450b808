import { type Database, waitUntilStored } from '../platform/storage/database.ts';

let recording: Promise<unknown> = Promise.resolve();

/**
 * Records a bill once the caller of the purchase has stored what it bought, which it does within this task. A tab that
 * is closed in between leaves a request without a response, which our own service answers again for free, and not a
 * bill without rows.
 */
export function recordOnceStored(database: Database | undefined, record: () => Promise<unknown>): void {
  const stored = new Promise((resolve) => setTimeout(resolve)).then(() => database && waitUntilStored(database));
  // The account may be closed by now, or its database not readable; the bill counts all the same, and so do later ones.
  recording = Promise.allSettled([recording, stored.then(record, record)]);
}

/** Resolves when all bills of this tab so far are recorded. */
export const whenRecorded = (): Promise<unknown> => recording;
