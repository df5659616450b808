import { blankMark, type Mark, type Marks } from '../../library/status/marks.ts';
import type { Item } from './items.ts';

/** The mark of an item; the blank one where there is none. */
export const toMark = (marks: Marks, { id }: Item): Mark => marks.get(id) ?? blankMark;

/** Whether a person has decided about a deal, or said that its day is done. */
export const isReviewed = ({ verdict, seen }: Mark): boolean => verdict !== null || seen;

/** How far a review is. */
export type Progress = { readonly reviewed: number; readonly total: number };

export const toProgress = (items: readonly Item[], marks: Marks): Progress => ({
  reviewed: items.filter((item) => isReviewed(toMark(marks, item))).length,
  total: items.length,
});

/** "4 of 16 reviewed". */
export const toProgressText = ({ reviewed, total }: Progress): string =>
  `${reviewed.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} reviewed`;

/** The item to go on with after a decision: the next that is not reviewed, else the first such; undefined when all are. */
export function findNext(items: readonly Item[], afterIndex: number, readMark: (item: Item) => Mark): Item | undefined {
  const open = (item: Item) => !isReviewed(readMark(item));
  return items.slice(afterIndex + 1).find(open) ?? items.find(open);
}

/** Where to begin: where the person stood, else the first item that is not reviewed, else the first. */
export function findStart(items: readonly Item[], place: string | undefined, marks: Marks): Item | undefined {
  return items.find(({ id }) => id === place) ?? findNext(items, -1, (item) => toMark(marks, item)) ?? items[0];
}
