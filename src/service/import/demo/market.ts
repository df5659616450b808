import type { Home } from './places.ts';
import type { Random } from './random.ts';

/** What every part of the demo's market is made from. */
export type Market = {
  seed: number;
  /** The newest day, at its first moment in UTC. */
  today: number;
  firmCount: number;
  angelCount: number;
  toHome: (random: Random) => Home;
};

export const companyKey = (index: number) => `c${index}`;
export const firmKey = (index: number) => `f${index}`;
export const angelKey = (index: number) => `a${index}`;
export const partnerKey = (firm: number, index: number) => `p${firm}-${index}`;

export const dayMs = 86_400_000;
/** The day of a moment, YYYY-MM-DD. */
export const toDay = (moment: number) => new Date(moment).toISOString().slice(0, 10);
