import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Budget, changeBudget } from '#contract/workspace/budget.ts';
import { useIsOwner } from '../platform/http/membership.ts';
import { Button } from '../platform/ui/button.tsx';
import { saveBudget, useBudget } from './budget.ts';
import { formatCreditFigure } from './price.ts';

/** Whole credits as tenths; null for no budget. */
const credits = z
  .string()
  .transform((text) => text.trim().replaceAll(',', ''))
  .pipe(z.string().regex(/^\d{0,9}$/, 'Enter whole credits such as 500, or leave it empty.'))
  .transform((text) => (text === '' ? null : Number(text) * 10));
const budgetForm = z.object({ session: credits, day: credits });

const fields = [
  ['session', 'Budget per session'],
  ['day', 'Budget per day'],
] as const;

const format = (limit: number | null | undefined): string =>
  typeof limit === 'number' ? String(Math.ceil(limit / 10)) : '';

/** Sets the budgets of a session and of a UTC day, and starts a new session. */
export function BudgetForm() {
  const id = useId();
  const budget = useBudget();
  const isOwner = useIsOwner();
  const form = useForm({
    resolver: zodResolver(budgetForm),
    values: { session: format(budget?.session.limit), day: format(budget?.day.limit) },
    // What is typed stays when another tab sets a budget in the meantime.
    resetOptions: { keepDirtyValues: true },
  });
  const { dirtyFields, errors } = form.formState;
  const change = (body: BodyOf<typeof changeBudget>) =>
    saveBudget(body).catch(() =>
      form.setError('root', { message: 'The gateway did not answer. The budget has not changed. Try again.' }),
    );
  const submit = form.handleSubmit(async ({ session, day }) => {
    const typed = form.getValues();
    await change({
      ...(dirtyFields.session ? { session_tenths: session } : {}),
      ...(dirtyFields.day ? { day_tenths: day } : {}),
    });
    if (!form.formState.errors.root) form.reset(typed);
  });
  const problem = [errors.session, errors.day, errors.root].find((error) => error !== undefined)?.message;
  return (
    <form onSubmit={(event) => void submit(event)}>
      <fieldset disabled={!isOwner} className="grid gap-2">
        <div className="flex flex-wrap items-end gap-2">
          {fields.map(([of, label]) => (
            <div key={of} className="grid gap-1.5">
              <label htmlFor={`${id}-${of}`} className="font-semibold">
                {label}
              </label>
              <input
                id={`${id}-${of}`}
                inputMode="numeric"
                placeholder="no budget"
                aria-describedby={`${id}-about`}
                aria-invalid={errors[of] !== undefined}
                className="field-box h-7.5 w-32 px-2.5 tabular-nums max-tablet:h-10"
                {...form.register(of)}
              />
            </div>
          ))}
          {isOwner && <Button type="submit">Set</Button>}
        </div>
        <p id={`${id}-about`} className={`text-12 ${problem === undefined ? 'text-ink-3' : 'text-bad'}`}>
          {problem ??
            `In credits, for all browsers of this account. ${formatCreditFigure(getCommitted(budget))} used or reserved in this session, which ends after eight hours without a purchase. A day ends at midnight UTC.${isOwner ? '' : ' Only owners of the workspace can change budgets.'}`}
        </p>
        {isOwner && (
          <Button className="justify-self-start" onClick={() => void change({ new_session: true })}>
            Start a new session
          </Button>
        )}
      </fieldset>
    </form>
  );
}

/** What the session has spent and reserved, in tenths. */
const getCommitted = (budget: Budget | undefined): number =>
  budget ? budget.session.used + budget.session.unconfirmed + budget.running : 0;
