import type { StatusKind } from '../../library/own-work/work-store.ts';
import {
  readStatusOf,
  readStatusTime,
  setEach,
  setStatuses,
  useStatuses,
  type StatusState,
} from '../../library/status/statuses.ts';

/** The shortlisted records in the user's order, then those without a rank, oldest first. */
export function readShortlist(statuses: StatusState, readTime: (id: string) => number): string[] {
  return [...statuses]
    .filter(([, { status }]) => status === 'shortlist')
    .toSorted(([one, { rank: a }], [other, { rank: b }]) => {
      if (a !== b) return a === null ? 1 : b === null ? -1 : a < b ? -1 : 1;
      return readTime(one) - readTime(other) || (one < other ? -1 : 1);
    })
    .map(([id]) => id);
}

/** The shortlist of a kind as React state. */
export const useShortlist = (kind: StatusKind): string[] =>
  readShortlist(useStatuses(kind), (id) => readStatusTime(kind, id));

/** Moves an id to another index; returns the same list where the index is out of range. */
export function moveTo(ids: readonly string[], id: string, place: number): readonly string[] {
  if (place < 0 || place >= ids.length || !ids.includes(id)) return ids;
  return ids.filter((one) => one !== id).toSpliced(place, 0, id);
}

/** Ranks are compared as text. */
const getRank = (place: number): string => String(place).padStart(5, '0');

const rankItems = (ids: readonly string[]) => new Map(ids.map((id, place) => [id, { rank: getRank(place) }]));

/** Stores the order of a shortlist, as one undo step. */
export const orderShortlist = (kind: StatusKind, ids: readonly string[]): void => setEach(kind, rankItems(ids));

/** Adds a record at the end of the shortlist, or removes it. Its note is kept. */
export const setShortlisted = (kind: StatusKind, id: string, listed: boolean): void =>
  setStatuses(kind, [id], { status: listed ? 'shortlist' : null, rank: null });

/**
 * Adds a shared shortlist: its records come first, then the user's own. A shared note is appended to the user's note.
 * One undo step, except for the notes.
 */
export function addSharedShortlist(
  kind: StatusKind,
  own: readonly string[],
  sent: readonly string[],
  notes: ReadonlyMap<string, string>,
): void {
  const all = [...new Set([...sent, ...own])];
  setEach(
    kind,
    new Map(
      all.map((id, place) => {
        const note = joinNotes(readStatusOf(kind, id).note, notes.get(id) ?? '');
        return [id, { status: 'shortlist' as const, rank: getRank(place), note }];
      }),
    ),
  );
}

function joinNotes(own: string, sent: string): string {
  if (sent === '' || own.includes(sent)) return own;
  return own === '' ? sent : `${own}\n\n${sent}`;
}
