import { LoaderCircle } from 'lucide-react';
import { type RefObject, useId, useRef, useState } from 'react';
import { useIsMetered } from '../platform/http/connection.ts';
import { useIsViewer, viewerAdvice } from '../platform/http/membership.ts';
import { WithTooltip } from '../platform/ui/with-tooltip.tsx';
import { Button } from '../platform/ui/button.tsx';
import { useScreenActions } from '../platform/ui/use-screen-actions.ts';
import { SpendAuthorization } from './spend-authorization.ts';
import type { AffordablePart } from './confirm-purchase.tsx';
import { getAffordableTenths, useBalance } from './balance.ts';
import { isCovered, useBudget } from './budget.ts';
import { formatCredits } from './price.ts';
import { ConfirmPurchase } from './confirm-purchase.tsx';

/** A purchase that can cost more asks once more. */
const confirmAboveTenths = 500;

type PricedButtonProps = {
  /** The highest price in tenths; the authorization covers exactly this. */
  readonly tenths: number;
  readonly onConfirm: (authorization: SpendAuthorization) => void;
  /** What it does, which is also its name in the command palette. */
  readonly children: string;
  /** Whether the command palette lists it, at this price. */
  readonly isListed?: boolean;
  /** Says "up to", for a price that may turn out lower. */
  readonly upTo?: boolean;
  /** What the price covers, as a tooltip; blank where there is nothing to say now. */
  readonly plan?: string | undefined;
  /** What is bought, where the text of the button does not say it. */
  readonly what?: string;
  /** Finds the largest part that costs at most this many tenths, for a budget that does not cover the whole. */
  readonly findPart?: (leftTenths: number) => PurchasePart | undefined;
  /** Whether the user was told that an earlier try may have been charged, so that this one is sent all the same. */
  readonly repeat?: boolean;
  readonly variant?: 'primary' | 'plain';
  readonly pending?: boolean;
  readonly disabled?: boolean;
  readonly ref?: RefObject<HTMLButtonElement | null> | undefined;
};

/** A part of a purchase and what buys it. */
export type PurchasePart = AffordablePart & { readonly onConfirm: (authorization: SpendAuthorization) => void };

/**
 * With PricedItem the only control that authorizes spending. Its price is visible whenever it does: pressed while
 * partly out of view, it scrolls into view and waits for another press. Above 50 credits, over a budget, and where the
 * balance pays for a part alone, it asks once more. Where the account is not metered it is a button without a price.
 */
export function PricedButton(props: PricedButtonProps) {
  const { onConfirm, children, upTo, what, findPart, repeat = false, variant, pending, disabled } = props;
  const { isListed = false, plan: covered, ref } = props;
  const own = useRef<HTMLButtonElement>(null);
  const control = ref ?? own;
  const isMetered = useIsMetered();
  const tenths = isMetered ? props.tenths : 0;
  const planId = useId();
  const budget = useBudget();
  const affordable = getAffordableTenths(useBalance());
  const [isConfirming, setConfirming] = useState(false);
  /** A touch screen shows no tooltip. */
  const [isAdviceShown, setAdviceShown] = useState(false);
  const isViewer = useIsViewer() && tenths > 0;
  const plan = isViewer ? viewerAdvice : isMetered ? covered : undefined;
  const inert = disabled === true || pending === true || isViewer;
  const quote = tenths === 0 ? 'free' : `${upTo === true ? 'up to ' : ''}${formatCredits(tenths)}`;
  const press = () => {
    const isPartOffered = affordable < tenths && findPart?.(affordable) !== undefined;
    if (isPartOffered || tenths > confirmAboveTenths || !isCovered(budget, tenths)) setConfirming(true);
    else onConfirm(SpendAuthorization.issue(tenths, repeat));
  };
  useScreenActions(isListed && !inert ? [{ name: children, tenths, run: press }] : [], control);
  const button = (
    <Button
      ref={control}
      variant={variant ?? 'plain'}
      // Not `disabled`, which would take the focus away.
      aria-disabled={inert}
      aria-busy={pending === true}
      aria-describedby={plan ? planId : undefined}
      onClick={(event) => {
        // A menu around it stays, because it may ask first.
        event.preventDefault();
        // The keyboard scrolls what it focuses into view.
        const isPointed = event.detail > 0;
        if (isViewer) setAdviceShown(true);
        if (inert || (isPointed && scrollIntoFullView(event.currentTarget))) return;
        press();
      }}
    >
      {pending && <LoaderCircle aria-hidden className="size-3.5 animate-spin" />}
      {isMetered ? (
        <WithPrice
          price={quote}
          ink={variant === 'primary' && !inert ? 'ml-0.5 border-l border-current/28 pl-2' : 'text-ink-3'}
        >
          {children}
        </WithPrice>
      ) : (
        children
      )}
    </Button>
  );
  return (
    <>
      {plan === undefined ? (
        button
      ) : (
        <WithTooltip id={planId} text={plan}>
          {button}
        </WithTooltip>
      )}
      {isViewer && isAdviceShown && (
        <output className="basis-full text-12 whitespace-normal text-ink-2">{viewerAdvice}</output>
      )}
      {isConfirming && (
        <ConfirmPurchase
          anchor={control}
          what={what ?? children}
          tenths={tenths}
          findPart={findPart}
          onClose={() => setConfirming(false)}
          onConfirm={(part) => {
            setConfirming(false);
            const bought = part && findPart?.(part.tenths);
            if (bought) bought.onConfirm(SpendAuthorization.issue(part.tenths, repeat));
            else if (!part) onConfirm(SpendAuthorization.issue(tenths, repeat));
          }}
        />
      )}
    </>
  );
}

/** The comma is for screen readers: "Company names, 23 credits". */
function WithPrice({
  children,
  price,
  ink,
}: {
  readonly children: string;
  readonly price: string;
  readonly ink: string;
}) {
  return (
    <>
      <span>
        {children}
        <span className="text-[0px]">,</span>
      </span>
      <span className={`text-11.5 font-normal tabular-nums ${ink}`}>{price}</span>
    </>
  );
}

/** Scrolls a control that is cut off into view; false where nothing moved because it was in view already. */
function scrollIntoFullView(control: Element): boolean {
  const before = control.getBoundingClientRect();
  control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const after = control.getBoundingClientRect();
  return Math.hypot(after.left - before.left, after.top - before.top) > 2;
}
