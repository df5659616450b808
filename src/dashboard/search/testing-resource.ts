import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { formatSearchParams, parseRawSearch, readUrl, writeUrl } from '../platform/url/url.ts';
import {
  buildBody,
  buildDraftSchema,
  buildUrlSchema,
  formatAddress,
  isFilterSet,
  type SearchQuery,
  toDraft,
  withoutFilter,
} from './query/search-query.ts';
import { type AnyResource, findShownSort } from './resource/resource.ts';
import { describeFilter, describeQuery, collectNames } from './query/sentence.ts';
import { leavesOf, queriesOf } from './testing-filters.ts';

/** The guarantees of every search, whatever its filters are. */
export function describeResource(resource: AnyResource, body: z.ZodType): void {
  const { filters } = resource;
  const url = buildUrlSchema(resource);
  const draft = buildDraftSchema(filters);
  const queries = queriesOf(resource);
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
      const sent = leavesOf(request);
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
        const rest = leavesOf(buildBody(filters, withoutFilter(filter, query)));
        const removed = leavesOf(buildBody(filters, query)).filter((path) => !rest.includes(path));
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
