import { Popover } from '@base-ui/react/popover';
import { type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react';

type OverflowPopupProps = {
  readonly label: string;
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

const items = 'a[href], button:not([disabled]), select, input';

/** Arrow keys, Home and End move between the items, except inside a field that uses them. */
function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  const target = event.target as Element;
  const isField = target.matches('select, input:not([type="checkbox"])');
  if (isField || event.altKey || event.ctrlKey || event.metaKey) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(items)];
  const at = all.findIndex((item) => item === target);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  all.at(next % all.length)?.focus();
}

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
            className="menu-list grid max-w-[94vw] min-w-52 gap-0.5 rounded-[10px] border border-line bg-panel p-1.5 shadow-popup outline-none"
            onKeyDown={moveInMenu}
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
