import { createState } from '../state.ts';

/** A response takes at most this long, so a smaller difference says nothing about a clock. */
const toleranceMs = 120_000;

/** How far this device's clock is ahead of the service's, in milliseconds; 0 if it is right, behind or unknown. */
const lead = createState(0);
export const watchServiceClock = lead.watch;

/** Compares the clocks by the `Date` of a response that has just arrived. */
export function compareClocks(headers: Headers): void {
  const difference = Date.now() - Date.parse(headers.get('Date') ?? '');
  if (!Number.isNaN(difference)) lead.write(difference > toleranceMs ? difference : 0);
}

/** The current time in milliseconds, by the service's clock if this device's is ahead. */
export const readServiceTime = (): number => Date.now() - lead.read();
