import { X } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { LazySheet } from '../ui/lazy-sheet.tsx';
import { toDealRow } from './rows.ts';

// Most visits open no row, so its facts are a chunk of their own.
const DealDetail = lazy(() => import('./detail.tsx').then((module) => ({ default: module.DealDetail })));

type DetailPanelProps = {
  readonly id: string;
  readonly wide: boolean;
  readonly onClose: () => void;
};

/** The details beside the table, or over it on a narrow screen; the focus comes in and goes back where it was. */
export function DetailPanel({ id, wide, onClose }: DetailPanelProps) {
  const title = toDealRow(id)?.companyName ?? 'Deal';
  if (wide) return <SidePanel key={id} id={id} title={title} onClose={onClose} />;
  return (
    <Suspense>
      <LazySheet title={title} edge="right" onClose={onClose}>
        <DealDetail id={id} />
      </LazySheet>
    </Suspense>
  );
}

function SidePanel({ id, title, onClose }: Omit<DetailPanelProps, 'wide'> & { readonly title: string }) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const aside = panel.current;
    const close = ({ key }: KeyboardEvent) => key === 'Escape' && onClose();
    aside?.addEventListener('keydown', close);
    return () => aside?.removeEventListener('keydown', close);
  }, [onClose]);
  // The way back is the grid's own tab stop: the row that was opened.
  useEffect(() => {
    panel.current?.focus();
    return () => document.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')?.focus({ preventScroll: true });
  }, []);
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label="Details"
      className="flex w-[340px] shrink-0 flex-col overflow-y-auto border-l border-line bg-panel outline-none"
    >
      <div className="flex items-center justify-between gap-2 pt-3 pr-2 pl-4">
        <h2 className="truncate text-[15px] font-semibold">{title}</h2>
        <button
          type="button"
          aria-label="Close details"
          className="grid size-8 shrink-0 place-items-center rounded-[7px] hover:bg-sunken"
          onClick={onClose}
        >
          <X aria-hidden className="size-4" />
        </button>
      </div>
      <Suspense>
        <DealDetail id={id} />
      </Suspense>
    </aside>
  );
}
