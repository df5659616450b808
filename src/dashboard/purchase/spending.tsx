import type { BodyOf } from '#contract/endpoint.ts';
import type { changeBudget } from '#contract/workspace-budget.ts';
import { Link } from '../platform/url/link.tsx';
import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { readConnected, siteBase, useOwnCredits } from '../platform/http/connection.ts';
import { useLimitReading } from '../platform/http/limiter.ts';
import { useIsOwner } from '../platform/http/membership.ts';
import { useStorageState } from '../platform/storage/database.ts';
import { Button } from '../platform/ui/button.tsx';
import { parseRawSearch } from '../platform/url/raw-search.ts';
import { changeAccountBudget } from './account-budget.ts';
import type { JournalEntry } from './journal-entry.ts';
import { appendToJournal, useJournal, useSession } from './journal.ts';
import { OwnCredits } from './own-credits.tsx';
import { formatCost, formatCreditFigure, formatCredits, useCreditPrice } from './price.ts';
import { isReplayable, type PendingPurchase, getSpending, getBudgets } from './session.ts';

/** What the meter opens: the session's figures, unconfirmed charges, and the budget. */
export function Spending() {
  const session = useSession();
  const { balance } = useJournal().meter;
  const requests = useLimitReading();
  const storage = useStorageState();
  const price = useCreditPrice();
  const canAddCredits = useOwnCredits();
  const { usedTenths, inFlightTenths, unconfirmedTenths } = getSpending(session);
  const lost = session.pending.filter(({ step }) => step === 'lost');
  return (
    <div className="grid gap-4 p-4">
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1.5 tabular-nums">
        <Figure name="Used this session">{formatCreditFigure(usedTenths)}</Figure>
        {price !== undefined && <Figure name="Cost">{formatCost(usedTenths, price)}</Figure>}
        {session.account && <Figure name="Used today">{formatCreditFigure(session.account.day.used)}</Figure>}
        {session.listedTenths > 0 && (
          <Figure name="Of that, below one credit (price list)">{formatCreditFigure(session.listedTenths)}</Figure>
        )}
        <Figure name="In progress, up to">{formatCreditFigure(inFlightTenths)}</Figure>
        <Figure name="Unconfirmed, up to">{formatCreditFigure(unconfirmedTenths)}</Figure>
        {session.overchargedTenths > 0 && (
          <Figure name="Billed above the quoted price, not counted in the budget">
            {formatCreditFigure(session.overchargedTenths)}
          </Figure>
        )}
        <Figure name="Saved by unlocked rows">{formatCreditFigure(session.savedTenths)}</Figure>
        {balance.kind === 'known' && balance.monthly !== null && (
          <Figure name="Monthly credits left">{balance.monthly.toLocaleString('en-US')}</Figure>
        )}
        {balance.kind === 'known' && balance.purchased !== null && (
          <Figure name="Purchased credits left">{balance.purchased.toLocaleString('en-US')}</Figure>
        )}
        {requests && (
          <Figure name="Requests left this minute, last reported">
            {requests.left}
            {requests.limit === undefined ? '' : ` of ${requests.limit}`}
          </Figure>
        )}
      </dl>
      {lost.length > 0 && <LostRequests requests={lost} />}
      <BudgetForm />
      {canAddCredits && <OwnCredits />}
      {storage.kind === 'memory' && (
        <p className="text-warn">This browser stores nothing for this page. The budget applies to this tab only.</p>
      )}
    </div>
  );
}

function Figure({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className="text-right">{children}</dd>
    </>
  );
}

/** Requests that were sent without a response; the user decides what becomes of them. */
function LostRequests({ requests }: { readonly requests: readonly PendingPurchase[] }) {
  return (
    <section className="grid gap-2" aria-label="Unconfirmed charges">
      <h3 className="font-semibold">No response, charge unconfirmed</h3>
      <ul className="grid gap-2">
        {requests.map((request) => (
          <LostRequest key={request.id} request={request} />
        ))}
      </ul>
    </section>
  );
}

function LostRequest({ request }: { readonly request: PendingPurchase }) {
  const { id, at, summary, tenths, place } = request;
  const [openedAt] = useState(() => Date.now());
  const address = new URL(place, window.location.origin);
  return (
    <li className="grid gap-1.5 rounded-[9px] border border-warn/50 px-3 py-2.5">
      <div>
        {summary}, {new Date(at).toLocaleTimeString()}, up to {formatCredits(tenths)}.
      </div>
      <div className="text-12 text-ink-3">
        {readConnected()?.service === 'own' && isReplayable(request, openedAt)
          ? 'Repeat it to get the response without a second charge.'
          : `Repeating it may cost up to ${formatCredits(tenths)} again.`}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Link
          to={address.pathname.slice(siteBase.length) as '/'}
          search={parseRawSearch(address.search)}
          className="button-link"
        >
          Go to the request
        </Link>
        <Button onClick={() => void appendToJournal((_, now) => [{ type: 'dismissed', at: now, id }])}>Dismiss</Button>
      </div>
    </li>
  );
}

const budgetFields = [
  { of: 'session', label: 'Budget per session', type: 'budget-set' },
  { of: 'day', label: 'Budget per day', type: 'day-budget-set' },
] as const;
type BudgetOf = (typeof budgetFields)[number]['of'];

/** Sets the budgets of a session and of a UTC day, and starts a new session. */
export function BudgetForm() {
  const id = useId();
  const session = useSession();
  const isOwner = useIsOwner();
  const [problem, setProblem] = useState<BudgetOf | 'gateway'>();
  /** What is typed and not set yet; it stays when another tab sets a budget in the meantime. */
  const [typed, setTyped] = useState<Partial<Record<BudgetOf, string>>>({});
  const budgets = getBudgets(session);
  const format = (tenths: number | null) => (tenths === null ? '' : String(Math.ceil(tenths / 10)));

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const texts = budgetFields.flatMap((field) => {
      const text = typed[field.of]?.trim().replaceAll(',', '');
      return text === undefined ? [] : [{ ...field, text }];
    });
    const wrong = texts.find(({ text }) => !/^\d{0,9}$/.test(text));
    setProblem(wrong?.of);
    if (wrong) return;
    const values = texts.map((field) => ({
      ...field,
      budgetTenths: field.text === '' ? null : Number(field.text) * 10,
    }));
    change(
      Object.fromEntries(values.map(({ of, budgetTenths }) => [`${of}_tenths`, budgetTenths])),
      (at) => values.map(({ type, budgetTenths }) => ({ type, at, budgetTenths })),
      () => setTyped((now) => (now === typed ? {} : now)),
    );
  };
  /** Changes the budget of the account where its browsers share one, and this browser's own. */
  const change = (body: BodyOf<typeof changeBudget>, build: (at: number) => JournalEntry[], onDone?: () => void) => {
    const changing = session.account ? changeAccountBudget(body) : Promise.resolve();
    void changing.then(() => appendToJournal((_, at) => build(at))).then(onDone, () => setProblem('gateway'));
  };

  return (
    <form onSubmit={submit}>
      <fieldset disabled={!isOwner} className="grid gap-2">
        <div className="flex flex-wrap items-end gap-2">
          {budgetFields.map(({ of, label }) => (
            <div key={of} className="grid gap-1.5">
              <label htmlFor={`${id}-${of}`} className="font-semibold">
                {label}
              </label>
              <input
                id={`${id}-${of}`}
                inputMode="numeric"
                placeholder="no budget"
                aria-describedby={`${id}-about`}
                aria-invalid={problem === of}
                value={typed[of] ?? format(budgets[of])}
                onChange={({ target }) => setTyped({ ...typed, [of]: target.value })}
                className="field-box h-7.5 w-32 px-2.5 tabular-nums max-tablet:h-10"
              />
            </div>
          ))}
          {isOwner && <Button type="submit">Set</Button>}
        </div>
        <p id={`${id}-about`} className="text-12 text-ink-3">
          {problem === undefined ? (
            `In credits${session.account ? ', for all browsers of this account' : ''}. ${formatCreditFigure(getSpending(session).committedTenths)} used or reserved in this session, which ends after eight hours without a purchase. A day ends at midnight UTC.${isOwner ? '' : ' Only owners of the workspace can change budgets.'}`
          ) : (
            <span className="text-bad">
              {problem === 'gateway'
                ? 'The gateway did not answer. The budget has not changed. Try again.'
                : 'Enter whole credits such as 500, or leave it empty.'}
            </span>
          )}
        </p>
        {isOwner && (
          <Button
            className="justify-self-start"
            onClick={() => change({ new_session: true }, (at) => [{ type: 'session-started', at }])}
          >
            Start a new session
          </Button>
        )}
      </fieldset>
    </form>
  );
}
