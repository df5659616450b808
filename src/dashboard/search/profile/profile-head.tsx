import type { ReactNode } from 'react';

type ProfileHeadProps = {
  readonly name: string;
  /** Who it is, in one line. */
  readonly line?: ReactNode;
  readonly links?: ReactNode;
  /** What can be done with it. */
  readonly tools?: ReactNode;
};

/** The name at the head of a profile, with initials in place of a picture: nothing is loaded from elsewhere. */
export function ProfileHead({ name, line, links, tools }: ProfileHeadProps) {
  return (
    <header className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <span
        aria-hidden
        className="grid size-11 shrink-0 place-items-center rounded-[9px] bg-accent-soft text-[15px] font-[640] text-accent-ink"
      >
        {toInitials(name)}
      </span>
      <div className="grid min-w-0 grow basis-64 gap-1">
        <h1 className="text-[23px] leading-[1.2] font-[680] tracking-[-0.02em] break-words">{name}</h1>
        {line !== undefined && <div className="text-ink-2">{line}</div>}
        {links}
      </div>
      {tools !== undefined && <div className="flex flex-wrap gap-2">{tools}</div>}
    </header>
  );
}

/** The first letters of the first and last word of a name; a sign for one without letters. */
export function toInitials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words.slice(0, 1);
  return ends.map((word) => /^./u.exec(word ?? '')?.[0].toUpperCase() ?? '').join('') || '?';
}

/** Figures in a row, each over its words; those that are not known are left out. */
export function HeadFigures({ figures }: { readonly figures: readonly HeadFigure[] }) {
  const known = figures.filter(({ value }) => value !== null && value !== undefined && value !== '');
  if (known.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-8.5 gap-y-3">
      {known.map(({ words, value }) => (
        <div key={words} className="flex flex-col-reverse justify-end gap-0.5">
          <dt className="text-[11.5px] text-ink-3">{words}</dt>
          <dd className="text-[20px] leading-[1.25] font-[640] tracking-[-0.01em] tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A figure of a head with what it is. */
export type HeadFigure = {
  readonly words: string;
  readonly value: ReactNode;
};
