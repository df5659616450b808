import type { DivisionKey, ChartFacts } from '../charts/facts.ts';

/** What the charts of a screen must know about its records, as data. */
export type ResourceChart = {
  /** What a record says; undefined where it is not owned. */
  readonly read: (id: string) => ChartFacts | undefined;
  /** What its records can be divided by, in the order offered. */
  readonly divisions: readonly ChartDivision[];
  /** What its amounts are called and what they are; absent where it has none. */
  readonly amount?: { readonly name: string; readonly basis: string };
  /** The column of the day that stands on the axis of time: where rows come in its order, the rest lies beyond them. */
  readonly dayColumn: string;
  /** The filter whose days an activity chart counts through, and what it counts. */
  readonly activity: { readonly keys: readonly [from: string, to: string]; readonly basis: string };
};

/** One way of dividing records. */
export type ChartDivision = {
  readonly by: DivisionKey;
  /** How it is told apart, in one sentence. */
  readonly basis: string;
  /** What the bar of records is called that do not say it. */
  readonly none: string;
};

/** What divisions are called in sentences and in the head of the table twin. */
export const divisionNames: Record<DivisionKey, string> = {
  month: 'month',
  quarter: 'quarter',
  round: 'round type',
  industry: 'industry',
  place: 'place',
  size: 'size',
  employees: 'employees',
};
