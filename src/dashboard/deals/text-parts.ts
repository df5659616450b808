import type { UseFormReturn } from 'react-hook-form';
import { toAmount, toAmountText } from '../form/amount.ts';
import type { TextPart } from '../form/text-pair.tsx';
import type { DealsDraft } from './draft.ts';
import type { DealsQuestion } from './question.ts';

/** The filter form of the deals screen; its drafts live here until they are searched. */
export type DealsForm = UseFormReturn<DealsDraft, unknown, DealsQuestion>;

type DayField = 'from' | 'to' | 'added_from' | 'added_to';
type AmountField = 'min' | 'max' | 'raised_min' | 'raised_max';

/** A day as one part of a pair. */
export function toDayPart(form: DealsForm, name: DayField, label: string, placeholder: string): TextPart {
  return {
    label,
    placeholder,
    register: form.register(name),
    error: form.formState.errors[name]?.message,
    onCommit: () => void form.trigger(name),
  };
}

/** An amount as one part of a pair; taken in, it is written in its shortest form. */
export function toAmountPart(form: DealsForm, name: AmountField, label: string, placeholder: string): TextPart {
  return {
    label,
    placeholder,
    register: form.register(name),
    error: form.formState.errors[name]?.message,
    onCommit: () => {
      const dollars = toAmount(form.getValues(name));
      if (dollars !== undefined) form.setValue(name, toAmountText(dollars));
      void form.trigger(name);
    },
  };
}
