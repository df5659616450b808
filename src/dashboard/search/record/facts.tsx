import type { ReactNode } from 'react';
import { SafeLink } from '../../platform/ui/safe-link.tsx';

/** One fact of a record in a list of facts. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 wrap-anywhere tabular-nums">{children}</dd>
    </>
  );
}

/** Facts by name; those that are not known are left out. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, fact: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5">
      {facts.map(([name, fact]) =>
        fact === null || fact === undefined || fact === '' || fact === false ? null : (
          <Fact key={name} name={name}>
            {fact}
          </Fact>
        ),
      )}
    </dl>
  );
}

/** A part of the details under its own heading. */
export function FactSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-1.5 border-t border-line pt-3">
      <h3 className="text-[12px] font-semibold">{title}</h3>
      {children}
    </section>
  );
}

/** Links out of a record by name; none where there is no address. */
export function FactLinks({
  links,
}: {
  readonly links: readonly (readonly [name: string, to: string | null | undefined])[];
}) {
  return (
    <span className="flex flex-wrap gap-x-2.5 gap-y-0.5 text-[12px] empty:hidden">
      {links.map(([name, to]) =>
        to ? (
          <SafeLink key={name} to={to}>
            {name}
          </SafeLink>
        ) : null,
      )}
    </span>
  );
}

/** The frame of all details. */
export function Details({ children }: { readonly children: ReactNode }) {
  return <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4">{children}</div>;
}

/** The most frequent values of a record with their counts, as small bars with the figure beside. */
export function TopList({ rows }: { readonly rows: readonly (readonly [name: string, count: number])[] }) {
  const most = Math.max(1, ...rows.map(([, count]) => count));
  return (
    <ul className="grid gap-1">
      {rows.map(([name, count]) => (
        <li key={name} className="grid grid-cols-[minmax(0,1fr)_80px_2.5rem] items-center gap-2">
          <span className="truncate text-ink-2">{name}</span>
          <i aria-hidden className="h-1.5 rounded-[2px] bg-stage-4" style={{ width: `${(count / most) * 100}%` }} />
          <span className="text-right tabular-nums">{count.toLocaleString('en-US')}</span>
        </li>
      ))}
    </ul>
  );
}
