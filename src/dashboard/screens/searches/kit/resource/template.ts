import type { SearchQuery } from '../query/search-query.ts';
import { formatUtcDay } from '../../../../platform/format.ts';

/** A place or industry by the name and kind that a search finds it by. */
export type LookupName = { readonly name: string; readonly kind: string };

/** A ready query: what it is for, its values, and the names that are searched when it is opened. */
export type Template = {
  readonly title: string;
  readonly use: 'Deal sourcing' | 'Fundraising' | 'Research';
  readonly wanted: Readonly<
    Record<string, { readonly field: 'location' | 'industry'; readonly names: readonly LookupName[] }>
  >;
  /** The other values by key; dates count from today. */
  readonly values: (today: Date) => TemplateValues;
};

/** The values of a template by key; the others are those of a blank form. */
export type TemplateValues = Partial<SearchQuery>;

/** The UTC day a number of days before a moment. */
export const daysBefore = (now: Date, days: number): string => formatUtcDay(now.getTime() - days * 86_400_000);
