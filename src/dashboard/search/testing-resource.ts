import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { readUrl, writeUrl } from '../platform/url/codec.ts';
import { toRawSearch, toSearchText } from '../platform/url/search-text.ts';
import { toDraft, buildDraftSchema } from './query/draft.ts';
import { findShownSort } from './resource/order.ts';
import { formatQueryKey } from './fetch/search-pages.ts';
import { isFilterSet, buildBody, buildUrlSchema, withoutFilter, type SearchQuery } from './query/search-query.ts';
import type { AnyResource } from './resource/resource.ts';
import { describeFilter, describeQuery, namesOf } from './query/sentence.ts';
import { filledPaths, leavesOf, pathsOf, queriesOf } from './testing-filters.ts';

/** What is guaranteed of every resource that can be searched, whatever its filters are. */
export function describeResource(resource: AnyResource, body: z.ZodType, twice: readonly string[] = []): void {
  const { filters } = resource;
  const url = buildUrlSchema(resource);
  const draft = buildDraftSchema(filters);
  const queries = queriesOf(resource);
  const check = (holds: (query: SearchQuery) => void) => fc.assert(fc.property(queries, holds), { numRuns: 40 });

  test('every member of the request body has exactly one catalogue entry', () => {
    const members = pathsOf(body).filter((path) => !twice.includes(path));
    expect(filledPaths(resource).toSorted()).toEqual(members.toSorted());
  });

  test('keys and labels tell its filters apart', () => {
    const keys = filters.flatMap((filter) => [...filter.keys]);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(filters.map(({ label }) => label)).size).toBe(filters.length);
  });

  test('a query survives the address with every name, so that a link shows the same screen', () => {
    check((query) => {
      expect(readUrl(url, toRawSearch(toSearchText(writeUrl(url, query))))).toEqual({ value: query, unread: [] });
    });
  });

  test('a query survives the form', () => {
    check((query) => {
      const read = draft.parse(toDraft(filters, query));
      expect(formatQueryKey({ resource, query: read })).toBe(formatQueryKey({ resource, query }));
    });
  });

  test('a query becomes a body that the service accepts', () => {
    check((query) => {
      expect(body.safeParse(buildBody(filters, query)).error).toBeUndefined();
    });
  });

  test('the sentence under the form mentions every member of the body that is sent', () => {
    check((query) => {
      const sentence = describeQuery(resource, query);
      const request = buildBody(filters, query);
      const sent = leavesOf(request);
      for (const filter of filters.filter((one) => one.paths.some((path) => sent.includes(path)))) {
        expect(sentence).toContain(describeFilter(filter, request, namesOf(query)));
        expect(sentence).not.toBe(describeQuery(resource, withoutFilter(filter, query)));
      }
      expect(sentence).toContain(findShownSort(resource, query).label);
    });
  });

  test('without one filter a query asks for everything else', () => {
    check((query) => {
      for (const filter of filters.filter((one) => isFilterSet(one, query))) {
        const rest = leavesOf(buildBody(filters, withoutFilter(filter, query)));
        const gone = leavesOf(buildBody(filters, query)).filter((path) => !rest.includes(path));
        expect(gone.every((path) => (filter.paths as readonly string[]).includes(path))).toBe(true);
      }
    });
  });

  test('its templates ask what the service accepts', () => {
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
