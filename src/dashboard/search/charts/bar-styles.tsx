import type { Stage } from '../../platform/rounds.ts';
import type { ChartSeries } from './figure-data.ts';

/** The fill of a part of a bar: a stage, or the hatching of an unknown part. */
export type BarStyle = Stage | 'unknown';

/** The color of a stage. */
export const getStageColor = (stage: Stage): string => `var(--color-stage-${stage})`;

const stages: readonly Stage[] = [0, 1, 2, 3, 4, 5, 6];

/** The SVG patterns of a drawing; their ids start with its id. */
export function Textures({ id }: { readonly id: string }) {
  return (
    <defs>
      {stages.map((stage) => (
        <pattern key={stage} id={`${id}-${stage}`} width={6} height={6} patternUnits="userSpaceOnUse">
          <rect width={6} height={6} fill={getStageColor(stage)} />
        </pattern>
      ))}
      <pattern id={`${id}-unknown`} width={5} height={5} patternUnits="userSpaceOnUse">
        <path d="M-1 6L6 -1M-1 1L1 -1M4 6L6 4" stroke="var(--color-edge)" strokeWidth={1} fill="none" />
      </pattern>
    </defs>
  );
}

/** The SVG fill of a part in a drawing with these textures. */
export const getFill = (id: string, stage: BarStyle): string => `url(#${id}-${stage})`;

/** An entry of a legend; the unknown part also has an outline. */
export type LegendEntry = { readonly label: string; readonly fill: string; readonly unknown: boolean };

/** The layers and the hatching; without a single layer, because the title names it. */
export function buildLegend(
  id: string,
  series: readonly ChartSeries[],
  unknownName: string | undefined,
): LegendEntry[] {
  const layers =
    series.length === 1 ? [] : series.map(({ label, stage }) => ({ label, fill: getFill(id, stage), unknown: false }));
  return unknownName === undefined
    ? layers
    : [...layers, { label: unknownName, fill: getFill(id, 'unknown'), unknown: true }];
}

/** The legend below a chart. */
export function Legend({ entries }: { readonly entries: readonly LegendEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <ul aria-label="Legend" className="mt-1.5 flex flex-wrap gap-x-3.5 gap-y-1 text-11.5 text-ink-2 print:hidden">
      {entries.map(({ label, fill, unknown }) => (
        <li key={label} className="flex items-center gap-1.5">
          <svg aria-hidden width={12} height={12} className="shrink-0">
            <rect
              x={0.5}
              y={0.5}
              width={11}
              height={11}
              rx={2}
              fill={fill}
              stroke={unknown ? 'var(--color-edge)' : 'none'}
            />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
