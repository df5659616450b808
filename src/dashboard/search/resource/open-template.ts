import type { QueryClient } from '@tanstack/react-query';
import type { Permalink } from '../lookups/permalink.ts';
import { permalinksNamed, storePermalinkCheck } from '../lookups/permalink-search.ts';
import type { LookupName, Template, TemplateValues } from './template.ts';

/** The values of a template by key, and the names that the service did not know. */
type OpenedTemplate = { readonly values: TemplateValues; readonly missing: readonly string[] };

/** Resolves the names of a template by free lookups. */
export async function openTemplate(client: QueryClient, template: Template): Promise<OpenedTemplate> {
  const missing: string[] = [];
  const found = await Promise.all(
    Object.entries(template.wanted).map(async ([key, { field, names }]) => {
      const values = await Promise.all(names.map((wanted) => find(client, field, wanted)));
      values.forEach((value, at) => value ?? missing.push(names[at]?.name ?? ''));
      return [key, values.filter((value) => value !== undefined)] as const;
    }),
  );
  return { values: { ...template.values(new Date()), ...Object.fromEntries(found) }, missing };
}

async function find(
  client: QueryClient,
  field: 'location' | 'industry',
  { name, kind }: LookupName,
): Promise<Permalink | undefined> {
  const offers = await client.query(permalinksNamed(field, name));
  const called = (one: Permalink) => one.name.toLowerCase() === name.toLowerCase();
  // The first result may have another name for it, but never another kind.
  const value =
    offers.find((one) => called(one) && one.kind === kind) ?? offers.slice(0, 1).find((one) => one.kind === kind);
  if (value) storePermalinkCheck(client, field, value);
  return value;
}
