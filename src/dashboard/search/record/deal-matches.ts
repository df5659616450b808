import type { Figures } from '../resource/resource.ts';

/** The deals of a record that match a search, and those that it led; null where the search does not count them. */
export type DealMatches = { readonly matching: number | null; readonly matchingLed: number | null };

/** The matches of a record, from its figures in a search. */
export const toDealMatches = (figures: Figures | undefined): DealMatches => ({
  matching: toCount(figures?.['filtered_deal_count']),
  matchingLed: toCount(figures?.['filtered_lead_count']),
});

const toCount = (figure: Figures[string] | undefined) => (typeof figure === 'number' ? figure : null);

type Counted = {
  readonly id: string;
  readonly filtered_deal_count: number | null;
  readonly filtered_lead_count: number | null;
};

/** The figures of a page of records, by id; they are stored with the results, not with the records. */
export const collectDealMatches = (records: readonly Counted[] | null): Readonly<Record<string, Figures>> =>
  Object.fromEntries(
    (records ?? []).map(({ id, filtered_deal_count, filtered_lead_count }) => [
      id,
      { filtered_deal_count, filtered_lead_count },
    ]),
  );
