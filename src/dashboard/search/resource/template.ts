import type { QueryClient } from '@tanstack/react-query';
import type { Permalink } from '../lookups/permalink.ts';
import { storePermalinkCheck, buildFinder } from '../lookups/permalink-search.ts';
import type { SearchQuery } from '../query/search-query.ts';

/** A place or industry by the name and kind that a look-up finds it by. */
export type LookupName = { readonly name: string; readonly kind: string };

/** A ready query: what it is for, what it asks, and the names that are looked up when it is opened. */
export type Template = {
  readonly title: string;
  readonly use: 'Deal sourcing' | 'Fundraising' | 'Research';
  readonly wanted: Readonly<
    Record<string, { readonly field: 'location' | 'industry'; readonly names: readonly LookupName[] }>
  >;
  /** The other values by key; dates count from today. */
  readonly values: (today: Date) => Readonly<Record<string, unknown>>;
};

/** A template as a query, and the names that the service did not know. */
export type OpenedTemplate = { readonly query: SearchQuery; readonly missing: readonly string[] };

/** Resolves the names of a template by free look-ups; nothing of it is asked that costs. */
export async function openTemplate(
  client: QueryClient,
  template: Template,
  blank: SearchQuery,
): Promise<OpenedTemplate> {
  const missing: string[] = [];
  const found = await Promise.all(
    Object.entries(template.wanted).map(async ([key, { field, names }]) => {
      const values = await Promise.all(names.map((wanted) => find(client, field, wanted)));
      values.forEach((value, at) => value ?? missing.push(names[at]?.name ?? ''));
      return [key, values.filter((value) => value !== undefined)] as const;
    }),
  );
  return { query: { ...blank, ...template.values(new Date()), ...Object.fromEntries(found) }, missing };
}

async function find(
  client: QueryClient,
  field: 'location' | 'industry',
  { name, kind }: LookupName,
): Promise<Permalink | undefined> {
  const offers = await client.query(buildFinder(field)(name.toLowerCase()));
  const called = (one: Permalink) => one.name.toLowerCase() === name.toLowerCase();
  // The look-up's own first answer will do where it goes by another name, but never one of another kind.
  const value =
    offers.find((one) => called(one) && one.kind === kind) ?? offers.slice(0, 1).find((one) => one.kind === kind);
  if (value) storePermalinkCheck(client, field, value);
  return value;
}

/** The UTC day so many days before a moment. */
export const daysBefore = (now: Date, days: number): string =>
  new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
