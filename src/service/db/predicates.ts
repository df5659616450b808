import type { FinancingFilter } from '#contract/request-parts.ts';
import type { ComparedColumn, FlagColumn, KnownColumn, Relation } from './catalogue.ts';

/** What a filter requires of a record: data, read by an interpreter such as `predicate-sql.ts`. */
export type Predicate =
  | { readonly is: 'all' | 'any'; readonly of: readonly Predicate[] }
  | { readonly is: 'oneOf'; readonly column: ComparedColumn; readonly values: readonly (string | number)[] }
  | { readonly is: 'min' | 'max'; readonly column: 'd.total_round_raised' | 'c.total_raised'; readonly usd: number }
  /** UTC days, inclusive. */
  | { readonly is: 'since' | 'until'; readonly column: 'd.date' | 'd.created_at'; readonly day: string }
  /** Times to the millisecond, inclusive. */
  | { readonly is: 'within'; readonly column: 'd.date'; readonly start: Date; readonly end: Date }
  | { readonly is: 'round'; readonly rounds: readonly FinancingFilter[] }
  | { readonly is: 'known'; readonly column: KnownColumn }
  | { readonly is: 'flag'; readonly column: FlagColumn }
  | { readonly is: 'related'; readonly relation: Relation; readonly where: Predicate };

/**
 * The predicate of every filter of every section. The type requires all of them, so a filter of the contract without
 * its predicate does not compile.
 */
export type FilterPredicates<F> = {
  [Section in keyof F]-?: {
    [Key in keyof NonNullable<F[Section]>]-?: (value: NonNullable<NonNullable<F[Section]>[Key]>) => Predicate;
  };
};

export const all = (...of: Predicate[]): Predicate => ({ is: 'all', of });
export const anyOf = (...of: Predicate[]): Predicate => ({ is: 'any', of });
export const oneOf = (column: ComparedColumn, values: readonly (string | number)[]): Predicate => ({
  is: 'oneOf',
  column,
  values,
});
/** Requires that at least one related record satisfies the predicate. */
export const related = (relation: Relation, where: Predicate): Predicate => ({ is: 'related', relation, where });

/** The same filters, on a related record. */
export const throughRelation = <T extends Record<string, (value: never) => Predicate>>(
  relation: Relation,
  filters: T,
): T =>
  Object.fromEntries(
    Object.entries(filters).map(([key, filter]) => [key, (value: never) => related(relation, filter(value))]),
  ) as T;

/** The predicates of the given filters, which must all hold. */
export function collectPredicates<F extends object>(predicates: FilterPredicates<F>, filters: F): Predicate[] {
  return Object.entries(predicates as Record<string, Record<string, (value: unknown) => Predicate>>).flatMap(
    ([section, members]) =>
      Object.entries(members).flatMap(([key, predicate]) => {
        const value = (filters as Record<string, Record<string, unknown> | undefined>)[section]?.[key];
        return value === undefined ? [] : [predicate(value)];
      }),
  );
}

/** All of the given predicates; undefined when there is none. */
export function combinePredicates(...predicates: readonly (Predicate | undefined)[]): Predicate | undefined {
  const given = predicates.filter((one) => one !== undefined);
  return given.length === 0 ? undefined : all(...given);
}

/** The predicate of all filters of a request; undefined when it has none. */
export function buildWhere<F extends object>(predicates: FilterPredicates<F>, filters: F): Predicate | undefined {
  return combinePredicates(...collectPredicates(predicates, filters));
}
