import { lazy, Suspense, useId, useState } from 'react';

const Bars = lazy(() => import('./bars.tsx').then((module) => ({ default: module.Bars })));

/** One bar: what it is called, how long it is, and what stands at its end. */
export type Bar = {
  readonly name: string;
  /** Null where nothing is known: then there is no bar, only its words. */
  readonly value: number | null;
  readonly label: string;
  readonly colour?: string | undefined;
};

type BarFigureProps = {
  readonly title: string;
  /** One sentence: what is counted, and what is not. */
  readonly basis: string;
  readonly bars: readonly Bar[];
  /** The heads of the table twin: what the names are, and what the figures are. */
  readonly heads: readonly [string, string];
};

/** Bars with a table twin: the same figures as text, one press away and in print. */
export function BarFigure({ title, basis, bars, heads }: BarFigureProps) {
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  return (
    <figure aria-labelledby={id} className="min-w-0 break-inside-avoid">
      <figcaption className="mb-2 flex items-start gap-3">
        <span className="grid min-w-0">
          <span id={id} className="text-[13px] font-semibold">
            {title}
          </span>
          <span className="text-[11.5px] text-ink-3">{basis}</span>
        </span>
        <button
          type="button"
          aria-pressed={asTable}
          className="ml-auto min-h-6 shrink-0 rounded-[5px] px-1.5 text-[11.5px] text-ink-3 hover:bg-sunken hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent-ink print:hidden"
          onClick={() => setAsTable(!asTable)}
        >
          Table
        </button>
      </figcaption>
      {!asTable && (
        <div aria-hidden className="print:hidden">
          <Suspense fallback={<div style={{ height: toHeight(bars.length) }} />}>
            <Bars bars={bars} height={toHeight(bars.length)} />
          </Suspense>
        </div>
      )}
      <div className={asTable ? '' : 'sr-only print:not-sr-only'}>
        <BarTable bars={bars} heads={heads} />
      </div>
    </figure>
  );
}

const toHeight = (count: number): number => count * 26 + 4;

/** The figures as text, each with its bar beside it; on paper it takes the place of the chart. */
function BarTable({ bars, heads }: Pick<BarFigureProps, 'bars' | 'heads'>) {
  const most = Math.max(1, ...bars.map(({ value }) => value ?? 0));
  return (
    <table className="w-full">
      <thead>
        <tr className="border-b border-line text-[11.5px] text-ink-3">
          <th className="py-1 text-left font-medium">{heads[0]}</th>
          <td aria-hidden className="w-2/5" />
          <th className="py-1 text-right font-medium">{heads[1]}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ name, value, label, colour }) => (
          <tr key={name} className="border-b border-line">
            <td className="py-1 pr-3">{name}</td>
            <td aria-hidden>
              <div
                className="h-2 rounded-r-[3px] [print-color-adjust:exact]"
                style={{ width: `${(100 * (value ?? 0)) / most}%`, background: colour ?? 'var(--color-stage-3)' }}
              />
            </td>
            <td className="py-1 pl-3 text-right whitespace-nowrap tabular-nums">{label}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
