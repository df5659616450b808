import { useState } from 'react';
import { LazySheet } from '../platform/ui/lazy-sheet.tsx';
import { formatCount } from '../platform/format.ts';
import { useStorageState } from '../platform/storage/database.ts';
import { formatBalance, formatBalanceTime, type ShownBalance, useBalance } from './balance.ts';
import { formatCost, formatCreditFigure, formatCredits, useCreditPrice } from './price.ts';
import { useSession } from './journal.ts';
import { getBudgetLeft, getSpending, type SpendingSession } from './session.ts';
import { WaitLine } from './wait-line.tsx';
import { lazyPart } from '../platform/ui/lazy-part.tsx';
import { useNow } from '../platform/ui/use-browser.ts';

const LazySpending = lazyPart(() => import('./spending.tsx').then((module) => module.Spending));

/** Whether a purchase is in progress, so that the figures do not include its charge yet. */
const isBuying = ({ pending }: SpendingSession): boolean => pending.some(({ step }) => step !== 'lost');

/** How many charges are unconfirmed. */
const countLost = ({ pending }: SpendingSession): number => pending.filter(({ step }) => step === 'lost').length;

const loadingFigures = { tenths: 0, monthly: null, purchased: null };

type MeterPlace = 'sidebar' | 'rail' | 'phone';

const placeStyles: Record<MeterPlace, string> = {
  sidebar: 'text-left',
  rail: 'px-0 text-center',
  phone: 'text-right whitespace-nowrap',
};

/**
 * The credit meter: credits left and used in this session, as the service reported them. It opens the spending sheet. A
 * rail has room for the credits left only.
 */
export function CreditMeter({ place }: { readonly place: MeterPlace }) {
  const balance = useBalance();
  const session = useSession();
  const [open, setOpen] = useState(false);
  return (
    <section aria-label="Credits" aria-busy={isBuying(session)}>
      <button
        type="button"
        className={`block w-full rounded-md p-1 text-11.5 leading-4 tabular-nums text-ink-3 hover:bg-hover ${placeStyles[place]}`}
        onClick={() => setOpen(true)}
      >
        <BalanceLine balance={balance} place={place} isWarned={countLost(session) + session.overchargedTenths > 0} />
        {place === 'sidebar' && <BalanceBar balance={balance} usedTenths={getSpending(session).usedTenths} />}
        <span className={place === 'rail' ? 'sr-only' : 'grid'}>
          <SessionLines balance={balance} session={session} place={place} />
        </span>
      </button>
      {place === 'sidebar' && <WaitLine />}
      {open && (
        <LazySheet title="Spending" onClose={() => setOpen(false)}>
          <LazySpending />
        </LazySheet>
      )}
    </section>
  );
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
  readonly session: SpendingSession;
  readonly place: MeterPlace;
};

/** What is known about the balance, credits used in this session, and unconfirmed charges, of all tabs. */
function SessionLines({ balance, session, place }: SessionLinesProps) {
  const price = useCreditPrice();
  const now = useNow();
  const isInMemory = useStorageState().kind === 'memory';
  const lost = countLost(session);
  const { usedTenths } = getSpending(session);
  const isWide = place === 'sidebar';
  return (
    <>
      {balance.kind === 'earlier' && <span>on {formatBalanceTime(balance)}</span>}
      {isWide && balance.kind === 'unknown' && <span>until the first paid response</span>}
      {isWide && balance.kind === 'hidden' && <span>This key shows no balance</span>}
      {isWide && (
        <span>
          {describeUse(session, now)}
          {price !== undefined && `, ${formatCost(usedTenths, price)}`}
        </span>
      )}
      {!isWide && balance.kind !== 'earlier' && <span>{formatCreditFigure(usedTenths)} used this session</span>}
      {isInMemory && (
        <span className="text-warn">{isWide ? 'Stored in this tab only: see Settings' : 'in this tab only'}</span>
      )}
      {lost > 0 && <span className="text-warn">{formatCount(lost, 'charge')} unconfirmed</span>}
      {session.overchargedTenths > 0 && (
        <span className="text-warn">
          {isWide
            ? `Billed ${formatCredits(session.overchargedTenths)} above the quoted price`
            : `${formatCreditFigure(session.overchargedTenths)} above the quoted price`}
        </span>
      )}
    </>
  );
}

/** "95 used, 405 left this session" by the budget that allows least; without one "95 used this session". */
function describeUse(session: SpendingSession, now: number): string {
  const used = `${formatCreditFigure(getSpending(session).usedTenths)} used`;
  const left = getBudgetLeft(session, now);
  if (!left) return `${used} this session`;
  const figure = formatCreditFigure(Math.max(0, left.tenths));
  return left.of === 'day' ? `${used} this session, ${figure} left today` : `${used}, ${figure} left this session`;
}
