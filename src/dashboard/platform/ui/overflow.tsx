import { Ellipsis } from 'lucide-react';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import { lazyPart } from './lazy-part.tsx';

const OverflowPopup = lazyPart(() =>
  import('./overflow-popup.tsx').then((module) => ({ default: module.OverflowPopup })),
);

type OverflowProps = {
  /** Whether there is room for the actions themselves. */
  readonly isInline?: boolean;
  /** What the menu has. */
  readonly label: string;
  readonly children: ReactNode;
};

/** Actions in a line, or behind one button where the line would be cut off. */
export function Overflow({ isInline = false, label, children }: OverflowProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (isInline) return children;
  return (
    <>
      <IconButton ref={button} Icon={Ellipsis} label={label} onPress={() => setOpen(true)} />
      {open && (
        <Suspense>
          <OverflowPopup label={label} anchor={button} onClose={() => setOpen(false)}>
            {children}
          </OverflowPopup>
        </Suspense>
      )}
    </>
  );
}
