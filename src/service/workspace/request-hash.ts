import { createHash } from 'node:crypto';
import { isObject } from '#contract/json.ts';

/** JSON in which the order of members makes no difference: they are sorted by name, and undefined ones left out. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    isObject(member) ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1))) : member,
  );

/** A hash that equal values have in common. */
export const hashJson = (value: unknown): Buffer => createHash('sha256').update(canonicalJson(value)).digest();

/** The hash of a search: the same for every page and page size. */
export function hashSearch(resource: string, body: object, via: string | null): Buffer {
  const { page: _page, page_size: _size, ...search } = body as Record<string, unknown>;
  return hashJson([resource, search, via]);
}
