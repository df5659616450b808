import fc from 'fast-check';
import { financingTypes } from '#contract/enums.ts';
import type { Filter } from '#contract/filters.ts';
import type { SearchQuery } from './query/search-query.ts';
import type { AnyResource } from './resource/resource.ts';

const slug = fc.stringMatching(/^[a-z]{2,8}(-[a-z0-9]{1,6}){0,3}$/);
const name = fc.string({ minLength: 1, unit: 'grapheme' });
const text = fc.stringMatching(/^[a-zA-Z0-9./-]{2,24}$/);
const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((moment) => moment.toISOString().slice(0, 10));
const usd = fc.nat({ max: 2_000_000_000 });
const few = <T>(value: fc.Arbitrary<T>) => fc.array(value, { maxLength: 4 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const permalinkOf = (...kinds: string[]) => fc.record({ permalink: slug, kind: fc.constantFrom(...kinds), name });

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
      return one(fc.uniqueArray(text, { maxLength: 4 }));
    case 'ids':
      return one(maybe(fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 40 })));
    case 'dateRange':
      return bounds(day);
    case 'moneyRange':
      return bounds(usd);
    case 'semantic':
      return maybe(fc.tuple(text, maybe(fc.constantFrom(0, 0.25, 1)))).map((given) => given ?? [undefined, undefined]);
  }
}

/** Any query that the form of a resource can make. */
export function queriesOf({ filters, sorts }: AnyResource): fc.Arbitrary<SearchQuery> {
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
export function leavesOf(body: unknown, path = ''): string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [path];
  return Object.entries(body).flatMap(([key, member]) => leavesOf(member, path === '' ? key : `${path}.${key}`));
}
