import { LoaderCircle } from 'lucide-react';
import { type ReactNode, type Ref, useId, useState } from 'react';
import { readConnected } from '../platform/http/connection.ts';
import { useIsViewer, viewerAdvice } from '../platform/http/membership.ts';
import { lazyPart } from '../platform/ui/lazy-part.tsx';
import { WithTooltip } from '../platform/ui/with-tooltip.tsx';
import { Button } from '../platform/ui/button.tsx';
import { SpendAuthorization } from './spend-authorization.ts';
import type { AffordablePart } from './confirm-purchase.tsx';
import { useJournal } from './journal.ts';
import { formatCredits } from './price.ts';
import { isCovered, type SpendingSession } from './session.ts';

const LazyConfirm = lazyPart(() => import('./confirm-purchase.tsx').then((module) => module.ConfirmPurchase));

/** A purchase that can cost more asks once more. */
const confirmAboveTenths = 500;

type PricedButtonProps = {
  /** The highest price in tenths; the authorization covers exactly this. */
  readonly tenths: number;
  readonly onConfirm: (authorization: SpendAuthorization) => void;
  readonly children: ReactNode;
  /** Says "up to", for a price that may turn out lower. */
  readonly upTo?: boolean;
  /** What the price covers, as a tooltip; blank where there is nothing to say now. */
  readonly plan?: string | undefined;
  /** What is bought, where the text of the button does not say it. */
  readonly what?: string;
  /** Finds the largest part that costs at most this many tenths, for a budget that does not cover the whole. */
  readonly findPart?: (leftTenths: number) => PurchasePart | undefined;
  readonly variant?: 'primary' | 'plain';
  readonly pending?: boolean;
  readonly disabled?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
};

/** A part of a purchase and what buys it. */
export type PurchasePart = AffordablePart & { readonly onConfirm: (authorization: SpendAuthorization) => void };

/**
 * With PricedItem the only control that authorizes spending. Its price is visible whenever it does: pressed while
 * partly out of view, it scrolls into view and waits for another press. Above 50 credits, over a budget, and where the
 * balance pays for a part alone, it asks once more.
 */
export function PricedButton(props: PricedButtonProps) {
  const { tenths, onConfirm, children, upTo, what, findPart, variant, pending, disabled, ref } = props;
  const planId = useId();
  const { session, meter } = useJournal();
  const [confirmAt, setConfirmAt] = useState<Element>();
  /** A touch screen shows no tooltip. */
  const [isAdviceShown, setAdviceShown] = useState(false);
  const isViewer = useIsViewer() && tenths > 0;
  const plan = isViewer ? viewerAdvice : props.plan;
  const inert = disabled === true || pending === true || isViewer;
  const quote = tenths === 0 ? 'free' : `${upTo === true ? 'up to ' : ''}${formatCredits(tenths)}`;
  const button = (
    <Button
      ref={ref}
      variant={variant ?? 'plain'}
      // Not `disabled`, which would take the focus away.
      aria-disabled={inert}
      aria-busy={pending === true}
      aria-describedby={plan ? planId : undefined}
      // The palette reads it.
      data-tenths={tenths}
      onClick={({ currentTarget, detail }) => {
        // The keyboard scrolls what it focuses into view, and the palette names the price itself.
        const isPointed = detail > 0;
        if (isViewer) setAdviceShown(true);
        if (inert || (isPointed && scrollIntoFullView(currentTarget))) return;
        const left = meter.balance.kind === 'known' ? meter.balance.tenths : Infinity;
        const isPartOffered = left < tenths && findPart?.(left) !== undefined;
        if (isPartOffered || needsConfirmation(session, tenths)) setConfirmAt(currentTarget);
        else onConfirm(SpendAuthorization.issue(tenths));
      }}
    >
      {pending && <LoaderCircle aria-hidden className="size-3.5 animate-spin" />}
      <WithPrice
        price={quote}
        ink={variant === 'primary' && !inert ? 'ml-0.5 border-l border-current/28 pl-2' : 'text-ink-3'}
      >
        {children}
      </WithPrice>
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
      {confirmAt && (
        <LazyConfirm
          anchor={confirmAt}
          what={what ?? children}
          tenths={tenths}
          findPart={findPart}
          onClose={() => setConfirmAt(undefined)}
          onConfirm={(part) => {
            setConfirmAt(undefined);
            const bought = part && findPart?.(part.tenths);
            if (bought) bought.onConfirm(SpendAuthorization.issue(part.tenths));
            else if (!part) onConfirm(SpendAuthorization.issue(tenths));
          }}
        />
      )}
    </>
  );
}

function needsConfirmation(session: SpendingSession, tenths: number): boolean {
  if (tenths > confirmAboveTenths) return true;
  // A lost request is repeated for free, so that the reservation must decide.
  const mayRepeat = readConnected()?.service === 'own' && session.pending.some(({ step }) => step === 'lost');
  return !mayRepeat && !isCovered(session, tenths, Date.now());
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
      <span data-price className={`text-11.5 font-normal tabular-nums ${ink}`}>
        {price}
      </span>
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
