import fc from 'fast-check';
import { financingTypes } from '#contract/enums.ts';
import type { Filter } from '#contract/filters.ts';
import {
  type SearchQuery,
  buildBody,
  buildDraftSchema,
  buildUrlSchema,
  formatAddress,
  isFilterSet,
  toDraft,
  withoutFilter,
} from './query/search-query.ts';
import { type Resource, findShownSort } from './resource/resource.ts';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { readUrl, writeUrl } from '../../../platform/url/url.ts';
import { formatSearchParams, parseRawSearch } from '../../../platform/url/raw-search.ts';
import { describeFilter, describeQuery, collectNames } from './query/sentence.ts';

const slug = fc.stringMatching(/^[a-z]{2,8}(-[a-z0-9]{1,6}){0,3}$/);
const anyName = fc.string({ minLength: 1, unit: 'grapheme' });
const anyText = fc.stringMatching(/^[a-zA-Z0-9./-]{2,24}$/);
const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((moment) => moment.toISOString().slice(0, 10));
const usd = fc.nat({ max: 2_000_000_000 });
const few = <T>(value: fc.Arbitrary<T>) => fc.array(value, { maxLength: 4 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const permalinkOf = (...kinds: string[]) =>
  fc.record({ permalink: slug, kind: fc.constantFrom(...kinds), name: anyName });

/** Two bounds in order, either of which may be missing. */
const bounds = <T extends string | number>(value: fc.Arbitrary<T>) =>
  fc
    .tuple(value, value, fc.constantFrom('both', 'low', 'high', 'none'))
    .map(([a, b, kept]): (string | number | undefined)[] => {
      const [low, high] = a <= b ? [a, b] : [b, a];
      return [
        kept === 'both' || kept === 'low' ? low : undefined,
        kept === 'both' || kept === 'high' ? high : undefined,
      ];
    });

/** Any values of a filter, one for each of its keys. */
function valuesOf(filter: Filter): fc.Arbitrary<unknown[]> {
  const one = (value: fc.Arbitrary<unknown>) => value.map((given) => [given]);
  switch (filter.kind) {
    case 'rounds':
      return one(
        few(fc.record({ type: fc.constantFrom(...financingTypes), pre: fc.boolean(), extension: fc.boolean() })),
      );
    case 'locations':
      return one(few(permalinkOf('CITY', 'STATE', 'REGION', 'COUNTRY')));
    case 'industries':
      return one(few(permalinkOf('INDUSTRY', 'SUPER_CATEGORY')));
    case 'records':
      return one(few(fc.record({ id: fc.uuid(), name: fc.string({ unit: 'grapheme' }) })));
    case 'multiSelect':
      return one(fc.subarray(Object.keys(filter.options)));
    case 'select':
      return one(maybe(fc.constantFrom(...Object.keys(filter.options).slice(1))));
    case 'toggle':
      return one(maybe(fc.constant(true)));
    case 'count':
      return one(maybe(fc.integer({ min: 1, max: 999 })));
    case 'texts':
      return one(fc.uniqueArray(anyText, { maxLength: 4 }));
    case 'ids':
      return one(maybe(fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 40 })));
    case 'dateRange':
      return bounds(day);
    case 'moneyRange':
      return bounds(usd);
    case 'semantic':
      return maybe(fc.tuple(anyText, maybe(fc.constantFrom(0, 0.25, 1)))).map(
        (given) => given ?? [undefined, undefined],
      );
  }
}

/** Any query that the form of a resource can make. */
export function drawQueries({ filters, sorts }: Resource): fc.Arbitrary<SearchQuery> {
  const values = fc.tuple(...filters.map((filter) => valuesOf(filter)));
  const sort = fc.constantFrom(...sorts.map(({ value }) => value));
  return fc.tuple(values, sort, fc.integer({ min: 1, max: 500 })).map(([given, order, rows]) => {
    const members = filters.flatMap((filter, at) =>
      filter.keys.flatMap((key, index) => {
        const value = given[at]?.[index];
        return value === undefined ? [] : [[key, value] as const];
      }),
    );
    return { ...Object.fromEntries(members), sort: order, rows };
  });
}

/** The dotted paths of the members that a body has. */
export function listLeafPaths(body: unknown, path = ''): string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [path];
  return Object.entries(body).flatMap(([key, member]) => listLeafPaths(member, path === '' ? key : `${path}.${key}`));
}

/** The guarantees of every search, whatever its filters are. */
export function describeResource(resource: Resource, body: z.ZodType): void {
  const { filters } = resource;
  const url = buildUrlSchema(resource);
  const draft = buildDraftSchema(filters);
  const queries = drawQueries(resource);
  const check = (holds: (query: SearchQuery) => void) => fc.assert(fc.property(queries, holds), { numRuns: 40 });

  test('a link shows the same search again, with every name', () => {
    check((query) => {
      const text = formatSearchParams(writeUrl(url, query));
      expect(readUrl(url, parseRawSearch(text))).toEqual({ value: query, unread: [] });
    });
  });

  test('address, form, request body and address again say the same', () => {
    check((query) => {
      const read = draft.parse(toDraft(filters, query));
      expect(buildBody(filters, read)).toEqual(buildBody(filters, query));
      expect(formatAddress(resource, read)).toBe(formatAddress(resource, query));
    });
  });

  test('a query becomes a body that the service accepts', () => {
    check((query) => {
      expect(body.safeParse(buildBody(filters, query)).error).toBeUndefined();
    });
  });

  test('the sentence under the form says every filter that is sent', () => {
    check((query) => {
      const sentence = describeQuery(resource, query);
      const request = buildBody(filters, query);
      const sent = listLeafPaths(request);
      for (const filter of filters.filter((one) => one.paths.some((path) => sent.includes(path)))) {
        expect(sentence).toContain(describeFilter(filter, request, collectNames(query)));
        expect(sentence).not.toBe(describeQuery(resource, withoutFilter(filter, query)));
      }
      expect(sentence).toContain(findShownSort(resource, query).label);
    });
  });

  test('without one filter a query keeps all others', () => {
    check((query) => {
      for (const filter of filters.filter((one) => isFilterSet(one, query))) {
        const rest = listLeafPaths(buildBody(filters, withoutFilter(filter, query)));
        const removed = listLeafPaths(buildBody(filters, query)).filter((path) => !rest.includes(path));
        expect(removed.every((path) => (filter.paths as readonly string[]).includes(path))).toBe(true);
      }
    });
  });

  test('the service accepts the requests of its templates', () => {
    expect(resource.templates).toHaveLength(3);
    for (const { wanted, values } of resource.templates) {
      const found = Object.entries(wanted).map(([key, { names }]) => [
        key,
        names.map(({ name, kind }) => ({ permalink: name.toLowerCase(), kind, name })),
      ]);
      const blank = readUrl(url, {}).value;
      const query = { ...blank, ...values(new Date('2026-11-22')), ...Object.fromEntries(found) } as SearchQuery;
      expect(body.safeParse(buildBody(filters, query)).error).toBeUndefined();
      expect(readUrl(url, writeUrl(url, query)).unread).toEqual([]);
    }
  });
}
