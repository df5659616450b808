import { z } from 'zod';
import { emptyStatus, type RecordStatus } from './marks.ts';

/** What counts for a record on a screen. */
export type EffectiveStatus = {
  readonly verdict: RecordStatus['verdict'];
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
export function findStatus(own: RecordStatus = emptyStatus, company: RecordStatus = emptyStatus): EffectiveStatus {
  return {
    verdict: own.verdict ?? company.verdict,
    isOfCompany: own.verdict === null && company.verdict !== null,
    tags: company.tags.length === 0 ? own.tags : [...new Set([...own.tags, ...company.tags])],
    hasNote: own.note !== '',
  };
}

const tagPrefix = 'tag~';

/** Which marks a table is narrowed to, as text of an address: a verdict, `none` for records without one, or a tag. */
export const statusFilter = z
  .string()
  .regex(/^(shortlist|pass|none|tag~.{1,40})$/u)
  .brand<'mark filter'>();
export type StatusFilter = z.infer<typeof statusFilter>;

/** The filter for a verdict, for none, or for a tag. */
export const parseStatusFilter = (wanted: 'shortlist' | 'pass' | 'none' | { readonly tag: string }): StatusFilter =>
  (typeof wanted === 'string' ? wanted : `${tagPrefix}${wanted.tag}`) as StatusFilter;

/** Whether a record is among those that a filter keeps. */
export function matchesStatusFilter(filter: StatusFilter, { verdict, tags }: EffectiveStatus): boolean {
  if (filter.startsWith(tagPrefix)) return tags.includes(filter.slice(tagPrefix.length));
  return filter === 'none' ? verdict === null : verdict === filter;
}

/** What a filter is called: "Shortlisted", "Tag climate". */
export function getFilterName(filter: StatusFilter): string {
  if (filter.startsWith(tagPrefix)) return `Tag ${filter.slice(tagPrefix.length)}`;
  return filter === 'none' ? 'Undecided' : statusNames[filter as NonNullable<RecordStatus['verdict']>];
}

/** What a verdict is called where it stands. */
export const statusNames: Record<NonNullable<RecordStatus['verdict']>, string> = {
  shortlist: 'Shortlisted',
  pass: 'Passed',
};
