import { Popover } from '@base-ui/react/popover';
import { type ReactNode, type RefObject, useRef } from 'react';

type OverflowPopupProps = {
  readonly label: string;
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/**
 * The actions of an overflow menu. A free one closes it; a priced one may ask first, which then closes it. A sheet
 * belongs to the menu that opened it, so the menu waits until the focus returns from there.
 */
export function OverflowPopup({ label, anchor, onClose, children }: OverflowPopupProps) {
  const hasSheet = useRef(false);
  return (
    <Popover.Root open onOpenChange={(open) => open || onClose()}>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} align="end" sideOffset={6} className="z-20">
          <Popover.Popup
            aria-label={label}
            finalFocus={anchor}
            className="grid max-w-[94vw] justify-items-start gap-1.5 rounded-[10px] border border-line bg-panel p-2.5 shadow-popup outline-none"
            onClick={({ target, defaultPrevented }) => {
              const button = target instanceof Element ? target.closest('button') : null;
              if (!button || defaultPrevented || hasSheet.current) return;
              if (button.ariaHasPopup === 'dialog') hasSheet.current = true;
              else onClose();
            }}
            onFocus={({ target, currentTarget }) => {
              if (hasSheet.current && currentTarget.contains(target)) onClose();
            }}
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
