import { type ReactNode, useId } from 'react';

type BlockProps = {
  readonly title: string;
  /** One sentence: what it is based on. */
  readonly basis?: ReactNode;
  /** What a link to it names after `#`. */
  readonly anchor?: string;
  readonly children?: ReactNode;
};

/** A part of a screen in a box, under its title. */
export function Block({ title, basis, anchor, children }: BlockProps) {
  const id = useId();
  return (
    <section
      id={anchor}
      aria-labelledby={id}
      className="grid grid-cols-1 content-start gap-3 rounded-[10px] border border-line bg-panel p-4"
    >
      <div className="grid min-w-0 gap-0.5">
        <h2 id={id} className="text-13 font-semibold">
          {title}
        </h2>
        <p className="text-11.5 text-ink-3 empty:hidden">{basis}</p>
      </div>
      {children}
    </section>
  );
}
