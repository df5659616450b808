import { Image } from 'lucide-react';
import { type CSSProperties, type ReactNode, type Ref, useId, useRef, useState } from 'react';
import { Button } from '../../../../platform/ui/button.tsx';
import { Overflow } from '../../../../platform/ui/overflow.tsx';
import { useSingleKey } from '../../../../platform/ui/single-key.ts';
import { exportPicture, type LegendEntry, type PictureAction } from './picture.ts';

type ChartProps = {
  readonly title: string;
  /** What is counted and what is not. */
  readonly basis: string;
  /** The figures of the drawing as a table; in print it replaces the drawing. */
  readonly table: ReactNode;
  /** The height of the drawing in pixels, known before it is drawn so that nothing shifts. */
  readonly height: number;
  readonly legend: readonly LegendEntry[];
  /** Places the legend next to the title, on a wide screen only. */
  readonly hasHeadLegend?: boolean | undefined;
  /** More controls, such as a switch between count and amount. */
  readonly tools?: ReactNode;
  /** The drawing; the picture is made of its SVG. */
  readonly children: (drawing: Ref<SVGSVGElement>) => ReactNode;
};

/** The frame of every chart: title, basis and legend, the same figures as a table, and the chart as a picture. */
export function Chart({ title, basis, table, height, legend, hasHeadLegend, tools, children }: ChartProps) {
  const id = useId();
  const drawing = useRef<SVGSVGElement>(null);
  const [asTable, setAsTable] = useState(false);
  const toggle = () => setAsTable((before) => !before);
  useSingleKey('v', toggle);
  const save = async (action: PictureAction) =>
    drawing.current ? exportPicture({ title, basis, legend, drawing: drawing.current }, action) : '';
  return (
    <figure aria-labelledby={id} className="min-w-0 break-inside-avoid">
      <figcaption className="mb-1 flex min-h-7.5 flex-wrap items-center gap-x-3 gap-y-1">
        <div className="flex min-w-0 grow basis-56 flex-wrap items-baseline gap-x-2.5 max-tablet:contents">
          <h2 id={id} className="text-13 font-semibold">
            {title}
          </h2>
          <span className="text-11.5 text-ink-3 tabular-nums max-tablet:order-last max-tablet:basis-full">{basis}</span>
        </div>
        <span className="ml-auto flex flex-wrap items-center justify-end gap-1 print:hidden">
          {tools}
          <Button variant="ghost" className={pressed} aria-pressed={asTable} aria-keyshortcuts="V" onClick={toggle}>
            Show as table
          </Button>
          {!asTable && <PictureMenu onChoose={save} />}
        </span>
        {/* A line of its own: the tools of a selection then move nothing. */}
        {hasHeadLegend && <Legend entries={legend} className="flex basis-full flex-wrap max-full:hidden" />}
      </figcaption>
      {asTable ? (
        <ScrolledTable
          title={title}
          className="print:h-auto! print:overflow-visible"
          style={{ height: Math.max(height, 208) }}
        >
          {table}
        </ScrolledTable>
      ) : (
        <>
          <div className="print:hidden" style={{ height }}>
            {children(drawing)}
          </div>
          <div className="sr-only print:not-sr-only">{table}</div>
        </>
      )}
      {!hasHeadLegend && <Legend entries={legend} className="mt-1.5 flex flex-wrap" />}
    </figure>
  );
}

type ScrolledTableProps = {
  readonly title: string;
  readonly className?: string;
  readonly style?: CSSProperties;
  readonly children: ReactNode;
};

/** The figures of a chart in place of its drawing. */
export const ScrolledTable = ({ title, className = '', style, children }: ScrolledTableProps) => (
  <section
    // A scrollable element must be reachable by keyboard.
    tabIndex={0}
    aria-label={`${title}, as a table`}
    className={`overflow-auto ${className}`}
    style={style}
  >
    {children}
  </section>
);

const pressed = 'aria-pressed:bg-accent-soft aria-pressed:text-accent-ink';
const actions: readonly PictureAction[] = ['Copy as PNG', 'Copy as SVG', 'Save as PNG', 'Save as SVG'];

type PictureMenuProps = {
  /** Copies or saves the chart, and says what happened. */
  readonly onChoose: (action: PictureAction) => Promise<string>;
};

function PictureMenu({ onChoose }: PictureMenuProps) {
  const [message, setMessage] = useState('');
  const face = (
    <>
      <Image aria-hidden className="size-3.5" />
      Picture
    </>
  );
  return (
    <>
      <output className="text-11.5 text-ink-3 empty:hidden">{message}</output>
      <Overflow label="Picture" face={face} variant="ghost">
        {actions.map((action) => (
          <Button key={action} variant="ghost" onClick={() => void onChoose(action).then(setMessage)}>
            {action}
          </Button>
        ))}
      </Overflow>
    </>
  );
}

type LegendProps = { readonly entries: readonly LegendEntry[]; readonly className: string };

function Legend({ entries, className }: LegendProps) {
  if (entries.length === 0) return null;
  return (
    <ul aria-label="Legend" className={`gap-x-3.5 gap-y-1 text-11.5 text-ink-2 tabular-nums print:hidden ${className}`}>
      {entries.map(({ label, color, figure }) => (
        <li key={label} className="flex items-center gap-1.5">
          <i
            aria-hidden
            className={`size-2.5 shrink-0 rounded-xs forced-color-adjust-none ${color === undefined ? 'hatched' : ''}`}
            style={{ background: color }}
          />
          <span className="grow truncate">{label}</span>
          {figure}
        </li>
      ))}
    </ul>
  );
}
