import { LoaderCircle } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';
import { WithTooltip } from '../platform/ui/with-tooltip.tsx';
import { Button } from '../platform/ui/button.tsx';
import { SpendAuthorization } from './spend-authorization.ts';
import { formatCredits } from './price.ts';

type PricedButtonProps = {
  /** The highest price in tenths; the authorization covers exactly this. */
  readonly tenths: number;
  readonly onConfirm: (authorization: SpendAuthorization) => void;
  readonly children: ReactNode;
  /** Says "up to", for a price that may turn out lower. */
  readonly upTo?: boolean;
  /** What the price covers, as a tooltip; blank where there is nothing to say now. */
  readonly plan?: string | undefined;
  readonly look?: 'primary' | 'plain';
  readonly pending?: boolean;
  readonly disabled?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
};

/**
 * With PricedItem the only control that authorizes spending. Its price is visible whenever it does: pressed while partly
 * out of view, it scrolls into view and waits for another press.
 */
export function PricedButton({
  tenths,
  onConfirm,
  children,
  upTo,
  plan,
  look,
  pending,
  disabled,
  ref,
}: PricedButtonProps) {
  const planId = useId();
  const inert = disabled === true || pending === true;
  const quote = tenths === 0 ? 'free' : `${upTo === true ? 'up to ' : ''}${formatCredits(tenths)}`;
  const button = (
    <Button
      ref={ref}
      look={look ?? 'plain'}
      // Not `disabled`, which would take the focus away.
      aria-disabled={inert}
      aria-busy={pending === true}
      aria-describedby={plan ? planId : undefined}
      // The palette reads it.
      data-tenths={tenths}
      onClick={({ currentTarget, detail }) => {
        // The keyboard scrolls what it focuses into view, and the palette names the price itself.
        const isPointed = detail > 0;
        if (inert || (isPointed && bringInSight(currentTarget))) return;
        onConfirm(SpendAuthorization.issue(tenths));
      }}
    >
      {pending && <LoaderCircle aria-hidden className="size-3.5 animate-spin" />}
      <WithPrice
        price={disabled === true && tenths === 0 ? 'all unlocked' : quote}
        ink={look === 'primary' && !inert ? '' : 'text-ink-3'}
      >
        {children}
      </WithPrice>
    </Button>
  );
  return plan === undefined ? (
    button
  ) : (
    <WithTooltip id={planId} text={plan}>
      {button}
    </WithTooltip>
  );
}

/** The comma is for screen readers: "Company names, 23 credits". */
function WithPrice({
  children,
  price,
  ink,
}: {
  readonly children: ReactNode;
  readonly price: string;
  readonly ink: string;
}) {
  return (
    <>
      <span>
        {children}
        <span className="text-[0px]">,</span>
      </span>
      <span data-price className={`text-[11.5px] font-normal tabular-nums ${ink}`}>
        {price}
      </span>
    </>
  );
}

/** Brings a control that is cut off wholly in sight; false where nothing moved because it stood there already. */
export function bringInSight(control: Element): boolean {
  const before = control.getBoundingClientRect();
  control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const after = control.getBoundingClientRect();
  return Math.hypot(after.left - before.left, after.top - before.top) > 2;
}
