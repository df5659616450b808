import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { changeCredits } from '#contract/account.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { connection } from '../platform/http/connection.ts';
import { describeError } from '../platform/http/error-text.ts';
import { TextField } from '../platform/form/text-field.tsx';
import { workspaceKey } from '../platform/http/workspace.ts';
import { Button } from '../platform/ui/button.tsx';
import { accountBalance } from './balance.ts';
import { sendFree } from './send-free.ts';

const added = 1000;
const maxAllowance = 1_000_000;
const format = (credits: number) => credits.toLocaleString('en-US');

const allowanceProblem = `Enter whole credits from 0 to ${format(maxAllowance)}.`;
const allowanceForm = z.object({
  monthly: z
    .string()
    .trim()
    .regex(/^\d+$/, allowanceProblem)
    .transform(Number)
    .pipe(z.number().max(maxAllowance, allowanceProblem)),
});

/** On the own machine: adds credits in one press, and sets the monthly allowance. */
export function OwnCredits() {
  const client = useQueryClient();
  const { data: connected } = useQuery(connection);
  const { data: account } = useQuery(accountBalance(connected));
  const change = useMutation({
    mutationFn: async (body: BodyOf<typeof changeCredits>) => {
      await sendFree(changeCredits, { body });
      // The meter takes over what the account now reports.
      await client.invalidateQueries({ queryKey: workspaceKey('budget') });
    },
  });
  const isChanging = change.isPending;
  const form = useForm({
    resolver: zodResolver(allowanceForm),
    values: { monthly: String(account?.monthly_allowance ?? '') },
  });
  const submit = form.handleSubmit(({ monthly }) => isChanging || change.mutate({ monthly }));
  return (
    <div className="grid grid-cols-1 justify-items-start gap-2">
      {/* Not `disabled`, which would take the focus away. */}
      <Button variant="primary" aria-disabled={isChanging} onClick={() => isChanging || change.mutate({ add: added })}>
        Add {format(added)} credits
      </Button>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label="Monthly allowance in credits"
          register={form.register('monthly')}
          error={form.formState.errors.monthly?.message}
          inputMode="numeric"
          className="w-32 tabular-nums"
          button={
            <Button type="submit" aria-disabled={isChanging}>
              Set allowance
            </Button>
          }
        />
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
