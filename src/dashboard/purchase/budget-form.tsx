import { useId, useState, type SubmitEvent } from 'react';
import { Button } from '../platform/ui/button.tsx';
import { toCommitted } from './ledger.ts';
import { toCreditFigure } from './price.ts';
import { changeLedger, useLedger } from './session-ledger.ts';

/** The budget of a session, and a way to begin a new one. */
export function BudgetForm() {
  const id = useId();
  const ledger = useLedger();
  const [problem, setProblem] = useState('');
  /** What is typed and not set yet; it stays when another tab sets a budget meanwhile. */
  const [typed, setTyped] = useState<string>();
  const { budgetTenths } = ledger;
  const inUse = budgetTenths === null ? '' : String(Math.ceil(budgetTenths / 10));

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = (typed ?? inUse).trim().replaceAll(',', '');
    if (text !== '' && !/^\d{1,9}$/.test(text))
      return setProblem('Write whole credits, such as 500, or leave it empty.');
    setProblem('');
    void changeLedger((now) => ({ ...now, budgetTenths: text === '' ? null : Number(text) * 10 })).then(() =>
      setTyped((now) => (now === typed ? undefined : now)),
    );
  };

  return (
    <form className="grid gap-2" onSubmit={submit}>
      <label htmlFor={id} className="font-semibold">
        Budget of a session, in credits
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          inputMode="numeric"
          placeholder="no budget"
          aria-describedby={`${id}-about`}
          aria-invalid={problem !== ''}
          value={typed ?? inUse}
          onChange={(event) => setTyped(event.target.value)}
          className="field-box h-8 w-32 px-2.5 tabular-nums"
        />
        <Button type="submit">Set</Button>
      </div>
      <p id={`${id}-about`} className="text-[12px] text-ink-3">
        {problem === '' ? (
          <>
            A purchase that could go over it asks first. {toCreditFigure(toCommitted(ledger))} of it are used or set
            aside. A session spans all tabs of the account and ends after eight hours without a purchase. Leave it empty
            for none.
          </>
        ) : (
          <span className="text-bad">{problem}</span>
        )}
      </p>
      <Button
        className="justify-self-start"
        onClick={() =>
          void changeLedger((now) => ({ ...now, startedAt: Date.now(), usedTenths: 0, leftTenths: 0, savedTenths: 0 }))
        }
      >
        Begin a new session
      </Button>
    </form>
  );
}
