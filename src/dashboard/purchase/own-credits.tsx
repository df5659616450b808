import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId } from 'react';
import { changeCredits } from '#contract/account.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { connection } from '../platform/http/connection.ts';
import { describeError } from '../platform/http/error-text.ts';
import { Button } from '../platform/ui/button.tsx';
import { accountBalance } from './balance.ts';
import { sendFree } from './send-free.ts';

const added = 1000;
const maxAllowance = 1_000_000;
const format = (credits: number) => credits.toLocaleString('en-US');

/** On the own machine: adds credits in one press, and sets the monthly allowance. */
export function OwnCredits() {
  const id = useId();
  const client = useQueryClient();
  const { data: connected } = useQuery(connection);
  const { data: account } = useQuery(accountBalance(connected));
  const change = useMutation({
    mutationFn: async (body: BodyOf<typeof changeCredits>) => {
      await sendFree(changeCredits, { body });
      // The meter takes over what the account now reports.
      await client.invalidateQueries({ queryKey: ['account'] });
    },
  });
  const isChanging = change.isPending;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('monthly');
    if (typeof typed === 'string' && !isChanging) change.mutate({ monthly: Number(typed) });
  };
  return (
    <div className="grid grid-cols-1 justify-items-start gap-2">
      {/* Not `disabled`, which would take the focus away. */}
      <Button variant="primary" aria-disabled={isChanging} onClick={() => isChanging || change.mutate({ add: added })}>
        Add {format(added)} credits
      </Button>
      <form className="grid gap-2" onSubmit={submit}>
        <label htmlFor={id} className="font-semibold text-ink">
          Monthly allowance in credits
        </label>
        <div className="flex flex-wrap gap-2">
          <input
            key={account?.monthly_allowance}
            id={id}
            name="monthly"
            type="number"
            required
            min={0}
            max={maxAllowance}
            step={1}
            defaultValue={account?.monthly_allowance ?? undefined}
            className="field-box h-7.5 w-32 px-2.5 tabular-nums max-tablet:h-10"
          />
          <Button type="submit" aria-disabled={isChanging}>
            Set allowance
          </Button>
        </div>
      </form>
      <output className={`empty:hidden ${change.isError ? 'text-bad' : 'text-ink-2'}`}>
        {change.isSuccess && describeChange(change.variables)}
        {change.isError && describeFailure(change.error)}
      </output>
    </div>
  );
}

const describeChange = ({ add, monthly = 0 }: BodyOf<typeof changeCredits>): string =>
  add === undefined ? `The monthly allowance is ${format(monthly)} credits.` : `${format(add)} credits added.`;

const describeFailure = (failure: Error): string =>
  failure instanceof ApiError ? `${describeError(failure).title}. Nothing was added.` : 'Nothing was added.';
