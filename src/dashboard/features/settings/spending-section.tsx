import { useId } from 'react';
import { BudgetForm } from '../../purchase/budget-form.tsx';
import { storeCreditPrice, useCreditPrice } from '../../purchase/price.ts';
import { SettingsSection } from './section.tsx';

/** The budget of a session, and what a credit costs. */
export function SpendingSection() {
  const id = useId();
  const price = useCreditPrice();
  return (
    <SettingsSection title="Spending">
      <BudgetForm />
      <label htmlFor={id} className="mt-2 font-semibold">
        Price of a credit, in US dollars
      </label>
      <input
        id={id}
        inputMode="decimal"
        placeholder="not shown"
        aria-describedby={`${id}-about`}
        defaultValue={price ?? ''}
        onChange={(event) => storeCreditPrice(event.target.value)}
        className="field-box h-8 w-32 px-2.5 tabular-nums"
      />
      <p id={`${id}-about`} className="text-[12px] text-ink-3">
        With a price the meter also says what the session costs in money. Leave it empty to see credits alone.
      </p>
    </SettingsSection>
  );
}
