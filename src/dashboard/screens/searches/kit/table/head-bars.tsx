import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { formatGrouped } from '../../../../platform/format.ts';

/** One bar over a column: a range of values and how many rows have one. */
type HeadBar = { readonly label: string; readonly count: number };

/** Two bars and all between them. */
type BarSpan = readonly [from: number, to: number];

/** The distribution of a column, of which a range can be selected. */
export type HeadBars = {
  readonly bars: readonly HeadBar[];
  readonly selected: BarSpan | undefined;
  /** Where the median is, from 0 at the start of the first bar to 1. */
  readonly median?: number | undefined;
  /** What is counted: "1,515 deals", "25 loaded deals". */
  readonly basis: string;
  /** Gets the selected bars; undefined for all. */
  readonly onPick: (span: BarSpan | undefined) => void;
};

/** The distributions by the id of their column. */
export type HeadBarsOf = ReadonlyMap<string, HeadBars>;

/** The range that is being selected: from where, and to where. */
type Brush = { readonly anchor: number; readonly at: number };

const order = ({ anchor, at }: Brush): BarSpan => [Math.min(anchor, at), Math.max(anchor, at)];

/**
 * The state of a brush over the bars of a head. With the head focused, Shift with an arrow key begins a range; then
 * arrow keys, Home and End move, with Shift they extend, Enter selects, Escape leaves, Delete selects all.
 */
export function useHeadBrush(head: HeadBars | undefined) {
  const [brush, setBrush] = useState<Brush>();
  /** The bar under the pointer. */
  const [pointed, setPointed] = useState<number>();
  const last = (head?.bars.length ?? 0) - 1;
  const span = brush ? order(brush) : head?.selected;

  const pick = (next: BarSpan) => {
    setBrush(undefined);
    const [from, to] = head?.selected ?? [];
    head?.onPick(from === next[0] && to === next[1] ? undefined : next);
  };
  const move = (at: number, extend: boolean) => setBrush({ anchor: extend && brush ? brush.anchor : at, at });
  const begin = (key: string) => {
    const [from, to] = head?.selected ?? [0, last];
    move(key === 'ArrowLeft' ? to : from, false);
  };
  return {
    span,
    shown: brush ? order(brush) : pointed === undefined ? undefined : ([pointed, pointed] as const),
    /** Whether the key was for the brush. */
    onKey(event: KeyboardEvent): boolean {
      if (!head || event.ctrlKey || event.metaKey || event.altKey) return false;
      const { key, shiftKey } = event;
      const next = brush && { ArrowLeft: brush.at - 1, ArrowRight: brush.at + 1, Home: 0, End: last }[key];
      const isArrow = key === 'ArrowLeft' || key === 'ArrowRight';
      if (next !== undefined) move(Math.max(0, Math.min(last, next)), shiftKey);
      else if (isArrow && shiftKey) begin(key);
      else if (brush && key === 'Enter') pick(order(brush));
      else if (brush && key === 'Escape') setBrush(undefined);
      else if (key === 'Delete') head.onPick(undefined);
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
    onLeave: () => setBrush(undefined),
    pointer: {
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        move(findBar(event, last), false);
      },
      onPointerMove(event: PointerEvent) {
        const at = findBar(event, last);
        setPointed(at);
        if (brush && event.currentTarget.hasPointerCapture(event.pointerId)) move(at, true);
      },
      onPointerUp: () => brush && pick(order(brush)),
      onPointerCancel: () => setBrush(undefined),
      onPointerLeave: () => setPointed(undefined),
    },
  };
}

function findBar({ currentTarget, clientX }: PointerEvent, last: number): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  return Math.max(0, Math.min(last, Math.floor(((clientX - left) / width) * (last + 1))));
}

type BarStripProps = { readonly head: HeadBars; readonly brush: ReturnType<typeof useHeadBrush> };

/** The bars over a column; what a head says in words is next to them for screen readers. */
export function BarStrip({ head: { bars, basis, median }, brush: { span, shown, pointer } }: BarStripProps) {
  const max = Math.max(1, ...bars.map(({ count }) => count));
  const isIn = (at: number) => !span || (at >= span[0] && at <= span[1]);
  return (
    <span
      aria-hidden
      data-bars
      className="relative flex h-6 w-full cursor-crosshair touch-pan-y items-end border-b border-line-2"
      // The bars select, and do not drag the column or sort by it.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => event.stopPropagation()}
      {...pointer}
    >
      {bars.map(({ label, count }, at) => (
        <i key={label} className="flex h-full grow basis-0 items-end px-[0.5px]">
          <i
            className={`w-full ${isIn(at) ? 'bg-bar forced-colors:bg-[CanvasText]' : 'bg-line-2 forced-colors:bg-[GrayText]'}`}
            // A single row is still a bar.
            style={{ height: count === 0 ? 0 : `max(1px, ${(count / max) * 100}%)` }}
          />
        </i>
      ))}
      {median !== undefined && !span && (
        <i
          className="absolute -bottom-0.75 h-2 w-0.5 -translate-x-1/2 bg-ink forced-colors:bg-[CanvasText]"
          style={{ left: `${median * 100}%` }}
        />
      )}
      {shown && (
        <span className="pointer-events-none absolute top-full right-1 z-1 mt-1 rounded-md border border-edge bg-panel px-2 py-1 text-12 text-ink shadow-popup">
          {describeSpan(bars, shown, basis)}
        </span>
      )}
    </span>
  );
}

/** "$5–10M to $25–50M: 312 of 1,515 deals". */
export function describeSpan(bars: readonly HeadBar[], [from, to]: BarSpan, basis: string): string {
  const [first, last] = [bars[from]?.label ?? '', bars[to]?.label ?? ''];
  const count = bars.slice(from, to + 1).reduce((sum, bar) => sum + bar.count, 0);
  return `${from === to ? first : `${first} to ${last}`}: ${formatGrouped(count)} of ${basis}`;
}

/** All bars in words, for screen readers. */
export const describeBars = ({ bars, basis }: HeadBars): string =>
  `Of ${basis}: ${bars.map(({ label, count }) => `${label} ${formatGrouped(count)}`).join(', ')}.`;
