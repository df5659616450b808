import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { readUrl, writeUrl } from '../platform/url/codec.ts';
import { toRawSearch, toSearchText } from '../platform/url/search-text.ts';
import { toDraft, toDraftSchema } from './query/draft.ts';
import { toKeys, toPaths } from './query/filter.ts';
import { toSort } from './resource/order.ts';
import { toQuestionKey } from './fetch/search-pages.ts';
import { isSet, toBody, toUrlSchema, toWithout, type Question } from './query/search-query.ts';
import type { AnyResource } from './resource/resource.ts';
import { toClauseText, toSentence } from './query/sentence.ts';
import { filledPaths, leavesOf, pathsOf, questionsOf } from './testing-filters.ts';

/** What is guaranteed of every resource that can be searched, whatever its filters are. */
export function describeResource(resource: AnyResource, body: z.ZodType, twice: readonly string[] = []): void {
  const { filters, sorts } = resource;
  const url = toUrlSchema(
    filters,
    sorts.map(({ value }) => value),
  );
  const draft = toDraftSchema(filters);
  const questions = questionsOf(resource);
  const check = (holds: (question: Question) => void) => fc.assert(fc.property(questions, holds), { numRuns: 40 });

  test('every member of the contract has its field, and every field a member', () => {
    const members = pathsOf(body).filter((path) => !twice.includes(path));
    expect(filledPaths(resource).toSorted()).toEqual(members.toSorted());
  });

  test('keys and labels tell its filters apart', () => {
    const keys = filters.flatMap(toKeys);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(filters.map(({ label }) => label)).size).toBe(filters.length);
  });

  test('a question survives the address with every name, so that a link shows the same screen', () => {
    check((question) => {
      expect(readUrl(url, toRawSearch(toSearchText(writeUrl(url, question))))).toEqual({ value: question, unread: [] });
    });
  });

  test('a question survives the form', () => {
    check((question) => {
      const read = draft.parse(toDraft(filters, question));
      expect(toQuestionKey({ resource, question: read })).toBe(toQuestionKey({ resource, question }));
    });
  });

  test('a question becomes a body that the service accepts', () => {
    check((question) => {
      expect(body.safeParse(toBody(filters, question)).error).toBeUndefined();
    });
  });

  test('the sentence under the form mentions every member of the body that is sent', () => {
    check((question) => {
      const sentence = toSentence(resource, question);
      const sent = leavesOf(toBody(filters, question));
      for (const filter of filters.filter((one) => toPaths(one).some((path) => sent.includes(path)))) {
        expect(sentence).toContain(toClauseText(resource, filter, question));
        expect(sentence).not.toBe(toSentence(resource, toWithout(filter, question)));
      }
      expect(sentence).toContain(`${question.rows} on the first page`);
      expect(sentence).toContain(toSort(resource, question.sort).name);
    });
  });

  test('without one filter a question asks for everything else', () => {
    check((question) => {
      for (const filter of filters.filter((one) => isSet(one, question))) {
        const rest = leavesOf(toBody(filters, toWithout(filter, question)));
        const gone = leavesOf(toBody(filters, question)).filter((path) => !rest.includes(path));
        expect(gone.every((path) => toPaths(filter).includes(path))).toBe(true);
      }
    });
  });

  test('its recipes ask what the service accepts', () => {
    expect(resource.recipes).toHaveLength(3);
    for (const { wanted, values } of resource.recipes) {
      const found = Object.entries(wanted).map(([key, { names }]) => [
        key,
        names.map(({ name, kind }) => ({ permalink: name.toLowerCase(), kind, name })),
      ]);
      const blank = readUrl(url, {}).value;
      const question = { ...blank, ...values(new Date('2026-11-22')), ...Object.fromEntries(found) } as Question;
      expect(body.safeParse(toBody(filters, question)).error).toBeUndefined();
      expect(readUrl(url, writeUrl(url, question)).unread).toEqual([]);
    }
  });
}
