import { useId, type ReactNode } from 'react';
import { toEndText, toLayerTexts } from './figure-data.ts';
import type { Frame, toBands } from './frame.ts';
import { Readout } from './readout.tsx';
import { useBucketCursor, type Cursored } from './use-bucket-cursor.ts';

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
          sum={toEndText(bucket, words).join('')}
          lines={toLayerTexts(bucket, series, words)}
          place={toReadoutPlace(frame, bands, at)}
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

type Bands = ReturnType<typeof toBands>;

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
function toReadoutPlace(frame: Frame, bands: Bands, at: number) {
  const middle = bands.begin + (at + 0.5) * bands.size;
  if (frame.layout === 'rows') return { top: middle + bands.size / 2 + 2, right: 0 };
  const away = bands.size / 2 + 6;
  return middle < frame.width / 2 ? { left: middle + away, top: 0 } : { right: frame.width - middle + away, top: 0 };
}
