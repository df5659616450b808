import { z } from 'zod';
import type { Filter } from '#contract/filters.ts';
import { findKind, readFilterValues } from './filter-kinds.ts';
import type { SearchQuery } from './search-query.ts';

/** The filter form as people fill it in: texts as typed, choices as lists. */
export type Draft = Record<string, unknown>;

/** The schema of a filter form; parsed, a draft is a query. */
export function buildDraftSchema(filters: readonly Filter[]): z.ZodType<SearchQuery, Draft> {
  const fields = filters.flatMap((filter) => {
    const schemas = findKind(filter).fields(filter);
    return filter.keys.map((key, at) => [key, schemas[at]] as const);
  });
  const draft = z.object({
    ...(Object.fromEntries(fields) as Record<string, z.ZodType>),
    sort: z.string(),
    rows: z.string().transform(Number).pipe(z.int().min(1).max(500)),
  });
  const checked = draft.superRefine((query, context) => {
    for (const filter of filters) {
      const message = findKind(filter).check?.(readFilterValues(filter, query));
      if (message !== undefined) context.addIssue({ code: 'custom', path: [filter.keys.at(-1) ?? ''], message });
    }
  });
  return checked;
}

/** The draft of a query, for links and Back. */
export function toDraft(filters: readonly Filter[], query: SearchQuery): Draft {
  const fields = filters.flatMap((filter) => {
    const values = findKind(filter).toFields(readFilterValues(filter, query), filter);
    return filter.keys.map((key, at) => [key, values[at]] as const);
  });
  return { ...Object.fromEntries(fields), sort: query.sort, rows: String(query.rows) };
}

/** How many fields of some filters are filled in. */
export const countSetFields = (filters: readonly Filter[], draft: Draft): number =>
  filters.reduce((sum, filter) => sum + filter.keys.filter((key) => isFieldSet(filter, draft[key])).length, 0);

function isFieldSet(filter: Filter, field: unknown): boolean {
  if (Array.isArray(field)) return field.length > 0;
  if (filter.kind === 'select') return field !== Object.keys(filter.options)[0];
  return typeof field === 'string' ? field.trim() !== '' : field === true;
}

/** The form field for an error that the service reports by path; undefined for a member that the form does not have. */
export function findFieldOfError(filters: readonly Filter[], errorPath: string): string | undefined {
  const path = errorPath.replaceAll(/\[\d+\]/g, '');
  const places = [
    ...filters.flatMap(({ keys, paths }) => paths.map((at, index) => ({ at, key: keys[index] ?? keys[0] }))),
    { at: 'sort_by', key: 'sort' },
    { at: 'page_size', key: 'rows' },
  ];
  const exact = places.find(({ at }) => path === at || path.startsWith(`${at}.`));
  // A service may report a member without its section, such as a bad round type (specification 4.13).
  return (exact ?? places.find(({ at }) => at.split('.').at(-1) === path))?.key;
}
