import fc from 'fast-check';
import { expect } from 'vitest';
import type { RequestParts } from '../../testing/service.ts';
import type { FuzzedServices } from './testing-fuzz.ts';
import type { Body, ResponseRow, FuzzedSearch } from './testing-searches.ts';
import type { World } from './testing-facts.ts';

type ListAnswer = {
  data: Record<string, ResponseRow[]>;
  meta: { total_count: number; page: number; page_size: number; credits_used: number };
  message?: string;
};
export type Paging = { page: number; page_size: number };

/** A page near the beginning or far past the end, mostly a small one. */
export const drawPaging: fc.Arbitrary<Paging> = fc.record({
  page: fc.oneof(
    { weight: 4, arbitrary: fc.nat(3) },
    { weight: 1, arbitrary: fc.constantFrom(1e6, Number.MAX_SAFE_INTEGER) },
  ),
  page_size: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 1, max: 20 }) },
    { weight: 1, arbitrary: fc.constantFrom(1, 500) },
  ),
});

/** The rows of a page of a list. */
export const slicePage = <T>(all: readonly T[], { page, page_size }: Paging): T[] =>
  all.slice(page * page_size, (page + 1) * page_size);

/**
 * Requests a page and checks the guarantees of every list response, and that the index changes nothing; the test
 * service checks it against /openapi.json.
 */
export async function requestPage(
  { service, sendPlain }: FuzzedServices,
  { path, member }: FuzzedSearch,
  body: Body & Paging,
) {
  const parts: RequestParts = { body };
  const response = await service.inject('POST', `/api/v1${path}`, parts);
  const plain = (await sendPlain('POST', `/api/v1${path}`, parts)).json<ListAnswer>();
  expect(response.statusCode, response.body).toBe(200);
  const { data, meta, message } = response.json<ListAnswer>();
  const rows = data[member] ?? [];
  expect([data, meta.total_count]).toEqual([plain.data, plain.meta.total_count]);
  expect(rows.length).toBeLessThanOrEqual(body.page_size);
  expect(meta).toMatchObject({ page: body.page, page_size: body.page_size, credits_used: rows.length });
  expect(response.headers['x-credits-used']).toBe(`${rows.length}.0`);
  expect(message === undefined).toBe(rows.length > 0);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  return { rows, total: meta.total_count, ignored: String(response.headers['x-ignored-filters'] ?? '') };
}

/** Checks that the header of ignored filters names every unknown permalink of a body. */
export function checkIgnored(world: World, body: Body, header: string): void {
  const named = readIgnored(world, body);
  if (named.join(',').length > 4096) expect(header).toMatch(/(^|,)more=\d+$/);
  else expect(header.split(',').toSorted()).toEqual(named.join(',').split(',').toSorted());
}

function readIgnored(world: World, value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, member]: [string, unknown]) => {
    const at = path === '' ? key : `${path}.${key}`;
    const known = key.endsWith('locations')
      ? world.places
      : { industries: world.industries, super_categories: world.superCategories }[key];
    if (!known || !Array.isArray(member)) return readIgnored(world, member, at);
    return (member as string[]).filter((one) => !known.has(one)).map((one) => `${at}=${encodeURIComponent(one)}`);
  });
}
