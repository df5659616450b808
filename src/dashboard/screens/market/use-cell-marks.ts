import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

type Place = readonly [row: number, column: number];

type CellMarksOptions = {
  readonly rows: number;
  readonly columns: number;
  readonly describe: (row: number, column: number) => string;
  /** Enter on a selected cell is left to the screen. */
  readonly isSelected: (row: number, column: number) => boolean;
  /** Gets the cells of a rectangle; none when the selection is cleared. */
  readonly onSelect: (cells: readonly Place[]) => void;
};

const arrows: Readonly<Record<string, Place>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Selects rectangles of cells by dragging, or with the arrows, Shift and Enter; one cell is a stop for the Tab key. */
export function useCellMarks({ rows, columns, describe, isSelected, onSelect }: CellMarksOptions) {
  const [cursor, setCursor] = useState<Place>([0, 0]);
  const [message, setMessage] = useState('');
  const anchor = useRef<Place>(undefined);
  const drag = useRef<Place>(undefined);
  const cells = useRef(new Map<string, HTMLElement>());

  const select = ([row, column]: Place, [otherRow, otherColumn]: Place) => {
    const [top, bottom] = [Math.min(row, otherRow), Math.max(row, otherRow)];
    const [left, right] = [Math.min(column, otherColumn), Math.max(column, otherColumn)];
    const chosen: Place[] = [];
    for (let one = top; one <= bottom; one += 1) {
      for (let two = left; two <= right; two += 1) chosen.push([one, two]);
    }
    onSelect(chosen);
    const [first, last] = [describe(top, left), describe(bottom, right)];
    setMessage(first === last ? `${first} selected` : `${first} to ${last} selected`);
  };
  const end = useEffectEvent(() => {
    drag.current = undefined;
  });
  useEffect(() => {
    const finish = () => end();
    window.addEventListener('pointerup', finish);
    return () => window.removeEventListener('pointerup', finish);
  }, []);

  const press = (place: Place, event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = arrows[event.key];
    if ((event.key === 'Enter' && !isSelected(...place)) || event.key === ' ') {
      anchor.current = place;
      select(place, place);
    } else if (arrow) {
      const next: Place = [
        Math.min(rows - 1, Math.max(0, place[0] + arrow[0])),
        Math.min(columns - 1, Math.max(0, place[1] + arrow[1])),
      ];
      setCursor(next);
      cells.current.get(next.join())?.focus();
      if (event.shiftKey) select(anchor.current ?? place, next);
      if (!event.shiftKey) anchor.current = next;
      else anchor.current ??= place;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    message,
    readCell: (row: number, column: number) => ({
      tabIndex: cursor[0] === row && cursor[1] === column ? 0 : -1,
      ref: (cell: HTMLElement | null) => {
        if (cell) cells.current.set(`${row},${column}`, cell);
        else cells.current.delete(`${row},${column}`);
      },
      onKeyDown: (event: KeyboardEvent) => press([row, column], event),
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        drag.current = [row, column];
        anchor.current = [row, column];
        setCursor([row, column]);
        select([row, column], [row, column]);
      },
      onPointerEnter: () => {
        if (drag.current) select(drag.current, [row, column]);
      },
    }),
  };
}
