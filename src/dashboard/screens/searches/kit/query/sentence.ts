import { type Filter, getMember, type SearchCatalogue } from '#contract/filters.ts';
import { isObject } from '#contract/json.ts';
import { readKnownName } from '../lookups/known-names.ts';
import { findKind, type FindName } from './filter-kinds.ts';
import { buildBody, type SearchQuery, type Section } from './search-query.ts';
import { capitalize } from '../../../../platform/format.ts';

/**
 * A search in one sentence without its full stop: "Deals: Seed, announced since 1 Jan 2026, in Germany; newest
 * first". Everything comes from the request body, so that nothing is sent that the sentence does not say.
 */
export function describeSearch(catalogue: SearchCatalogue, body: Section, findName: FindName): string {
  const { many, filters, sortLabels } = catalogue;
  const all = listClauses(catalogue, body, findName);
  const isRanked = filters.some(({ kind, paths }) => kind === 'semantic' && getMember(body, paths[0]) !== undefined);
  const sort = typeof body['sort_by'] === 'string' ? body['sort_by'] : (Object.keys(sortLabels)[0] ?? '');
  const order = isRanked ? 'most relevant first' : (sortLabels[sort] ?? `sorted by ${toWords(sort)}`);
  const subject = capitalize(many);
  return `${all.length === 0 ? `All ${many}` : `${subject}: ${all.join(', ')}`}; ${order}`;
}

/** The filters of a request body in words, one clause each. */
export const listClauses = ({ filters }: SearchCatalogue, body: Section, findName: FindName): string[] => [
  ...filters.flatMap((filter) => describeFilter(filter, body, findName) ?? []),
  ...describeUnknown(filters, body),
];

/** A query in one sentence, as `describeSearch` says it. */
export const describeQuery = (catalogue: SearchCatalogue, query: SearchQuery): string =>
  describeSearch(catalogue, buildBody(catalogue.filters, query), collectNames(query));

/** One filter of a request body in words; undefined when the body does not set it. */
export function describeFilter(filter: Filter, body: Section, findName: FindName): string | undefined {
  const values = describeValues(filter, body, findName);
  if (values === undefined) return undefined;
  // A function, because the values may hold the patterns of a replacement text.
  return filter.phrase.replace('{}', () => values);
}

/** The values of one filter of a request body in words; undefined when the body does not set it. */
export function describeValues(filter: Filter, body: Section, findName: FindName): string | undefined {
  const members = filter.paths.map((path) => getMember(body, path));
  if (members.every((member) => member === undefined)) return undefined;
  return findKind(filter).describe(members, filter, findName);
}

/** Finds names among the values of a query, where a link has them, then among those that this page has read. */
export function collectNames(query: SearchQuery): FindName {
  const names = new Map<string, string>();
  for (const values of Object.values(query)) {
    for (const value of Array.isArray(values) ? (values as unknown[]) : []) {
      if (typeof value !== 'object' || value === null) continue;
      const { permalink, id, name } = value as { permalink?: unknown; id?: unknown; name?: unknown };
      const key = permalink ?? id;
      if (typeof key === 'string' && typeof name === 'string' && name !== '' && name !== key) names.set(key, name);
    }
  }
  return (kind, value) => names.get(value) ?? (kind === 'permalink' ? undefined : readKnownName(kind, value));
}

const paging = new Set(['page', 'page_size', 'sort_by']);

/** Members that no filter has, such as those of a newer service, under their own names. */
function describeUnknown(filters: readonly Filter[], body: Section): string[] {
  const known = new Set<string>(filters.flatMap(({ paths }) => [...paths]));
  const read = (section: Section, prefix: string): string[] =>
    Object.entries(section).flatMap(([name, value]) => {
      const path = `${prefix}${name}`;
      if (known.has(path) || value === undefined || (prefix === '' && paging.has(name))) return [];
      if (isObject(value)) return read(value, `${path}.`);
      return [`${toWords(name)} ${typeof value === 'string' ? value : JSON.stringify(value)}`];
    });
  return read(body, '');
}

const toWords = (member: string): string => member.replaceAll('_', ' ');
