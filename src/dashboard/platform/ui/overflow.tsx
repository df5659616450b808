import { Ellipsis } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button, IconButton } from './button.tsx';
import { OverflowPopup } from './overflow-popup.tsx';

type OverflowProps = {
  /** Whether there is room for the actions themselves. */
  readonly isInline?: boolean;
  /** What the menu contains. */
  readonly label: string;
  /** The content of the button; three dots by default. */
  readonly face?: ReactNode;
  readonly variant?: 'plain' | 'ghost';
  /** Whether it is open, where something else opens it, too. */
  readonly open?: boolean;
  readonly onOpen?: (open: boolean) => void;
  readonly children: ReactNode;
};

/** Actions in a row, or behind one button if the row would be cut off. */
export function Overflow({ isInline = false, label, face, variant = 'plain', children, ...shared }: OverflowProps) {
  const [isOpen, onOpen] = useState(false);
  const { open, onOpen: setOpen } = { open: isOpen, onOpen, ...shared };
  const button = useRef<HTMLButtonElement>(null);
  if (isInline) return children;
  return (
    <>
      {face === undefined ? (
        <IconButton ref={button} Icon={Ellipsis} label={label} onPress={() => setOpen(true)} />
      ) : (
        <Button ref={button} variant={variant} aria-haspopup="dialog" className="min-w-0" onClick={() => setOpen(true)}>
          {face}
        </Button>
      )}
      {open && (
        <OverflowPopup label={label} anchor={button} onClose={() => setOpen(false)}>
          {children}
        </OverflowPopup>
      )}
    </>
  );
}
