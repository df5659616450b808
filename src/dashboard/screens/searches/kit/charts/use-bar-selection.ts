import { type KeyboardEvent, useState } from 'react';
import type { MouseHandlerDataParam } from 'recharts';
import {
  type BarSelection,
  type Bucket,
  type ChartSeries,
  type FigureFormat,
  findBarRange,
  formatBar,
  formatLayers,
} from './figure-data.ts';

type SelectableBars = {
  readonly buckets: readonly Bucket[];
  readonly series: readonly ChartSeries[];
  readonly format: FigureFormat;
  readonly pick: BarSelection | undefined;
};

/**
 * A cursor that moves over bars by keyboard, and the range that keyboard, mouse or touch selects. recharts' own keyboard
 * support has no Home and End, selects nothing, and cannot be told where to be.
 */
export function useBarSelection({ buckets, series, format, pick }: SelectableBars) {
  const [at, setAt] = useState<number>();
  const [anchor, setAnchor] = useState<number>();
  const [drag, setDrag] = useState<readonly [from: number, to: number]>();
  const [message, setMessage] = useState('');
  const selected = findBarRange(buckets, pick?.span);

  const choose = (one: number, other: number) => {
    const [from, to] = [buckets[Math.min(one, other)], buckets[Math.max(one, other)]];
    if (!pick || !from || !to) return;
    pick.onPick({ from: from.key, to: to.key });
    setMessage(from === to ? `${from.label} selected` : `${from.label} to ${to.label} selected`);
  };
  const clear = () => {
    pick?.onPick(undefined);
    setMessage('Selection cleared');
  };
  const moveTo = (next: number, extend: boolean) => {
    const start = extend ? (anchor ?? at ?? next) : next;
    setAt(next);
    setAnchor(start);
    const bucket = buckets[next];
    if (extend) choose(start, next);
    else if (bucket) setMessage(formatSentence(bucket, series, format));
  };
  const finishDrag = ({ activeTooltipIndex }: MouseHandlerDataParam) => {
    if (!drag) return;
    setDrag(undefined);
    const to = pick?.isSingle ? drag[0] : (toIndex(activeTooltipIndex) ?? drag[1]);
    const isOnlySelected = drag[0] === to && selected?.[0] === to && selected[1] === to;
    if (isOnlySelected) clear();
    else choose(drag[0], to);
  };
  const moveDrag = ({ activeTooltipIndex }: MouseHandlerDataParam) => {
    const index = toIndex(activeTooltipIndex);
    if (index !== undefined && !pick?.isSingle) setDrag((before) => before && [before[0], index]);
  };
  const startDrag = ({ activeTooltipIndex }: MouseHandlerDataParam) => {
    const index = toIndex(activeTooltipIndex);
    if (pick && index !== undefined) setDrag([index, index]);
  };

  return {
    at,
    message,
    selected,
    /** The range to draw: while the user drags, the one that would be selected. */
    range: drag ? ([Math.min(...drag), Math.max(...drag)] as const) : selected,
    keys: {
      onBlur: () => setAt(undefined),
      onTouchCancel: () => setDrag(undefined),
      onKeyDown(event: KeyboardEvent) {
        const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
        if (ctrlKey || metaKey || altKey) return;
        const next = findNext(key, at, buckets.length);
        // Enter on what is selected means more than that; the screen may take it.
        const isChosen = selected !== undefined && at !== undefined && at >= selected[0] && at <= selected[1];
        const isPick = ((key === 'Enter' && !isChosen) || key === ' ') && pick !== undefined;
        const isClear = key === 'Escape' && selected !== undefined;
        if (next === undefined && !isPick && !isClear) return;
        event.preventDefault();
        event.stopPropagation();
        if (next !== undefined) moveTo(next, shiftKey && pick !== undefined && !pick.isSingle);
        else if (isClear) clear();
        else if (at !== undefined) choose(at, at);
      },
    },
    pointer: {
      onMouseDown: (state: MouseHandlerDataParam, { button }: { readonly button?: number }) =>
        button === 0 && startDrag(state),
      onMouseMove(state: MouseHandlerDataParam) {
        setAt(undefined);
        moveDrag(state);
      },
      onMouseUp: finishDrag,
      onMouseLeave: finishDrag,
      onTouchMove: (state: MouseHandlerDataParam) => (drag ? moveDrag(state) : startDrag(state)),
      onTouchEnd: finishDrag,
    },
  };
}

/** The bar under the pointer; undefined beside the bars. */
const toIndex = (active: MouseHandlerDataParam['activeTooltipIndex']): number | undefined =>
  active === null || active === undefined ? undefined : Number(active);

/** A bar as one sentence. */
function formatSentence(bucket: Bucket, series: readonly ChartSeries[], format: FigureFormat): string {
  const lines = formatLayers(bucket, series, format).map(([name, figure]) => `${name} ${figure}`);
  return `${bucket.label}: ${[formatBar(bucket, format), ...lines].join(', ')}`;
}

/** The bar that a key moves to; undefined for other keys. */
function findNext(key: string, at: number | undefined, count: number): number | undefined {
  const last = count - 1;
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return at === undefined ? 0 : Math.min(last, at + 1);
    case 'ArrowLeft':
    case 'ArrowUp':
      return at === undefined ? last : Math.max(0, at - 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
