import { X } from 'lucide-react';
import { Suspense, useEffect, useRef, type ReactNode } from 'react';
import { LazySheet } from './lazy-sheet.tsx';

type DetailPanelProps = {
  readonly title: string;
  /** What it is to a screen reader, where that is not "Details". */
  readonly name?: string;
  readonly wide: boolean;
  /** Where the focus goes back to: what was opened, as the list's own tab stop. */
  readonly opener: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** The open record, next to its list, or over it on a narrow screen. Escape closes it and returns the focus. */
export function DetailPanel({ wide, ...panel }: DetailPanelProps) {
  if (wide) return <BesidePanel {...panel} />;
  const { title, onClose, children } = panel;
  return (
    <Suspense>
      <LazySheet title={title} edge="right" onClose={onClose}>
        {children}
      </LazySheet>
    </Suspense>
  );
}

function BesidePanel({ title, name = 'Details', opener, onClose, children }: Omit<DetailPanelProps, 'wide'>) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const aside = panel.current;
    const close = ({ key }: KeyboardEvent) => key === 'Escape' && onClose();
    aside?.addEventListener('keydown', close);
    return () => aside?.removeEventListener('keydown', close);
  }, [onClose]);
  useEffect(() => {
    panel.current?.focus();
    return () => document.querySelector<HTMLElement>(opener)?.focus({ preventScroll: true });
  }, [opener]);
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={name}
      className="flex w-[340px] shrink-0 flex-col overflow-y-auto border-l border-line bg-panel outline-none"
    >
      <div className="flex items-center justify-between gap-2 pt-3 pr-2 pl-4">
        <h2 className="truncate text-[15px] font-semibold">{title}</h2>
        <button
          type="button"
          aria-label={`Close ${name.toLowerCase()}`}
          className="grid size-8 shrink-0 place-items-center rounded-[7px] hover:bg-sunken"
          onClick={onClose}
        >
          <X aria-hidden className="size-4" />
        </button>
      </div>
      <Suspense>{children}</Suspense>
    </aside>
  );
}
