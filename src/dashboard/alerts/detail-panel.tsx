import { X } from 'lucide-react';
import { Suspense, useEffect, useRef, type ReactNode } from 'react';
import { LazySheet } from '../ui/lazy-sheet.tsx';

type DetailPanelProps = {
  readonly id: string;
  readonly title: string;
  readonly wide: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** The details beside the feed, or over it on a narrow screen; Escape closes them and gives the focus back. */
export function DetailPanel({ id, title, wide, onClose, children }: DetailPanelProps) {
  if (wide) {
    return (
      <SidePanel title={title} onClose={onClose}>
        <div key={id} className="grid">
          {children}
        </div>
      </SidePanel>
    );
  }
  return (
    <Suspense>
      <LazySheet title={title} edge="right" onClose={onClose}>
        {children}
      </LazySheet>
    </Suspense>
  );
}

function SidePanel({ title, onClose, children }: Pick<DetailPanelProps, 'title' | 'onClose' | 'children'>) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const aside = panel.current;
    const close = ({ key }: KeyboardEvent) => key === 'Escape' && onClose();
    aside?.addEventListener('keydown', close);
    return () => aside?.removeEventListener('keydown', close);
  }, [onClose]);
  useEffect(() => {
    panel.current?.focus();
    return () => document.querySelector<HTMLElement>('[role="feed"] > article[tabindex="0"]')?.focus();
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
      {children}
    </aside>
  );
}
