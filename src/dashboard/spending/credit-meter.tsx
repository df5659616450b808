import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Budget } from '#contract/workspace/budget.ts';
import { Sheet } from '../platform/ui/sheet.tsx';
import { formatCount } from '../platform/format.ts';
import { useIsMetered, useOwnCredits } from '../platform/http/connection.ts';
import { MeteringChoice } from './metering-choice.tsx';
import { formatBalance, formatBalanceTime, type ShownBalance, useBalance } from './balance.ts';
import { getBudgetLeft, useBudget } from './budget.ts';
import { formatCost, formatCreditFigure, useCreditPrice } from './price.ts';
import { unconfirmedQuery } from './purchases.ts';
import { WaitLine } from './wait-line.tsx';
import { Spending } from './spending.tsx';

const loadingFigures = { tenths: 0, monthly: null, purchased: null };

type MeterPlace = 'sidebar' | 'rail' | 'phone';

const placeStyles: Record<MeterPlace, string> = {
  sidebar: 'text-left',
  rail: 'px-0 text-center',
  phone: 'text-right whitespace-nowrap',
};

/**
 * The credit meter: credits left and used in this session, as the service reported them, or that the account is free. It
 * opens the spending sheet. A rail has room for the credits left only.
 */
export function CreditMeter({ place }: { readonly place: MeterPlace }) {
  const balance = useBalance();
  const budget = useBudget();
  const unconfirmed = useUnconfirmed(budget);
  const isMetered = useIsMetered();
  const [open, setOpen] = useState(false);
  return (
    // While a purchase is in progress the figures do not include its charge.
    <section aria-label={isMetered ? 'Credits' : 'Price'} aria-busy={(budget?.running ?? 0) > 0}>
      <button
        type="button"
        className={`block w-full rounded-md p-1 text-11.5 leading-4 tabular-nums text-ink-3 hover:bg-hover ${placeStyles[place]}`}
        onClick={() => setOpen(true)}
      >
        {isMetered ? (
          <>
            <BalanceLine balance={balance} place={place} isWarned={unconfirmed > 0} />
            {place === 'sidebar' && <BalanceBar balance={balance} usedTenths={budget?.session.used ?? 0} />}
            <span className={place === 'rail' ? 'sr-only' : 'grid'}>
              <SessionLines {...{ balance, budget, unconfirmed, place }} />
            </span>
          </>
        ) : (
          <FreeLine place={place} />
        )}
      </button>
      {place === 'sidebar' && <WaitLine />}
      {open && (
        <Sheet title={isMetered ? 'Spending' : 'Free'} onClose={() => setOpen(false)}>
          {isMetered ? (
            <Spending />
          ) : (
            <div className="p-4">
              <MeteringChoice />
            </div>
          )}
        </Sheet>
      )}
    </section>
  );
}

/** In place of the figures, where nothing is charged. */
function FreeLine({ place }: { readonly place: MeterPlace }) {
  const where = useOwnCredits() ? ' on this machine' : '';
  return (
    <span className="block font-semibold text-ink">
      Free{place === 'sidebar' ? where : <span className="sr-only">{where}</span>}
    </span>
  );
}

/** How many charges are unconfirmed and not dismissed; they are only asked for where the budget counts one. */
function useUnconfirmed(budget: Budget | undefined): number {
  const isCounted = budget !== undefined && budget.session.unconfirmed + budget.day.unconfirmed > 0;
  return useQuery({ ...unconfirmedQuery, enabled: isCounted }).data?.length ?? 0;
}

type BalanceLineProps = {
  readonly balance: ShownBalance;
  readonly place: MeterPlace;
  /** Whether the lines below it warn of something, which a rail has no room for. */
  readonly isWarned: boolean;
};

/** The figure, which a rail shows alone. */
function BalanceLine({ balance, place, isWarned }: BalanceLineProps) {
  const minor = place === 'rail' ? 'sr-only' : '';
  const size = { sidebar: 'text-15 tracking-[-0.012em]', rail: '', phone: 'text-13' }[place];
  const isOne = 'tenths' in balance && balance.tenths === 10;
  if (balance.kind === 'unknown' || balance.kind === 'hidden') {
    return (
      <span className="block font-semibold text-ink">
        <span className={minor}>Credits left unknown</span>
        {place === 'rail' && <span aria-hidden>?</span>}
      </span>
    );
  }
  return (
    <span className="block">
      <strong className={`font-semibold ${place === 'rail' && isWarned ? 'text-warn' : 'text-ink'} ${size}`}>
        {formatBalance(balance)}
      </strong>
      <span className={minor}> {isOne ? 'credit' : 'credits'} left</span>
    </span>
  );
}

/** The monthly and the purchased credits next to what this session used. */
function BalanceBar({ balance, usedTenths }: { readonly balance: ShownBalance; readonly usedTenths: number }) {
  if (balance.kind !== 'known' && balance.kind !== 'loading') return null;
  const { tenths, monthly, purchased } = balance.kind === 'known' ? balance : loadingFigures;
  return (
    <span aria-hidden className="my-1 flex h-[3px] overflow-hidden rounded-xs bg-line">
      <i className="bg-accent" style={{ flexGrow: monthly ?? 0 }} />
      <i className="bg-stage-2" style={{ flexGrow: monthly === null ? tenths / 10 : (purchased ?? 0) }} />
      <i style={{ flexGrow: usedTenths / 10 }} />
    </span>
  );
}

type SessionLinesProps = {
  readonly balance: ShownBalance;
  readonly budget: Budget | undefined;
  readonly unconfirmed: number;
  readonly place: MeterPlace;
};

/** What is known about the balance, credits used in this session, and unconfirmed charges. */
function SessionLines({ balance, budget, unconfirmed, place }: SessionLinesProps) {
  const price = useCreditPrice();
  const usedTenths = budget?.session.used ?? 0;
  const isWide = place === 'sidebar';
  return (
    <>
      {balance.kind === 'earlier' && <span>on {formatBalanceTime(balance)}</span>}
      {isWide && balance.kind === 'unknown' && <span>until the first paid response</span>}
      {isWide && balance.kind === 'hidden' && <span>This key shows no balance</span>}
      {isWide && (
        <span>
          {describeUse(budget)}
          {price !== undefined && `, ${formatCost(usedTenths, price)}`}
        </span>
      )}
      {!isWide && balance.kind !== 'earlier' && <span>{formatCreditFigure(usedTenths)} used this session</span>}
      {unconfirmed > 0 && <span className="text-warn">{formatCount(unconfirmed, 'charge')} unconfirmed</span>}
    </>
  );
}

/** "95 used, 405 left this session" by the budget that allows least; without one "95 used this session". */
function describeUse(budget: Budget | undefined): string {
  const used = `${formatCreditFigure(budget?.session.used ?? 0)} used`;
  const left = getBudgetLeft(budget);
  if (!left) return `${used} this session`;
  const figure = formatCreditFigure(Math.max(0, left.tenths));
  return left.of === 'day' ? `${used} this session, ${figure} left today` : `${used}, ${figure} left this session`;
}
