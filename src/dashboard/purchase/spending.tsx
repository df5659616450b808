import { Link } from '@tanstack/react-router';
import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { readConnected, useOwnCredits } from '../platform/http/connection.ts';
import { useLimitReading } from '../platform/http/limiter.ts';
import { useStorageState } from '../platform/storage/database.ts';
import { Button } from '../platform/ui/button.tsx';
import { parseRawSearch } from '../platform/url/url.ts';
import { appendToJournal, useSession } from './journal.ts';
import { OwnCredits } from './own-credits.tsx';
import { formatCost, formatCreditFigure, formatCredits, useCreditPrice } from './price.ts';
import { isReplayable, type PendingPurchase, getCommittedTenths } from './session.ts';

/** What the meter opens: the session's figures, unconfirmed charges, and the budget. */
export function Spending() {
  const session = useSession();
  const requests = useLimitReading();
  const storage = useStorageState();
  const price = useCreditPrice();
  const canAddCredits = useOwnCredits();
  const inFlight = session.pending.filter(({ step }) => step !== 'lost').reduce((sum, { tenths }) => sum + tenths, 0);
  const lost = session.pending.filter(({ step }) => step === 'lost');
  const lostTenths = lost.reduce((sum, { tenths }) => sum + tenths, 0);
  return (
    <div className="grid gap-4 p-4">
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1.5 tabular-nums">
        <Figure name="Used this session">{formatCreditFigure(session.usedTenths)}</Figure>
        {price !== undefined && <Figure name="Cost">{formatCost(session.usedTenths, price)}</Figure>}
        {session.listedTenths > 0 && (
          <Figure name="Of these below one credit, by the price list">
            {formatCreditFigure(session.listedTenths)}
          </Figure>
        )}
        <Figure name="In flight, at most">{formatCreditFigure(inFlight)}</Figure>
        <Figure name="Charge unconfirmed, at most">{formatCreditFigure(lostTenths + session.dismissedTenths)}</Figure>
        {session.overchargedTenths > 0 && (
          <Figure name="Billed above the quoted price, not counted in the budget">
            {formatCreditFigure(session.overchargedTenths)}
          </Figure>
        )}
        <Figure name="Saved by reuse">{formatCreditFigure(session.savedTenths)}</Figure>
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
      <div className="text-[12px] text-ink-3">
        {readConnected()?.service === 'own' && isReplayable(request, openedAt)
          ? 'Repeat it to get the response without a second charge.'
          : `Repeating it may cost up to ${formatCredits(tenths)} again.`}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Link
          to={address.pathname as '/'}
          search={parseRawSearch(address.search)}
          className="inline-flex h-8 items-center rounded-[7px] border border-edge px-2 font-[550] hover:bg-sunken"
        >
          Go to the request
        </Link>
        <Button onClick={() => void appendToJournal((_, now) => [{ type: 'dismissed', at: now, id }])}>Dismiss</Button>
      </div>
    </li>
  );
}

/** Sets the session budget, and starts a new session. */
export function BudgetForm() {
  const id = useId();
  const session = useSession();
  const [problem, setProblem] = useState('');
  /** What is typed and not set yet; it stays when another tab sets a budget in the meantime. */
  const [typed, setTyped] = useState<string>();
  const { budgetTenths } = session;
  const current = budgetTenths === null ? '' : String(Math.ceil(budgetTenths / 10));

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = (typed ?? current).trim().replaceAll(',', '');
    if (text !== '' && !/^\d{1,9}$/.test(text))
      return setProblem('Enter whole credits such as 500, or leave it empty.');
    setProblem('');
    const next = text === '' ? null : Number(text) * 10;
    void appendToJournal((_, at) => [{ type: 'budget-set', at, budgetTenths: next }]).then(() =>
      setTyped((now) => (now === typed ? undefined : now)),
    );
  };

  return (
    <form className="grid gap-2" onSubmit={submit}>
      <label htmlFor={id} className="font-semibold">
        Session budget in credits
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          inputMode="numeric"
          placeholder="no budget"
          aria-describedby={`${id}-about`}
          aria-invalid={problem !== ''}
          value={typed ?? current}
          onChange={(event) => setTyped(event.target.value)}
          className="field-box h-8 w-32 px-2.5 tabular-nums"
        />
        <Button type="submit">Set</Button>
      </div>
      <p id={`${id}-about`} className="text-[12px] text-ink-3">
        {problem === '' ? (
          <>
            You are asked before a purchase exceeds it. {formatCreditFigure(getCommittedTenths(session))} used or
            reserved. A session covers all tabs and ends after eight hours without a purchase.
          </>
        ) : (
          <span className="text-bad">{problem}</span>
        )}
      </p>
      <Button
        className="justify-self-start"
        onClick={() => void appendToJournal((_, at) => [{ type: 'session-started', at }])}
      >
        Start a new session
      </Button>
    </form>
  );
}
