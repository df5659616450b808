import type { LinkedRows } from '../db/indexed-links.ts';
import { type DealTable, unknownDay } from './deal-table.ts';
import { monthOf } from './periods.ts';

/** A deal with its company, place and investors as numbers from 0. */
export type PlainDeal = {
  /** Days since 1970; undefined if it is not dated. */
  readonly day: number | undefined;
  readonly created: number;
  /** The position of the stage in `facetStages`. */
  readonly stage: number;
  readonly raised: number | undefined;
  readonly postMoney?: number | undefined;
  readonly company: number;
  readonly investors?: readonly { readonly investor: number; readonly isLead: boolean }[];
};

/** A company; a place or industry that is undefined is unknown. */
export type PlainCompany = {
  readonly country?: number | undefined;
  readonly industry?: number | undefined;
  readonly isClosed?: boolean;
};

/** Builds the table of some deals. */
export function buildDealTable(deals: readonly PlainDeal[], companies: readonly PlainCompany[]): DealTable {
  const raised = Float64Array.from(deals, (deal) => deal.raised ?? NaN);
  const sizeOf = (deal: number) => (Number.isNaN(raised[deal]) ? -1 : (raised[deal] as number));
  const ofCompany = companies.map((): number[] => []);
  for (const [row, { company }] of deals.entries()) ofCompany[company]?.push(row);
  const investors = deals.map((deal) => deal.investors ?? []);
  return {
    day: Int32Array.from(deals, ({ day }) => day ?? unknownDay),
    created: Int32Array.from(deals, ({ created }) => created),
    month: Int32Array.from(deals, ({ day }) => (day === undefined ? -1 : monthOf(day))),
    stage: Uint8Array.from(deals, ({ stage }) => stage),
    raised,
    postMoney: Float64Array.from(deals, ({ postMoney }) => postMoney ?? NaN),
    bySize: Int32Array.from(deals.keys()).toSorted((a, b) => sizeOf(b) - sizeOf(a) || a - b),
    company: Int32Array.from(deals, ({ company }) => company),
    companyDeals: linkRows(ofCompany),
    country: Int32Array.from(companies, ({ country }) => country ?? -1),
    industry: Int32Array.from(companies, ({ industry }) => industry ?? -1),
    closed: Uint8Array.from(companies, ({ isClosed }) => Number(isClosed ?? false)),
    investors: {
      ...linkRows(investors.map((own) => own.map(({ investor }) => investor))),
      flags: Uint8Array.from(investors.flat(), ({ isLead }) => Number(isLead)),
    },
  };
}

function linkRows(targets: readonly (readonly number[])[]): LinkedRows {
  const offsets = new Int32Array(targets.length + 1);
  for (const [row, own] of targets.entries()) offsets[row + 1] = (offsets[row] as number) + own.length;
  return { offsets, targets: Int32Array.from(targets.flat()), flags: undefined };
}
