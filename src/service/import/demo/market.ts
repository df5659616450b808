import type { DemoPlace } from './places.ts';
import type { Random } from './random.ts';

/** What every part of the demo's market is made from. */
export type Market = {
  seed: number;
  /** The newest day, at its first moment in UTC. */
  today: number;
  firmCount: number;
  angelCount: number;
  toHome: (random: Random) => DemoPlace;
};

export const companyKey = (index: number) => `c${index}`;
export const investorKey = (index: number) => `f${index}`;
export const angelKey = (index: number) => `a${index}`;
export const partnerKey = (firm: number, index: number) => `p${firm}-${index}`;

export const dayMs = 86_400_000;
const days = new Map<number, string>();

/** The day of a moment, YYYY-MM-DD. There are a few thousand days and millions of questions: each is spelled once. */
export function toDay(moment: number): string {
  const number = Math.floor(moment / dayMs);
  let day = days.get(number);
  if (day === undefined) days.set(number, (day = new Date(moment).toISOString().slice(0, 10)));
  return day;
}
