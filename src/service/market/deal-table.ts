import type { LinkedRows } from '../db/indexed-links.ts';

/**
 * The deals that figures are computed from, as typed arrays; a row is a deal. They come from the index in memory or from
 * unlocked records.
 */
export type DealTable = {
  /** UTC days since 1970; `unknownDay` without a date. */
  readonly day: Int32Array;
  /** The UTC day on which the deal was added. */
  readonly created: Int32Array;
  /** Months since the year 0; -1 without a date. */
  readonly month: Int32Array;
  /** Positions in `facetStages`. */
  readonly stage: Uint8Array;
  /** US dollars; NaN if undisclosed. */
  readonly raised: Float64Array;
  /** The valuation after the round in US dollars; NaN if unknown. */
  readonly postMoney: Float64Array;
  /** All deals from the largest to the smallest amount; undisclosed last. */
  readonly bySize: Int32Array;
  readonly company: Int32Array;
  readonly companyDeals: LinkedRows;
  /** By company: where it is counted, or -1. */
  readonly country: Int32Array;
  readonly industry: Int32Array;
  /** By company: 1 if it is reported as closed. */
  readonly closed: Uint8Array;
  /** The investors of each deal; flag 1 is a lead. */
  readonly investors: LinkedRows;
};

export const unknownDay = -(2 ** 31);
const dayMs = 86_400_000;

/** Days since 1970 of a UTC day. */
export const toDayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs;
/** The UTC day, `YYYY-MM-DD`. */
export const formatDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** The position of stages in `facetStages`. */
export const stages = { count: 7, other: 6 } as const;

/** Whether a stage is later than another one; other rounds are neither. */
export const isLater = (stage: number, than: number): boolean => stage > than && stage < stages.other;

/** The deals of a company in the order of their dates, without those that are not dated or not yet known. */
export function listHistory({ companyDeals, day, created }: DealTable, company: number, knownOn: number): number[] {
  const history: number[] = [];
  const end = companyDeals.offsets[company + 1] as number;
  for (let at = companyDeals.offsets[company] as number; at < end; at += 1) {
    const deal = companyDeals.targets[at] as number;
    if (day[deal] !== unknownDay && (created[deal] as number) <= knownOn && (day[deal] as number) <= knownOn)
      history.push(deal);
  }
  return history.toSorted((a, b) => (day[a] as number) - (day[b] as number) || a - b);
}

/** The rows that pass a test, in order; several times as fast as `filter` of typed arrays. */
export function pickRows(rows: Int32Array, isPicked: (deal: number) => boolean): Int32Array {
  const picked = new Int32Array(rows.length);
  let count = 0;
  for (const deal of rows) {
    if (!isPicked(deal)) continue;
    picked[count] = deal;
    count += 1;
  }
  return picked.slice(0, count);
}
