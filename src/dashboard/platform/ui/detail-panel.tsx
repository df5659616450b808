import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { Fragment, useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { Sheet } from './sheet.tsx';
import { useKeepFocus } from './use-browser.ts';

type RowStep = { readonly place: string; readonly onStep: (by: 1 | -1) => void };

type DetailPanelProps = {
  /** The id of the open record; another one starts the children anew. */
  readonly id: string;
  readonly title: string;
  /** Its name for screen readers, if not "Details". */
  readonly name?: string;
  readonly wide: boolean;
  /** Its position in the list, and the function that moves to its neighbors; the children then show the title. */
  readonly step?: RowStep | undefined;
  /** Finds where the focus returns to: what opened the panel, or the list's own tab stop. */
  readonly opener: () => HTMLElement | null | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** The open record, next to its list, or over it on a narrow screen. Escape closes it and returns the focus. */
export function DetailPanel({ wide, ...panel }: DetailPanelProps) {
  if (wide) return <BesidePanel {...panel} />;
  const { id, title, step, opener, onClose, children } = panel;
  return (
    <Sheet
      title={title}
      edge="right"
      tools={step && <StepButtons {...step} />}
      finalFocus={() => opener() ?? true}
      onClose={onClose}
    >
      <Fragment key={id}>{children}</Fragment>
    </Sheet>
  );
}

function BesidePanel(props: Omit<DetailPanelProps, 'wide'>) {
  const { id, title, name = 'Details', step, opener, onClose, children } = props;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const aside = panel.current;
    const close = ({ key }: KeyboardEvent) => key === 'Escape' && onClose();
    aside?.addEventListener('keydown', close);
    return () => aside?.removeEventListener('keydown', close);
  }, [onClose]);
  const returnFocus = useEffectEvent(() => opener()?.focus({ preventScroll: true }));
  useEffect(() => {
    panel.current?.focus();
    return () => returnFocus();
  }, []);
  // The next record takes the controls of the one before away.
  useKeepFocus(panel, id);
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
      <div className="min-h-0 grow scroll-y">
        <Fragment key={id}>{children}</Fragment>
      </div>
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
