import { Popover } from '@base-ui/react/popover';
import { Link } from '@tanstack/react-router';
import { type RefObject, useRef } from 'react';
import { Button } from '../platform/ui/button.tsx';
import { useBalance } from './balance.ts';
import { budgetNames, describeBudgetLeft, getBudgetLeft, useBudget } from './budget.ts';
import { formatCredits } from './price.ts';

/** The part of a purchase that the budgets and the balance cover. */
export type AffordablePart = { readonly name: string; readonly tenths: number };

type ConfirmPurchaseProps = {
  /** The button that was pressed. */
  readonly anchor: RefObject<HTMLButtonElement | null>;
  /** What is bought. */
  readonly what: string;
  readonly tenths: number;
  /** Finds the largest part of the purchase that costs at most this many tenths. */
  readonly findPart: ((leftTenths: number) => AffordablePart | undefined) | undefined;
  readonly onConfirm: (part?: AffordablePart) => void;
  readonly onClose: () => void;
};

/**
 * Asks for confirmation at a priced button: before an expensive purchase, and if a budget does not cover all of it.
 * Offers only the part that a budget or the balance covers, where there is one.
 */
export function ConfirmPurchase({ anchor, what, tenths, findPart, onConfirm, onClose }: ConfirmPurchaseProps) {
  const balance = useBalance();
  const first = useRef<HTMLButtonElement>(null);
  const left = getBudgetLeft(useBudget());
  const isOver = left !== undefined && left.tenths < tenths;
  // A purchase without a smaller part may still cost less than its highest price: there the service decides.
  const short = !isOver && balance.kind === 'known' && balance.tenths < tenths ? balance : undefined;
  const part = isOver ? findPart?.(left.tenths) : short && findPart?.(short.tenths);
  const rest = short
    ? `Only ${formatCredits(short.tenths)} ${short.tenths === 10 ? 'is' : 'are'} left on the account.`
    : left
      ? `${formatCredits(left.tenths - tenths)} of ${budgetNames[left.of]} stay.`
      : balance.kind === 'known'
        ? `${formatCredits(Math.max(0, balance.tenths - tenths))} stay on the account.`
        : '';
  return (
    <Popover.Root open onOpenChange={(open) => open || onClose()}>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} side="top" align="start" sideOffset={6} className="z-50">
          <Popover.Popup
            initialFocus={first}
            finalFocus={anchor}
            className="grid max-w-[min(27.5rem,94vw)] grid-cols-1 gap-2.5 rounded-[10px] border border-line bg-panel p-3 text-13 shadow-popup outline-none"
          >
            <Popover.Title className="font-semibold">{isOver ? 'Over budget' : what}</Popover.Title>
            <p className="text-ink-2 tabular-nums">
              {isOver
                ? `This costs up to ${formatCredits(tenths)}. ${describeBudgetLeft(left)}`
                : `This costs up to ${formatCredits(tenths)}. ${rest} It cannot be undone.`}
            </p>
            <div className="flex flex-wrap items-center gap-2 *:h-auto *:py-1 *:whitespace-normal">
              {!isOver && !part && (
                <Button ref={first} variant="primary" onClick={() => onConfirm()}>
                  Spend up to {formatCredits(tenths)}
                </Button>
              )}
              {part && (
                <Button ref={first} variant="primary" onClick={() => onConfirm(part)}>
                  {part.name}, up to {formatCredits(part.tenths)}
                </Button>
              )}
              <Button ref={isOver && !part ? first : undefined} onClick={onClose}>
                Cancel
              </Button>
              {isOver && (
                <Link to="/settings" className="px-1 text-ink-2 underline hover:text-ink">
                  Change the budget
                </Link>
              )}
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
