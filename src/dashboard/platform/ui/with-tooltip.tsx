import { useState, type ReactNode } from 'react';

type WithTooltipProps = { readonly id: string; readonly text: string; readonly children: ReactNode };

/** A control with a sentence above it while it is hovered or focused by keyboard; Escape hides it. */
export function WithTooltip({ id, text, children }: WithTooltipProps) {
  const [isHidden, setHidden] = useState(false);
  return (
    // The control inside is what is focused and pressed.
    <span
      role="presentation"
      className="group relative inline-flex"
      onKeyDown={({ key }) => key === 'Escape' && setHidden(true)}
      onPointerLeave={() => setHidden(false)}
      onBlur={() => setHidden(false)}
    >
      {children}
      {text !== '' && !isHidden && (
        <span
          role="tooltip"
          id={id}
          className="absolute bottom-full left-0 z-50 mb-1.5 hidden w-max max-w-64 rounded-[7px] border border-line bg-panel px-2.5 py-1.5 text-12 text-ink shadow-popup group-hover:block [:focus-visible~&]:block"
        >
          {text}
        </span>
      )}
    </span>
  );
}
