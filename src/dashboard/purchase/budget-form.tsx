import { useId, useState, type SubmitEvent } from 'react';
import { Button } from '../platform/ui/button.tsx';
import { appendToJournal, useSession } from './journal.ts';
import { formatCreditFigure } from './price.ts';
import { getCommittedTenths } from './session.ts';

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
