import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { LazySheet } from './lazy-sheet.tsx';

type RowStep = { readonly place: string; readonly onStep: (by: 1 | -1) => void };

type DetailPanelProps = {
  readonly title: string;
  /** Its name for screen readers, if not "Details". */
  readonly name?: string;
  readonly wide: boolean;
  /** Its position in the list, and the function that moves to its neighbors; the children then show the title. */
  readonly step?: RowStep | undefined;
  /** Where the focus returns to: what opened the panel, which is the list's own tab stop. */
  readonly opener: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** The open record, next to its list, or over it on a narrow screen. Escape closes it and returns the focus. */
export function DetailPanel({ wide, ...panel }: DetailPanelProps) {
  if (wide) return <BesidePanel {...panel} />;
  const { title, step, opener, onClose, children } = panel;
  return (
    <LazySheet
      title={title}
      edge="right"
      tools={step && <StepButtons {...step} />}
      finalFocus={() => document.querySelector<HTMLElement>(opener) ?? true}
      onClose={onClose}
    >
      {children}
    </LazySheet>
  );
}

function BesidePanel(props: Omit<DetailPanelProps, 'wide'>) {
  const { title, name = 'Details', step, opener, onClose, children } = props;
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
      className="flex w-85 shrink-0 flex-col border-l border-line bg-ground outline-none full:w-100"
    >
      <div className="flex h-11 shrink-0 items-center gap-1 border-b border-line pr-2.5 pl-5 text-ink-3">
        {step ? <StepButtons {...step} /> : <h2 className="grow truncate text-15 font-semibold text-ink">{title}</h2>}
        <IconButton Icon={X} label={`Close ${name.toLowerCase()}`} onPress={onClose} />
      </div>
      <div className="min-h-0 grow scroll-y">{children}</div>
    </aside>
  );
}

const StepButtons = ({ place, onStep }: RowStep) => (
  <>
    <span className="grow tabular-nums">{place}</span>
    <IconButton Icon={ChevronUp} label="Previous row" onPress={() => onStep(-1)} />
    <IconButton Icon={ChevronDown} label="Next row" onPress={() => onStep(1)} />
  </>
);
