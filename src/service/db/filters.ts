import { all, collectPredicates, type FilterPredicates, type Predicate } from './predicates.ts';
import type { Fragment, Sql } from './sql.ts';

/** Demands all of the given predicates; undefined when there is none. */
export function demandEach(...demanded: readonly (Predicate | undefined)[]): Predicate | undefined {
  const given = demanded.filter((one) => one !== undefined);
  return given.length === 0 ? undefined : all(...given);
}

/** The predicate of all given filters together; undefined when there is none. */
export function demandAll<F extends object>(predicates: FilterPredicates<F>, filters: F): Predicate | undefined {
  const given = collectPredicates(predicates, filters);
  return given.length === 0 ? undefined : all(...given);
}

/** Joins the given conditions with AND; undefined when there is none. */
export function joinConditions(sql: Sql, ...conditions: readonly (Fragment | undefined)[]): Fragment | undefined {
  return conditions
    .filter((condition) => condition !== undefined)
    .reduce<Fragment | undefined>((joined, one) => (joined ? sql`${joined} AND ${one}` : one), undefined);
}
