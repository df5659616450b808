import { type PointerEvent, useSyncExternalStore } from 'react';
import { createState } from '../../../../platform/state.ts';

/** The id of the row under the pointer, in any grid; undefined where there is none. */
const pointedRow = createState<string | undefined>(undefined);

/** The handlers with which a grid reports the row under the pointer. */
export const watchPointer = {
  onPointerOver: ({ target }: PointerEvent) =>
    pointedRow.write((target as Element).closest<HTMLElement>('[data-row]')?.dataset['row']),
  onPointerLeave: () => pointedRow.write(undefined),
};

/** Whether a row is under the pointer; renders again only when that changes. */
export function useIsPointed(id: string): boolean {
  const read = () => pointedRow.read() === id;
  return useSyncExternalStore(pointedRow.watch, read, read);
}
