import { type PointerEvent, useSyncExternalStore } from 'react';
import { createState } from '../../platform/state.ts';
import { isScrolling, scrollPauseMs } from './slices.ts';

/** The id of the row under the pointer, in any grid; undefined where there is none. */
const pointedRow = createState<string | undefined>(undefined);

let settling: ReturnType<typeof setTimeout> | undefined;

function point(id: string | undefined): void {
  clearTimeout(settling);
  // Buttons on each row that scrolls past the pointer would slow down every frame.
  if (isScrolling()) {
    pointedRow.write(undefined);
    settling = setTimeout(point, scrollPauseMs, id);
  } else pointedRow.write(id);
}

/** The handlers with which a grid reports the row under the pointer. */
export const watchPointer = {
  onPointerOver: ({ target }: PointerEvent) =>
    point((target as Element).closest<HTMLElement>('[data-row]')?.dataset['row']),
  onPointerLeave: () => point(undefined),
};

/** Whether a row is under the pointer; renders again only when that changes. */
export function useIsPointed(id: string): boolean {
  const read = () => pointedRow.read() === id;
  return useSyncExternalStore(pointedRow.watch, read, read);
}
