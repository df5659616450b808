import { X } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import type { LoggedCall } from '../spend/logged-call.ts';
import { LazySheet } from '../ui/lazy-sheet.tsx';
import { Inspector } from './inspector.tsx';

type InspectorPanelProps = {
  readonly call: LoggedCall;
  readonly wide: boolean;
  readonly onClose: () => void;
};

/** The inspector beside the table, or over it on a narrow screen; the focus comes in and goes back to its row. */
export function InspectorPanel({ call, wide, onClose }: InspectorPanelProps) {
  if (wide) return <SidePanel key={call.id} call={call} onClose={onClose} />;
  return (
    <Suspense>
      <LazySheet title="Inspector" edge="right" onClose={onClose}>
        <Inspector call={call} />
      </LazySheet>
    </Suspense>
  );
}

function SidePanel({ call, onClose }: Omit<InspectorPanelProps, 'wide'>) {
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
      aria-label="Inspector"
      className="flex w-[400px] shrink-0 flex-col overflow-y-auto border-l border-line bg-panel outline-none"
    >
      <div className="flex items-center justify-between gap-2 pt-3 pr-2 pl-4">
        <h2 className="text-[15px] font-semibold">Inspector</h2>
        <button
          type="button"
          aria-label="Close the inspector"
          className="grid size-8 shrink-0 place-items-center rounded-[7px] hover:bg-sunken"
          onClick={onClose}
        >
          <X aria-hidden className="size-4" />
        </button>
      </div>
      <Inspector call={call} />
    </aside>
  );
}
