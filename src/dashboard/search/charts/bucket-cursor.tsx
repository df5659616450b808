import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from 'react';
import {
  type Bucket,
  buildBands,
  formatEnd,
  formatLayers,
  formatRange,
  type Frame,
  type Series,
  type Span,
  type Words,
} from './figure-data.ts';

type BucketCursorProps = Cursored & {
  readonly label: string;
  /** The drawing; it is not drawn again when the cursor moves. */
  readonly children: ReactNode;
};

/** Goes over the bars by arrow keys and pointer, says what each holds, and picks a range of them. */
export function BucketCursor({ label, children, ...cursored }: BucketCursorProps) {
  const hint = useId();
  const { at, said, bands, range, handlers } = useBucketCursor(cursored);
  const { buckets, series, words, frame, pick } = cursored;
  const bucket = at === undefined ? undefined : buckets[at];
  return (
    <div
      role="application"
      aria-roledescription="chart"
      aria-label={label}
      aria-describedby={hint}
      tabIndex={0}
      className={`relative select-none focus-visible:outline-offset-4 ${pick ? 'cursor-crosshair touch-pan-y' : ''}`}
      {...handlers}
    >
      {range && <Band bands={bands} frame={frame} range={range} look="picked" />}
      {at !== undefined && <Band bands={bands} frame={frame} range={[at, at]} look="at" />}
      <div aria-hidden className="relative">
        {children}
      </div>
      {bucket && at !== undefined && (series.length > 1 || !frame.labelled) && (
        <Readout
          title={bucket.label}
          sum={formatEnd(bucket, words).join('')}
          lines={formatLayers(bucket, series, words)}
          place={placeReadout(frame, bands, at)}
        />
      )}
      <span id={hint} hidden>
        {pick
          ? 'Arrow keys go from bar to bar, Shift with an arrow key picks several, Enter picks one, Escape picks none.'
          : 'Arrow keys go from bar to bar.'}
      </span>
      <output className="sr-only">{said}</output>
    </div>
  );
}

type Bands = ReturnType<typeof buildBands>;

type BandProps = {
  readonly bands: Bands;
  readonly frame: Frame;
  readonly range: readonly [number, number];
  readonly look: 'picked' | 'at';
};

const bandLooks = { picked: 'bg-accent-soft border-accent', at: 'bg-sunken border-transparent' };

/** The ground behind the bars that are picked, or under the cursor. */
function Band({ bands, frame, range: [from, to], look }: BandProps) {
  const begin = bands.begin + from * bands.size;
  const size = (to - from + 1) * bands.size;
  return frame.layout === 'columns' ? (
    <div
      aria-hidden
      className={`absolute top-0 border-x ${bandLooks[look]}`}
      style={{ left: begin, width: size, bottom: frame.names }}
    />
  ) : (
    <div
      aria-hidden
      className={`absolute inset-x-0 border-y ${bandLooks[look]}`}
      style={{ top: begin, height: size }}
    />
  );
}

/** Beside the bar, on the side with more room; below it where the bars lie. */
function placeReadout(frame: Frame, bands: Bands, at: number) {
  const middle = bands.begin + (at + 0.5) * bands.size;
  if (frame.layout === 'rows') return { top: middle + bands.size / 2 + 2, right: 0 };
  const away = bands.size / 2 + 6;
  return middle < frame.width / 2 ? { left: middle + away, top: 0 } : { right: frame.width - middle + away, top: 0 };
}

type ReadoutProps = {
  readonly title: string;
  readonly sum: string;
  readonly lines: readonly (readonly [name: string, figure: string])[];
  readonly place: CSSProperties;
};

/** What the bar under the cursor holds; the same is announced, so that this is for the eye alone. */
export function Readout({ title, sum, lines, place }: ReadoutProps) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute z-10 grid max-w-64 min-w-32 gap-0.5 rounded-[7px] border border-line bg-panel px-2.5 py-1.5 text-[11.5px] tabular-nums shadow-popup"
      style={place}
    >
      <span className="flex justify-between gap-4 font-semibold">
        <span>{title}</span>
        <span>{sum}</span>
      </span>
      {lines.map(([name, figure]) => (
        <span key={name} className="flex justify-between gap-4 text-ink-2">
          <span>{name}</span>
          <span>{figure}</span>
        </span>
      ))}
    </div>
  );
}

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
  const bands = buildBands(frame, buckets.length);
  const held = formatRange(buckets, pick?.span);

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
    else setSaid(formatSentence(buckets[next], cursored.series, words));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = findNext(key, at, buckets.length);
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

  const findIndex = (event: PointerEvent): number => {
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
        const index = findIndex(event);
        setAnchor(index);
        setDragged([index, index]);
      },
      onPointerMove(event: PointerEvent) {
        const index = findIndex(event);
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
function formatSentence(bucket: Bucket | undefined, series: readonly Series[], words: Words): string {
  if (!bucket) return '';
  const lines = formatLayers(bucket, series, words).map(([name, figure]) => `${name} ${figure}`);
  return `${bucket.label}: ${[formatEnd(bucket, words).join(''), ...lines].join(', ')}`;
}

/** Where a key leads; undefined for a key that leads nowhere. */
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
