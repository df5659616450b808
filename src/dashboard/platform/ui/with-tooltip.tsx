import { type SyntheticEvent, useState, type ReactNode } from 'react';

type WithTooltipProps = { readonly id: string; readonly text: string; readonly children: ReactNode };

/** Room for four lines. */
const roomAbove = 92;

/**
 * A control with a sentence next to it while it is hovered or focused by keyboard: above it, or below where the page has
 * no room. Escape or a press hides it.
 */
export function WithTooltip({ id, text, children }: WithTooltipProps) {
  const [isHidden, setHidden] = useState(false);
  const [isBelow, setBelow] = useState(false);
  const place = ({ currentTarget }: SyntheticEvent) => setBelow(currentTarget.getBoundingClientRect().top < roomAbove);
  const show = () => setHidden(false);
  return (
    // The control inside is what is focused and pressed.
    <span
      role="presentation"
      className="group relative inline-flex"
      onKeyDown={({ key }) => key === 'Escape' && setHidden(true)}
      onClick={() => setHidden(true)}
      onPointerEnter={place}
      onFocus={place}
      onPointerLeave={show}
      onBlur={show}
    >
      {children}
      {text !== '' && !isHidden && (
        <span
          role="tooltip"
          id={id}
          className={`absolute left-0 z-50 hidden w-max max-w-64 rounded-[7px] border border-line bg-panel px-2.5 py-1.5 text-12 text-ink shadow-popup group-hover:block [:focus-visible~&]:block ${isBelow ? 'top-full mt-1.5' : 'bottom-full mb-1.5'}`}
        >
          {text}
        </span>
      )}
    </span>
  );
}
