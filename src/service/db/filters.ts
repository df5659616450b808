import type { Fragment, Sql } from './sql.ts';

/**
 * The SQL condition of every filter of every section. The type requires all of them, so a filter of the contract
 * without its SQL does not compile.
 */
export type Conditions<F> = {
  [Section in keyof F]-?: {
    [Key in keyof NonNullable<F[Section]>]-?: (value: NonNullable<NonNullable<F[Section]>[Key]>) => Fragment;
  };
};

type AnyConditions = Record<string, Record<string, (value: unknown) => Fragment>>;
type AnyFilters = Record<string, Record<string, unknown> | undefined>;

/** Joins the given filters with AND; undefined when there is none. */
export function buildWhere<F extends object>(sql: Sql, conditions: Conditions<F>, filters: F): Fragment | undefined {
  const given = Object.entries(conditions as AnyConditions).flatMap(([section, members]) =>
    Object.entries(members).flatMap(([key, condition]) => {
      const value = (filters as AnyFilters)[section]?.[key];
      return value === undefined ? [] : [condition(value)];
    }),
  );
  return joinConditions(sql, ...given);
}

/** Joins the given conditions with AND; undefined when there is none. */
export function joinConditions(sql: Sql, ...conditions: readonly (Fragment | undefined)[]): Fragment | undefined {
  return conditions
    .filter((condition) => condition !== undefined)
    .reduce<Fragment | undefined>((all, condition) => (all ? sql`${all} AND ${condition}` : condition), undefined);
}
