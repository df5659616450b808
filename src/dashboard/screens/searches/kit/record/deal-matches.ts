import type { Figures } from '../resource/resource.ts';

/** The deals of a record that match a search, and those that it led; null where the search does not count them. */
export type DealMatches = { readonly matching: number | null; readonly matchingLed: number | null };

/** The matches of a record, from its figures in a search. */
export const toDealMatches = (figures: Figures | undefined): DealMatches => ({
  matching: toCount(figures?.['filtered_deal_count']),
  matchingLed: toCount(figures?.['filtered_lead_count']),
});

const toCount = (figure: Figures[string] | undefined) => (typeof figure === 'number' ? figure : null);

/** A record as a row of the table, with the deals that match the search. */
export type MatchedRow<R> = DealMatches & { readonly id: string; readonly record: R };

/** Builds the row of an unlocked record; undefined while it is locked. `figures` are those of the search. */
export const createRowBuilder =
  <R>(read: (id: string) => R | undefined) =>
  (id: string, figures?: Figures): MatchedRow<R> | undefined => {
    const record = read(id);
    return record && { id, record, ...toDealMatches(figures) };
  };
