import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from 'react';
import {
  type Bucket,
  buildBands,
  formatBarEnd,
  formatLayers,
  findBarRange,
  type ChartFrame,
  type ChartSeries,
  type BarRange,
  type FigureFormat,
} from './figure-data.ts';

type BucketCursorProps = CursorOptions & {
  readonly label: string;
  /** The drawing; it does not render again when the cursor moves. */
  readonly children: ReactNode;
};

/** Moves over the bars by arrow keys and pointer, announces each bar, and selects a range of bars. */
export function BucketCursor({ label, children, ...options }: BucketCursorProps) {
  const hint = useId();
  const { at, message, bands, range, handlers } = useBucketCursor(options);
  const { buckets, series, format, frame, pick } = options;
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
      {range && <Band bands={bands} frame={frame} range={range} variant="picked" />}
      {at !== undefined && <Band bands={bands} frame={frame} range={[at, at]} variant="at" />}
      <div aria-hidden className="relative">
        {children}
      </div>
      {bucket && at !== undefined && (series.length > 1 || !frame.labelled) && (
        <Readout
          title={bucket.label}
          sum={formatBarEnd(bucket, format).join('')}
          lines={formatLayers(bucket, series, format)}
          place={placeReadout(frame, bands, at)}
        />
      )}
      <span id={hint} hidden>
        {pick
          ? 'Arrow keys move between bars. Shift with an arrow key selects several, Enter selects one, Escape clears the selection.'
          : 'Arrow keys move between bars.'}
      </span>
      <output className="sr-only">{message}</output>
    </div>
  );
}

type Bands = ReturnType<typeof buildBands>;

type BandProps = {
  readonly bands: Bands;
  readonly frame: ChartFrame;
  readonly range: readonly [number, number];
  readonly variant: 'picked' | 'at';
};

const bandClasses = { picked: 'bg-accent-soft border-accent', at: 'bg-sunken border-transparent' };

/** The background of the selected bars, or of the bar under the cursor. */
function Band({ bands, frame, range: [from, to], variant }: BandProps) {
  const begin = bands.begin + from * bands.size;
  const size = (to - from + 1) * bands.size;
  return frame.layout === 'columns' ? (
    <div
      aria-hidden
      className={`absolute top-0 border-x ${bandClasses[variant]}`}
      style={{ left: begin, width: size, bottom: frame.names }}
    />
  ) : (
    <div
      aria-hidden
      className={`absolute inset-x-0 border-y ${bandClasses[variant]}`}
      style={{ top: begin, height: size }}
    />
  );
}

/** Next to a vertical bar, on the side with more room; below a horizontal one. */
function placeReadout(frame: ChartFrame, bands: Bands, at: number) {
  const middle = bands.begin + (at + 0.5) * bands.size;
  if (frame.layout === 'rows') return { top: middle + bands.size / 2 + 2, right: 0 };
  const offset = bands.size / 2 + 6;
  return middle < frame.width / 2
    ? { left: middle + offset, top: 0 }
    : { right: frame.width - middle + offset, top: 0 };
}

type ReadoutProps = {
  readonly title: string;
  readonly sum: string;
  readonly lines: readonly (readonly [name: string, figure: string])[];
  readonly place: CSSProperties;
};

/** The figures of the bar under the cursor. They are announced as well, so this is hidden from screen readers. */
function Readout({ title, sum, lines, place }: ReadoutProps) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute z-10 grid max-w-64 min-w-32 gap-0.5 rounded-[7px] border border-line bg-panel px-2.5 py-1.5 text-11.5 tabular-nums shadow-popup"
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

/** The selected bars; `onPick` gets undefined when the selection is cleared. */
export type BarSelection = {
  readonly span: BarRange | undefined;
  readonly onPick: (span: BarRange | undefined) => void;
};

/** The chart that a cursor moves over. */
type CursorOptions = {
  readonly buckets: readonly Bucket[];
  readonly series: readonly ChartSeries[];
  readonly format: FigureFormat;
  readonly frame: ChartFrame;
  readonly pick: BarSelection | undefined;
};

/** The position of the cursor, the selected range, and the handlers that change both. */
function useBucketCursor(options: CursorOptions) {
  const { buckets, format, frame, pick } = options;
  const [at, setAt] = useState<number>();
  const [anchor, setAnchor] = useState<number>();
  const [dragged, setDragged] = useState<readonly [number, number]>();
  const [message, setMessage] = useState('');
  const bands = buildBands(frame, buckets.length);
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
    setAt(next);
    setAnchor(extend ? (anchor ?? at ?? next) : next);
    if (extend) choose(anchor ?? at ?? next, next);
    else setMessage(formatSentence(buckets[next], options.series, format));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = findNext(key, at, buckets.length);
    const picks = (key === 'Enter' || key === ' ') && pick !== undefined;
    if (next === undefined && !picks && !(key === 'Escape' && selected)) return;
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
    message,
    bands,
    range: dragged ?? selected,
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
        // A second click on the only selected bar clears the selection.
        if (selected && from === to && selected[0] === from && selected[1] === to) clear();
        else choose(from, to);
      },
      onPointerCancel: () => setDragged(undefined),
      onPointerLeave: (event: PointerEvent) => event.currentTarget !== document.activeElement && setAt(undefined),
    },
  };
}

/** A bar as one sentence. */
function formatSentence(bucket: Bucket | undefined, series: readonly ChartSeries[], format: FigureFormat): string {
  if (!bucket) return '';
  const lines = formatLayers(bucket, series, format).map(([name, figure]) => `${name} ${figure}`);
  return `${bucket.label}: ${[formatBarEnd(bucket, format).join(''), ...lines].join(', ')}`;
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
