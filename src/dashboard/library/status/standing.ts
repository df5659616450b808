import { z } from 'zod';
import { blankMark, type Mark } from './marks.ts';

/** What counts for a record on a screen. */
export type Standing = {
  readonly verdict: Mark['verdict'];
  /** Whether the verdict is its company's, because nobody gave one to the record itself. */
  readonly isOfCompany: boolean;
  readonly tags: readonly string[];
  readonly hasNote: boolean;
};

/**
 * A record's own verdict; while it has none, that of the company it belongs to, if any. So who passed on a company
 * need not pass on each of its rounds, and one round can still be shortlisted. Never the other way round: a word about
 * a round says nothing of its company. Tags are those of both, a note is the record's own.
 */
export function toStanding(own: Mark = blankMark, company: Mark = blankMark): Standing {
  return {
    verdict: own.verdict ?? company.verdict,
    isOfCompany: own.verdict === null && company.verdict !== null,
    tags: company.tags.length === 0 ? own.tags : [...new Set([...own.tags, ...company.tags])],
    hasNote: own.note !== '',
  };
}

const tagPrefix = 'tag~';

/** Which marks a table is narrowed to, as text of an address: a verdict, `none` for records without one, or a tag. */
export const markFilter = z
  .string()
  .regex(/^(shortlist|pass|none|tag~.{1,40})$/u)
  .brand<'mark filter'>();
export type MarkFilter = z.infer<typeof markFilter>;

/** The filter for a verdict, for none, or for a tag. */
export const toMarkFilter = (wanted: 'shortlist' | 'pass' | 'none' | { readonly tag: string }): MarkFilter =>
  (typeof wanted === 'string' ? wanted : `${tagPrefix}${wanted.tag}`) as MarkFilter;

/** Whether a record is among those that a filter keeps. */
export function isKept(filter: MarkFilter, { verdict, tags }: Standing): boolean {
  if (filter.startsWith(tagPrefix)) return tags.includes(filter.slice(tagPrefix.length));
  return filter === 'none' ? verdict === null : verdict === filter;
}

/** What a filter is called: "Shortlisted", "Tag climate". */
export function toFilterName(filter: MarkFilter): string {
  if (filter.startsWith(tagPrefix)) return `Tag ${filter.slice(tagPrefix.length)}`;
  return filter === 'none' ? 'Undecided' : verdictNames[filter as NonNullable<Mark['verdict']>];
}

/** What a verdict is called where it stands. */
export const verdictNames: Record<NonNullable<Mark['verdict']>, string> = { shortlist: 'Shortlisted', pass: 'Passed' };
