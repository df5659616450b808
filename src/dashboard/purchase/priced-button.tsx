import { LoaderCircle } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Button } from '../platform/ui/button.tsx';
import { bringInSight } from '../platform/ui/in-sight.ts';
import { SpendAuthorization } from './spend-authorization.ts';
import { toCredits } from './price.ts';

type PricedButtonProps = {
  /** What it is worth at most, in tenths; the act that it issues covers exactly this. */
  readonly tenths: number;
  readonly onConfirm: (authorization: SpendAuthorization) => void;
  readonly children: ReactNode;
  /** Says "up to", for a price that may turn out lower. */
  readonly upTo?: boolean;
  /** For a button whose price stands in a text beside it: the id of that text. */
  readonly pricedBy?: string;
  readonly look?: 'primary' | 'plain';
  readonly pending?: boolean;
  readonly disabled?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
};

/**
 * The button that issues acts, beside the priced row of a list the only way to spend. Its price is in sight whenever it
 * acts: pressed where it is cut off at an edge, it comes wholly in sight and waits for another press.
 */
export function PricedButton({
  tenths,
  onConfirm,
  children,
  upTo,
  pricedBy,
  look,
  pending,
  disabled,
  ref,
}: PricedButtonProps) {
  const inert = disabled === true || pending === true;
  const quote = `${upTo === true ? 'up to ' : ''}${toCredits(tenths)}`;
  return (
    <Button
      ref={ref}
      look={look ?? 'plain'}
      // Not `disabled`: a button that waits keeps the focus of the person who pressed it.
      aria-disabled={inert}
      aria-busy={pending === true}
      aria-describedby={pricedBy}
      // The palette names the price of what it presses here.
      data-tenths={tenths}
      onClick={({ currentTarget, detail }) => {
        // Keys, and the palette, press what has come in sight before or names its price itself.
        const isPointed = detail > 0;
        if (inert || (isPointed && bringInSight(currentTarget))) return;
        onConfirm(SpendAuthorization.issue(tenths));
      }}
    >
      {pending && <LoaderCircle aria-hidden className="size-3.5 animate-spin" />}
      {pricedBy === undefined ? (
        <WithPrice price={disabled === true && tenths === 0 ? 'all bought' : quote}>{children}</WithPrice>
      ) : (
        children
      )}
    </Button>
  );
}

/** The comma is for the ear alone: "Company names, 23 credits". */
function WithPrice({ children, price }: { readonly children: ReactNode; readonly price: string }) {
  return (
    <>
      <span>
        {children}
        <span className="text-[0px]">,</span>
      </span>
      <span data-price className="text-[11.5px] font-normal text-ink-3 tabular-nums">
        {price}
      </span>
    </>
  );
}
