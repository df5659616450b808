import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { useScreenActions } from './use-screen-actions.ts';

type ActionButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'children'> & {
  readonly Icon?: LucideIcon;
  readonly onPress: () => void;
  /** What it does, which is also its name in the command palette. */
  readonly children: string;
};

/** A free button of a screen, which the command palette lists while the button can be pressed. */
export function ActionButton({ Icon, onPress, children, ...rest }: ActionButtonProps) {
  const isOff = rest.disabled === true || rest['aria-disabled'] === true;
  useScreenActions(isOff ? [] : [{ name: children, keys: rest['aria-keyshortcuts'], run: onPress }]);
  return (
    <Button {...rest} onClick={() => isOff || onPress()}>
      {Icon && <Icon aria-hidden className="size-3.5" />}
      {children}
    </Button>
  );
}
