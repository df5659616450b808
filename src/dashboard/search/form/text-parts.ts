import { toAmount, toAmountText } from '../../platform/form/amount.ts';
import type { TextPart } from '../../platform/form/text-pair.tsx';
import type { SearchForm } from './use-search-form.ts';

/** A field of text as one part of a pair. */
export function toTextPart(form: SearchForm, name: string, label: string, placeholder: string): TextPart {
  return {
    label,
    placeholder,
    register: form.register(name),
    error: readError(form, name),
    onCommit: () => void form.trigger(name),
  };
}

/** An amount as one part of a pair; taken in, it is written in its shortest form. */
export function toAmountPart(form: SearchForm, name: string, label: string, placeholder: string): TextPart {
  return {
    ...toTextPart(form, name, label, placeholder),
    onCommit: () => {
      const dollars = toAmount(String(form.getValues(name)));
      if (dollars !== undefined) form.setValue(name, toAmountText(dollars));
      void form.trigger(name);
    },
  };
}

/** What is wrong with a field, in words. */
export const readError = (form: SearchForm, name: string): string | undefined => form.formState.errors[name]?.message;
