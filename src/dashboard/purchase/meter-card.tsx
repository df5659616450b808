import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Button } from '../platform/ui/button.tsx';
import { LazySheet } from '../platform/ui/lazy-sheet.tsx';
import { toCount } from '../platform/format.ts';
import { connection } from '../platform/http/config.ts';
import { useKeeping } from '../platform/storage/database.ts';
import { useBalance } from './balance.ts';
import { DemoMark } from './demo-mark.tsx';
import { toBudgetLeft, type Ledger } from './ledger.ts';
import type { Balance } from './meter.ts';
import { toMoneyOf, usePrice } from './money.ts';
import { toCreditFigure, toCredits } from './price.ts';
import { useLedger } from './session-ledger.ts';
import { LazySpending } from './lazy-spending.ts';
import { WaitLine } from './wait-line.tsx';

/** The meter, lower left: what is left, what this session used; never a figure that the service did not give. */
export function MeterCard() {
  const balance = useBalance();
  const ledger = useLedger();
  return (
    <section
      aria-label="Credits"
      className="grid gap-1 rounded-[9px] border border-line bg-panel px-3 py-2.5 tabular-nums"
    >
      <DemoMark />
      <BalanceLines balance={balance} usedTenths={ledger.usedTenths} />
      <SessionLines ledger={ledger} />
      <WaitLine />
      <SpendingButton ledger={ledger} />
    </section>
  );
}

function BalanceLines({ balance, usedTenths }: { readonly balance: Balance; readonly usedTenths: number }) {
  if (balance.kind !== 'known') {
    return (
      <>
        <div className="font-semibold">Credits left</div>
        <div className="text-[11.5px] text-ink-3">{toUnknownText(balance)}</div>
      </>
    );
  }
  const { tenths, monthly, purchased } = balance;
  const parts = [
    ...(monthly === null ? [] : [`${monthly.toLocaleString('en-US')} monthly`]),
    ...(purchased === null ? [] : [`${purchased.toLocaleString('en-US')} purchased`]),
  ];
  return (
    <>
      <div className="flex items-baseline justify-between">
        <strong className="text-[17px] tracking-[-0.02em]">{toCreditFigure(tenths)}</strong>
        <span className="text-[11.5px] text-ink-3">credits left</span>
      </div>
      <div aria-hidden className="my-1 flex h-1.5 overflow-hidden rounded-[3px] bg-line">
        <i className="bg-accent" style={{ flexGrow: monthly ?? 0 }} />
        <i className="bg-stage-2" style={{ flexGrow: monthly === null ? tenths / 10 : (purchased ?? 0) }} />
        <i style={{ flexGrow: usedTenths / 10 }} />
      </div>
      {parts.length > 0 && <div className="text-[11.5px] text-ink-3">{parts.join(', ')}</div>}
    </>
  );
}

function toUnknownText(balance: Balance): string {
  return balance.kind === 'hidden' ? 'Spend only: this key shows no balance' : 'Unknown until the first paid answer';
}

/** What the session used, saved and lost, over all tabs. */
function SessionLines({ ledger }: { readonly ledger: Ledger }) {
  const price = usePrice();
  const isInMemory = useKeeping().kind === 'memory';
  const lost = ledger.pending.filter(({ step }) => step === 'lost').length;
  const money = price === undefined ? '' : `, ${toMoneyOf(ledger.usedTenths, price)}`;
  return (
    <>
      <div className="text-[11.5px] text-ink-3">
        {toCreditFigure(ledger.usedTenths)} used this session{money}
      </div>
      {ledger.savedTenths > 0 && (
        <div className="text-[11.5px] text-ink-3">{toCreditFigure(ledger.savedTenths)} saved by reuse</div>
      )}
      {isInMemory && <div className="text-[11.5px] text-warn">Kept for this tab only: see Settings</div>}
      {lost > 0 && <div className="text-[11.5px] text-warn">{lost} without an answer, perhaps charged</div>}
    </>
  );
}

/** Opens the budget, the figures and the requests that were lost. */
function SpendingButton({ ledger }: { readonly ledger: Ledger }) {
  const [open, setOpen] = useState(false);
  const left = toBudgetLeft(ledger);
  return (
    <>
      <Button className="mt-1 h-7 justify-between text-[11.5px]" onClick={() => setOpen(true)}>
        <span>Budget</span>
        <span className="font-normal text-ink-3">
          {left === null ? 'none' : `${toCreditFigure(Math.max(0, left))} left`}
        </span>
      </Button>
      {open && (
        <Suspense>
          <LazySheet title="Spending" onClose={() => setOpen(false)}>
            <LazySpending />
          </LazySheet>
        </Suspense>
      )}
    </>
  );
}

/** The meter in one line, for the header of a narrow screen. */
export function MeterLine() {
  const balance = useBalance();
  const ledger = useLedger();
  const isInMemory = useKeeping().kind === 'memory';
  const isDemo = useQuery(connection).data?.demo === true;
  const [open, setOpen] = useState(false);
  const lost = ledger.pending.filter(({ step }) => step === 'lost').length;
  return (
    <section
      aria-label="Credits"
      className="text-right text-[11.5px] leading-tight whitespace-nowrap tabular-nums text-ink-3"
    >
      <button
        type="button"
        className="rounded-[7px] px-1.5 py-1 text-right hover:bg-panel"
        onClick={() => setOpen(true)}
      >
        <span className="block text-[13px] font-semibold text-ink">
          {balance.kind === 'known' ? `${toCredits(balance.tenths)} left` : 'Credits left unknown'}
        </span>
        {toCreditFigure(ledger.usedTenths)} used this session
        {isDemo && <span className="block font-semibold text-warn">Demo data, invented</span>}
        {isInMemory && <span className="block text-warn">for this tab only</span>}
        {lost > 0 && <span className="block text-warn">{toCount(lost, 'lost answer')}</span>}
      </button>
      {open && (
        <Suspense>
          <LazySheet title="Spending" onClose={() => setOpen(false)}>
            <LazySpending />
          </LazySheet>
        </Suspense>
      )}
    </section>
  );
}
