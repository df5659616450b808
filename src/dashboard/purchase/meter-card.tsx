import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../platform/ui/button.tsx';
import { LazySheet } from '../platform/ui/lazy-sheet.tsx';
import { formatCount, formatUtcMinute } from '../platform/format.ts';
import { connection } from '../platform/http/connection.ts';
import { useStorageState } from '../platform/storage/database.ts';
import type { Balance } from './meter.ts';
import { formatCost, formatCreditFigure, formatCredits, useCreditPrice } from './price.ts';
import { readJournal, useJournal, useSession } from './journal.ts';
import { getBudgetLeft, getSpending, type SpendingSession } from './session.ts';
import { readAccount } from '#contract/account.ts';
import type { Config } from '#contract/config.ts';
import { deriveAccountName } from '../platform/http/account.ts';
import { readKey } from '../platform/http/key.ts';
import { sendFree } from './send-free.ts';
import { WaitLine } from './wait-line.tsx';
import { lazyPart } from '../platform/ui/lazy-part.tsx';

const LazySpending = lazyPart(() => import('./spending.tsx').then((module) => module.Spending));

/**
 * A balance on screen: `loading` while the account is read, `earlier` when no response since the page was loaded had
 * one.
 */
type ShownBalance =
  Balance | { readonly kind: 'loading' } | { readonly kind: 'earlier'; readonly tenths: number; readonly at: number };

/** Whether a purchase is on its way, whose bill the figures do not have yet. */
const isBuying = ({ pending }: SpendingSession): boolean => pending.some(({ step }) => step !== 'lost');

const loadingFigures = { tenths: 0, monthly: null, purchased: null };

/** The credit meter: credits left and used in this session, as the service reported them. */
export function MeterCard() {
  const balance = useBalance();
  const session = useSession();
  return (
    <section aria-label="Credits" aria-busy={isBuying(session)} className="grid gap-1 px-1 tabular-nums">
      <BalanceLines balance={balance} usedTenths={getSpending(session).usedTenths} />
      <SessionLines session={session} />
      <WaitLine />
      <SpendingButton session={session} />
    </section>
  );
}

function BalanceLines({ balance, usedTenths }: { readonly balance: ShownBalance; readonly usedTenths: number }) {
  if (balance.kind === 'unknown' || balance.kind === 'hidden') {
    return (
      <>
        <div className="font-semibold">Credits left</div>
        <div className="text-11.5 text-ink-3">{describeUnknown(balance.kind)}</div>
      </>
    );
  }
  const { tenths, monthly, purchased } = balance.kind === 'known' ? balance : loadingFigures;
  return (
    <>
      <div className="flex items-baseline gap-1">
        <strong className="text-15 font-semibold tracking-[-0.012em]">{formatBalance(balance)}</strong>
        <span className="text-11.5 text-ink-3">credits left</span>
      </div>
      {balance.kind === 'earlier' ? (
        <div className="text-11.5 text-ink-3">on {formatBalanceTime(balance)}</div>
      ) : (
        <div aria-hidden className="my-0.5 flex h-[3px] overflow-hidden rounded-xs bg-line">
          <i className="bg-accent" style={{ flexGrow: monthly ?? 0 }} />
          <i className="bg-stage-2" style={{ flexGrow: monthly === null ? tenths / 10 : (purchased ?? 0) }} />
          <i style={{ flexGrow: usedTenths / 10 }} />
        </div>
      )}
    </>
  );
}

/** The credits left as a figure, with a dash in its place while it loads. */
export function formatBalance(balance: ShownBalance): string {
  if ('tenths' in balance) return formatCreditFigure(balance.tenths);
  return balance.kind === 'loading' ? '–' : 'Unknown';
}

/** When a balance was reported, in UTC. */
export const formatBalanceTime = ({ at }: { readonly at: number }): string =>
  `${formatUtcMinute(new Date(at).toISOString())} UTC`;

function describeUnknown(kind: 'hidden' | 'unknown'): string {
  return kind === 'hidden' ? 'This key shows no balance' : 'Unknown until the first paid response';
}

/** Credits used and saved in this session, and unconfirmed charges, of all tabs. */
function SessionLines({ session }: { readonly session: SpendingSession }) {
  const price = useCreditPrice();
  const isInMemory = useStorageState().kind === 'memory';
  const lost = session.pending.filter(({ step }) => step === 'lost').length;
  const { usedTenths } = getSpending(session);
  const money = price === undefined ? '' : `, ${formatCost(usedTenths, price)}`;
  return (
    <>
      <div className="text-11.5 text-ink-3">
        {formatCreditFigure(usedTenths)} used this session{money}
      </div>
      {session.savedTenths > 0 && (
        <div className="text-11.5 text-ink-3">{formatCreditFigure(session.savedTenths)} saved by reuse</div>
      )}
      {isInMemory && <div className="text-11.5 text-warn">Stored in this tab only: see Settings</div>}
      {lost > 0 && <div className="text-11.5 text-warn">{formatCount(lost, 'charge')} unconfirmed</div>}
      {session.overchargedTenths > 0 && (
        <div className="text-11.5 text-warn">
          Billed {formatCredits(session.overchargedTenths)} above the quoted price
        </div>
      )}
    </>
  );
}

/** Opens the spending sheet: figures, unconfirmed charges and the budget. */
function SpendingButton({ session }: { readonly session: SpendingSession }) {
  const [open, setOpen] = useState(false);
  const [now] = useState(() => Date.now());
  const left = getBudgetLeft(session, now);
  return (
    <>
      <Button
        variant="ghost"
        className="-mx-1 h-6 justify-between px-1 text-11.5 text-ink-3"
        onClick={() => setOpen(true)}
      >
        <span>Budget</span>
        <span className="font-normal text-ink-3">
          {left ? `${formatCreditFigure(Math.max(0, left.tenths))} left${left.of === 'day' ? ' today' : ''}` : 'none'}
        </span>
      </Button>
      {open && (
        <LazySheet title="Spending" onClose={() => setOpen(false)}>
          <LazySpending />
        </LazySheet>
      )}
    </>
  );
}

/** The meter in one line, or as the figure alone in a rail; it opens the spending sheet. */
export function MeterLine({ isCompact = false }: { readonly isCompact?: boolean }) {
  const balance = useBalance();
  const session = useSession();
  const isInMemory = useStorageState().kind === 'memory';
  const [open, setOpen] = useState(false);
  const lost = session.pending.filter(({ step }) => step === 'lost').length;
  const minor = isCompact ? 'sr-only' : '';
  return (
    <section
      aria-label="Credits"
      aria-busy={isBuying(session)}
      className={`text-11.5 leading-tight whitespace-nowrap tabular-nums text-ink-3 ${isCompact ? 'text-center' : 'text-right'}`}
    >
      <button
        type="button"
        className={`rounded-[7px] py-1 hover:bg-panel ${isCompact ? 'w-full' : 'px-1.5 text-right'}`}
        onClick={() => setOpen(true)}
      >
        <span className={`block font-semibold text-ink ${isCompact ? '' : 'text-13'}`}>
          {balance.kind === 'unknown' || balance.kind === 'hidden' ? (
            <>
              <span className={minor}>Credits left unknown</span>
              {isCompact && <span aria-hidden>?</span>}
            </>
          ) : (
            <>
              {formatBalance(balance)}
              <span className={minor}>
                {balance.kind === 'known' && balance.tenths === 10 ? ' credit' : ' credits'} left
              </span>
            </>
          )}
        </span>
        <span className={minor}>
          {balance.kind === 'earlier'
            ? `on ${formatBalanceTime(balance)}`
            : `${formatCreditFigure(getSpending(session).usedTenths)} used this session`}
        </span>
        {isInMemory && <span className={`block text-warn ${minor}`}>in this tab only</span>}
        {lost > 0 && <span className={`block text-warn ${minor}`}>{formatCount(lost, 'charge')} unconfirmed</span>}
      </button>
      {open && (
        <LazySheet title="Spending" onClose={() => setOpen(false)}>
          <LazySpending />
        </LazySheet>
      )}
    </section>
  );
}

/** Reads the balance from the account, once, where the service has /account. */
export const accountBalance = (connected: Config | undefined) =>
  queryOptions({
    queryKey: ['account', deriveAccountName(connected)],
    enabled: connected?.account === true && (connected.key === 'gateway' || readKey() !== undefined),
    queryFn: async ({ signal }) => {
      const journal = await readJournal();
      const since = journal.read().seq;
      const { data } = await sendFree(readAccount, { query: undefined, signal });
      const { monthly_credits: monthly, purchased_credits: purchased } = data.account ?? {};
      await journal.append((_, at) => [{ type: 'balance-reported', at, since, credits: { monthly, purchased } }]);
      return data.account;
    },
  });

/**
 * The credits left: as the last response reported them, before the first response as the account reports them; else as
 * they were last reported.
 */
export function useBalance(): ShownBalance {
  const { data: connected, isLoading } = useQuery(connection);
  const account = useQuery(accountBalance(connected));
  const { balance, earlier } = useJournal().meter;
  if (balance.kind !== 'unknown') return balance;
  if (isLoading || account.isLoading) return { kind: 'loading' };
  return earlier ? { kind: 'earlier', ...earlier } : balance;
}
