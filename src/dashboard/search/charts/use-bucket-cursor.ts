import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { toEndText, toLayerTexts, toRange, type Bucket, type Series, type Span, type Words } from './figure-data.ts';
import { toBands, type Frame } from './frame.ts';

/** A choice of bars, and what is to happen when it changes; undefined when it is taken away. */
export type Picking = { readonly span: Span | undefined; readonly onPick: (span: Span | undefined) => void };

/** What a cursor goes over. */
export type Cursored = {
  readonly buckets: readonly Bucket[];
  readonly series: readonly Series[];
  readonly words: Words;
  readonly frame: Frame;
  readonly pick: Picking | undefined;
};

/** A place among the bars, the range that is picked, and the handlers that move both. */
export function useBucketCursor(cursored: Cursored) {
  const { buckets, words, frame, pick } = cursored;
  const [at, setAt] = useState<number>();
  const [anchor, setAnchor] = useState<number>();
  const [dragged, setDragged] = useState<readonly [number, number]>();
  const [said, setSaid] = useState('');
  const bands = toBands(frame, buckets.length);
  const held = toRange(buckets, pick?.span);

  const choose = (one: number, other: number) => {
    const [from, to] = [buckets[Math.min(one, other)], buckets[Math.max(one, other)]];
    if (!pick || !from || !to) return;
    pick.onPick({ from: from.key, to: to.key });
    setSaid(from === to ? `${from.label} picked` : `${from.label} to ${to.label} picked`);
  };
  const clear = () => {
    pick?.onPick(undefined);
    setSaid('Nothing picked');
  };
  const moveTo = (next: number, extend: boolean) => {
    setAt(next);
    setAnchor(extend ? (anchor ?? at ?? next) : next);
    if (extend) choose(anchor ?? at ?? next, next);
    else setSaid(toSentence(buckets[next], cursored.series, words));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = toNext(key, at, buckets.length);
    const picks = (key === 'Enter' || key === ' ') && pick !== undefined;
    if (next === undefined && !picks && !(key === 'Escape' && held)) return;
    event.preventDefault();
    event.stopPropagation();
    if (next !== undefined) moveTo(next, event.shiftKey && pick !== undefined);
    else if (!picks) clear();
    else if (at !== undefined) {
      setAnchor(at);
      choose(at, at);
    }
  };

  const toIndex = (event: PointerEvent): number => {
    const area = event.currentTarget.getBoundingClientRect();
    return bands.at(frame.layout === 'columns' ? event.clientX - area.left : event.clientY - area.top);
  };
  return {
    at,
    said,
    bands,
    range: dragged ?? held,
    handlers: {
      onKeyDown,
      onFocus: () => at === undefined && buckets.length > 0 && moveTo(0, false),
      onBlur: () => setAt(undefined),
      onPointerDown(event: PointerEvent) {
        if (!pick || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const index = toIndex(event);
        setAnchor(index);
        setDragged([index, index]);
      },
      onPointerMove(event: PointerEvent) {
        const index = toIndex(event);
        setAt(index);
        if (dragged && anchor !== undefined) setDragged([Math.min(anchor, index), Math.max(anchor, index)]);
      },
      onPointerUp() {
        if (!dragged) return;
        const [from, to] = dragged;
        setDragged(undefined);
        // A second press on the one bar that is picked takes the choice away.
        if (held && from === to && held[0] === from && held[1] === to) clear();
        else choose(from, to);
      },
      onPointerCancel: () => setDragged(undefined),
      onPointerLeave: (event: PointerEvent) => event.currentTarget !== document.activeElement && setAt(undefined),
    },
  };
}

/** A bar in one sentence. */
function toSentence(bucket: Bucket | undefined, series: readonly Series[], words: Words): string {
  if (!bucket) return '';
  const lines = toLayerTexts(bucket, series, words).map(([name, figure]) => `${name} ${figure}`);
  return `${bucket.label}: ${[toEndText(bucket, words).join(''), ...lines].join(', ')}`;
}

/** Where a key leads; undefined for a key that leads nowhere. */
function toNext(key: string, at: number | undefined, count: number): number | undefined {
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
