import type { BarShapeProps } from 'recharts';
import { type Bucket, getStageColor, hasUnknown, sumKnown } from './figure-data.ts';

/** A bar as recharts gets it; `rest` is the length of its unknown part on the scale. */
export type DrawnBucket = Bucket & { readonly rest: number; readonly isDimmed: boolean };

/** The pattern of what is not known; its id starts with that of the drawing. */
export const Hatching = ({ id }: { readonly id: string }) => (
  <defs>
    <pattern id={`${id}-unknown`} width={5} height={5} patternUnits="userSpaceOnUse">
      <path d="M-1 6L6 -1M-1 1L1 -1M4 6L6 4" stroke="var(--color-edge)" strokeWidth={1} fill="none" />
    </pattern>
  </defs>
);

const outlined = 'forced-colors:stroke-[CanvasText]';

/** Draws one layer, 1 px shorter than its value, so that layers have a gap between them; 0 is a line. */
export const drawLayer = (key: string, isRows: boolean) =>
  function LayerShape({ x, y, width, height, fill, payload }: BarShapeProps) {
    const { values, stage, isDimmed }: DrawnBucket = payload;
    if (typeof values[key] !== 'number') return <g />;
    const size = isRows ? { width: Math.max(1, width - 1), height } : { width, height: Math.max(1, height - 1) };
    return (
      <rect
        {...{ x, ...size }}
        y={y + height - size.height}
        fill={stage === undefined ? fill : getStageColor(stage)}
        opacity={isDimmed ? 0.4 : 1}
        className={outlined}
      />
    );
  };

const markerSize = 8;

/**
 * Draws what a bar says at its end: the unknown part, hatched, or a marker where that has no length on the scale, and
 * the figures.
 */
export const drawEnd = (
  id: string,
  isRows: boolean,
  format: (bucket: Bucket) => readonly [string, string] | undefined,
) =>
  function EndShape({ x, y, width, height, payload }: BarShapeProps) {
    const bucket: DrawnBucket = payload;
    const hatched = { fill: `url(#${id}-unknown)`, stroke: 'var(--color-edge)', className: outlined };
    const hasMarker = bucket.rest === 0 && hasUnknown(bucket);
    const [figure, more] = format(bucket) ?? ['', ''];
    const beside = hasMarker ? markerSize + 4 : 0;
    return (
      <g>
        {bucket.rest > 0 && (
          <rect
            x={x + 0.5}
            y={y + 0.5}
            width={Math.max(1, width - 1)}
            height={Math.max(1, height - 1)}
            strokeDasharray="3 2"
            {...hatched}
          />
        )}
        {hasMarker && (
          <rect
            x={isRows ? x + width + 4 : x + (width - markerSize) / 2}
            y={isRows ? y + (height - markerSize) / 2 : y - markerSize - 3}
            width={markerSize}
            height={markerSize}
            rx={2}
            {...hatched}
          />
        )}
        {/* A column without height is read from the axis. */}
        {(isRows || sumKnown(bucket)) && (
          <text
            x={isRows ? x + width + 6 + beside : x + width / 2}
            y={isRows ? y + height / 2 : y - 4 - beside}
            textAnchor={isRows ? 'start' : 'middle'}
            dominantBaseline={isRows ? 'central' : 'auto'}
            fontSize={11.5}
            fill="var(--color-ink)"
          >
            {figure}
            {isRows && <tspan fill="var(--color-ink-3)">{more}</tspan>}
          </text>
        )}
      </g>
    );
  };
