/** How long before the other day a round begins, in seconds: its tests start at the least, and end at the most. */
const [minLead, maxLead] = [10, 60];

/** Seconds by which a clock is ahead that soon, at a random moment, begins another UTC day, month or year. */
export function findClockShift(next: 'day' | 'month' | 'year', now: Date, random = Math.random()): number {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const begins = {
    day: Date.UTC(year, month, day + 1),
    month: Date.UTC(year, month + 1, 1),
    year: Date.UTC(year + 1, 0, 1),
  }[next];
  const lead = minLead + random * (maxLead - minLead);
  return Math.round((begins - now.getTime()) / 1000 - lead);
}
