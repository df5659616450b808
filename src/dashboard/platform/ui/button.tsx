import type { ComponentProps } from 'react';
import type { LucideIcon } from 'lucide-react';

const variants = {
  primary:
    'border-transparent bg-accent text-on-accent hover:bg-accent/92 aria-disabled:bg-line aria-disabled:text-ink-2',
  plain: 'border-line-2 bg-panel text-ink shadow-xs hover:bg-sunken aria-disabled:border-line aria-disabled:text-ink-3',
  ghost: 'border-transparent text-ink-2 hover:bg-sunken hover:text-ink aria-disabled:text-ink-3',
};

type ButtonProps = ComponentProps<'button'> & { readonly variant?: keyof typeof variants };

const buttonShape =
  'inline-flex h-7.5 items-center gap-1.5 rounded-md border px-2.5 font-medium whitespace-nowrap max-tablet:min-h-10 tiny:h-auto tiny:whitespace-normal';

/** The look of a link that is the one thing to do. */
export const primaryLink = `${buttonShape} ${variants.primary}`;

export function Button({ variant = 'plain', className = '', ...rest }: ButtonProps) {
  return <button type="button" className={`${buttonShape} ${variants[variant]} ${className}`} {...rest} />;
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'onClick'> & {
  readonly Icon: LucideIcon;
  readonly label: string;
  readonly isSmall?: boolean;
  readonly onPress: () => void;
};

/** A button with only an icon; its label is also the tooltip. With `aria-disabled` it keeps the focus. */
export function IconButton({ Icon, label, isSmall = false, onPress, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`grid shrink-0 place-items-center text-ink-2 hover:bg-sunken hover:text-ink max-tablet:size-11 aria-disabled:text-ink-3 ${isSmall ? 'size-6 rounded-[5px]' : 'size-8 rounded-[7px]'}`}
      {...rest}
      onClick={() => rest['aria-disabled'] === true || onPress()}
    >
      <Icon aria-hidden className={isSmall ? 'size-3.5' : 'size-4'} />
    </button>
  );
}

type KeyCapProps = {
  readonly children: string;
  /** Hidden on a narrow screen, which needs the space. */
  readonly isHint?: true;
};

/** A key as printed on the keyboard. */
export function KeyCap({ children, isHint }: KeyCapProps) {
  return (
    <kbd
      className={`inline-grid h-4.5 min-w-4.5 place-items-center rounded border border-line-2 bg-panel px-1 font-sans text-11 leading-none font-medium text-ink-2 ${isHint ? 'max-tablet:hidden' : ''}`}
    >
      {children}
    </kbd>
  );
}
