import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';

type SheetProps = {
  readonly title: string;
  /** `isEscape` if it was closed with Escape. */
  readonly onClose: (isEscape: boolean) => void;
  readonly children: ReactNode;
  /** The edge that it slides in from; by default it is a small dialog in the center. */
  readonly edge?: 'left' | 'right';
  /** More controls in its head; the children then show the title. */
  readonly tools?: ReactNode;
  /** What is focused when it opens; by default its first control. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** What is focused when it closes; by default, and for true, what was focused before. */
  readonly finalFocus?: () => HTMLElement | true;
};

const places = {
  left: 'inset-y-0 left-0 w-[min(22.5rem,92vw)] border-r',
  right: 'inset-y-0 right-0 w-[min(30rem,100vw)] border-l',
  middle: 'top-1/2 left-1/2 w-[min(27.5rem,92vw)] -translate-1/2 rounded-[10px] border',
};

/** A dialog that traps the focus until it is closed with Escape, its button or a press outside it. */
export function Sheet({ title, onClose, children, edge, tools, initialFocus, finalFocus }: SheetProps) {
  return (
    <Dialog.Root open onOpenChange={(open, { reason }) => open || onClose(reason === 'escape-key')}>
      <Dialog.Portal>
        <Dialog.Backdrop className={`fixed inset-0 z-20 ${edge === 'right' ? 'bg-black/8' : 'bg-black/45'}`} />
        <Dialog.Popup
          initialFocus={initialFocus}
          finalFocus={finalFocus}
          className={`fixed z-20 flex max-h-dvh flex-col border-line bg-panel shadow-popup outline-none ${places[edge ?? 'middle']}`}
        >
          <div className="flex h-12 shrink-0 items-center gap-1 border-b border-line pr-2 pl-4 text-ink-3">
            <Dialog.Title className={tools ? 'sr-only' : 'grow text-14 font-semibold text-ink'}>{title}</Dialog.Title>
            {tools}
            <Dialog.Close
              aria-label="Close"
              className="grid size-8 place-items-center rounded-[7px] text-ink hover:bg-sunken max-tablet:size-11"
            >
              <X aria-hidden className="size-4" />
            </Dialog.Close>
          </div>
          <div className="flex min-h-0 grow flex-col scroll-y">{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
