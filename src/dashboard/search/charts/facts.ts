import type { Round } from '../../platform/rounds.ts';

/** What a chart reads of one record; a member is absent or null where nothing is known, never 0 or blank. */
export type ChartFacts = {
  /** The date-time that puts it on an axis of time. */
  readonly moment?: string | null;
  /** The one round that it is, which also gives its stage. */
  readonly round?: Round | null;
  /** US dollars. */
  readonly usd?: number | null;
  readonly industries?: readonly Named[] | null;
  readonly place?: string | null;
  /** A range of employees as the service writes it. */
  readonly employees?: string | null;
  /** The rounds that it takes part in, where it is no round itself. */
  readonly rounds?: readonly Round[] | null;
};
type Named = { readonly name: string | null };

/** What records can be divided by. */
export const divisions = ['month', 'quarter', 'round', 'industry', 'place', 'size', 'employees'] as const;
export type DivisionKey = (typeof divisions)[number];
