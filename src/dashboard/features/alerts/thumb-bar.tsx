import { Bookmark, PanelRightOpen, Undo2, X } from 'lucide-react';
import type { ReactNode } from 'react';

type ThumbBarProps = {
  /** Who the buttons are about. */
  readonly name: string;
  readonly canUndo: boolean;
  readonly onVerdict: (verdict: 'shortlist' | 'pass') => void;
  readonly onUndo: () => void;
  readonly onOpen: () => void;
};

/** The decisions where the thumb of a narrow screen is; each goes on to the next deal. */
export function ThumbBar({ name, canUndo, onVerdict, onUndo, onOpen }: ThumbBarProps) {
  return (
    <fieldset
      aria-label={`Decide about ${name}`}
      className="grid shrink-0 grid-cols-[1fr_auto_auto_1fr] gap-1.5 border-t border-line bg-panel px-3 py-2"
    >
      <Thumb onPress={() => onVerdict('pass')}>
        <X aria-hidden className="size-4" />
        Pass
      </Thumb>
      <Thumb quiet disabled={!canUndo} onPress={onUndo}>
        <Undo2 aria-hidden className="size-4" />
        <span className="sr-only">Undo</span>
      </Thumb>
      <Thumb quiet onPress={onOpen}>
        <PanelRightOpen aria-hidden className="size-4" />
        <span className="sr-only">Open {name}</span>
      </Thumb>
      <Thumb onPress={() => onVerdict('shortlist')}>
        <Bookmark aria-hidden className="size-4" />
        Shortlist
      </Thumb>
    </fieldset>
  );
}

type ThumbProps = {
  readonly quiet?: boolean;
  readonly disabled?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
};

function Thumb({ quiet, disabled, onPress, children }: ThumbProps) {
  return (
    <button
      type="button"
      aria-disabled={disabled === true}
      className={`inline-flex h-11 items-center justify-center gap-2 rounded-[9px] border font-[550] aria-disabled:text-ink-3 ${
        quiet === true ? 'w-12 border-transparent text-ink-2' : 'border-edge bg-panel'
      }`}
      onClick={() => disabled !== true && onPress()}
    >
      {children}
    </button>
  );
}
