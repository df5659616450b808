import type { IdentifierKind } from './identifier.ts';

/** What parts the cells of a line. */
export const delimiters = [',', ';', '\t'] as const;
export type Delimiter = (typeof delimiters)[number];

/** How a file is read: what parts its cells, whether names stand first, and which column holds which identifier. */
export type Layout = {
  readonly delimiter: Delimiter;
  readonly header: boolean;
  /** Places of the columns from 0 on. */
  readonly columns: Readonly<Partial<Record<IdentifierKind, number | undefined>>>;
};
