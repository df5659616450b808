import type { StatusKind } from '../../library/own-work/work-stores.ts';
import {
  readStatusOf,
  readStatusTime,
  setEach,
  setStatuses,
  useStatuses,
  type StatusState,
} from '../../library/status/statuses.ts';

/** The records that a person shortlisted, in the person's order; those that nobody ordered last, the newest at the end. */
export function readShortlist(marks: StatusState, readTime: (id: string) => number): string[] {
  return [...marks]
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

/** A list with one of its ids at another place; the same list where that place is none. */
export function moveTo(ids: readonly string[], id: string, place: number): readonly string[] {
  if (place < 0 || place >= ids.length || !ids.includes(id)) return ids;
  return ids.filter((one) => one !== id).toSpliced(place, 0, id);
}

/** Ranks are compared as text. */
const getRank = (place: number): string => String(place).padStart(5, '0');

const rankItems = (ids: readonly string[]) => new Map(ids.map((id, place) => [id, { rank: getRank(place) }]));

/** Puts a shortlist into this order; one step that can be undone. */
export const orderShortlist = (kind: StatusKind, ids: readonly string[]): void => setEach(kind, rankItems(ids));

/** Puts a record on the shortlist, at its end, or takes it off; its note stays. */
export const setShortlisted = (kind: StatusKind, id: string, listed: boolean): void =>
  setStatuses(kind, [id], { status: listed ? 'shortlist' : null, rank: null });

/**
 * Takes over a list that somebody sent: its records stand first, in its order, then the person's own. Own notes stay;
 * a sent note is added below. One step that can be undone, but for the notes.
 */
export function takeOver(
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
        const note = addTotals(readStatusOf(kind, id).note, notes.get(id) ?? '');
        return [id, { status: 'shortlist' as const, rank: getRank(place), note }];
      }),
    ),
  );
}

function addTotals(own: string, sent: string): string {
  if (sent === '' || own.includes(sent)) return own;
  return own === '' ? sent : `${own}\n\n${sent}`;
}
