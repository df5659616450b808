import type { ReactNode } from 'react';

/** One line of a ranking: what it is, and how many. */
export type RankedLine = { readonly key: string; readonly name: ReactNode; readonly count: number };

/** Names with a bar and a count each, the most frequent first; the bars begin at 0 and say what the figures say. */
export function Ranked({ lines }: { readonly lines: readonly RankedLine[] }) {
  const most = Math.max(1, ...lines.map(({ count }) => count));
  return (
    <ul className="grid">
      {lines.map(({ key, name, count }) => (
        <li
          key={key}
          className="grid min-h-[25px] grid-cols-[minmax(0,1.7fr)_minmax(28px,1fr)_2.25rem] items-center gap-3"
        >
          <span className="flex min-w-0">{name}</span>
          <span aria-hidden>
            <i className="block h-2 rounded-[2px] bg-stage-4" style={{ width: `${(100 * count) / most}%` }} />
          </span>
          <span className="text-right tabular-nums">{count.toLocaleString('en-US')}</span>
        </li>
      ))}
    </ul>
  );
}
