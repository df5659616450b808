import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  useForm,
  type UseFormProps,
  type UseFormReturn,
} from 'react-hook-form';
import { Button } from '../ui/button.tsx';
import { keepDraft, readDraft } from './kept-draft.ts';

type KeptForm<Fields extends FieldValues, Parsed> = {
  readonly form: UseFormReturn<Fields, unknown, Parsed>;
  /** Says that kept changes are in the form, and discards them; null if there are none. */
  readonly notice: ReactNode;
  /** Called once the changes are saved, or the user cancelled them. */
  readonly forget: () => void;
};

type KeptFormProps<Fields extends FieldValues, Parsed> = UseFormProps<Fields, unknown, Parsed> & {
  readonly defaultValues: Fields;
  /** The field that is focused first; absent where the form is a part of something larger. */
  readonly first?: Path<Fields>;
};

/** `useForm`, with the changes that were made under this name before and not saved: closing a form loses nothing. */
export function useKeptForm<Fields extends FieldValues, Parsed>(
  name: string,
  { defaultValues: saved, first, ...props }: KeptFormProps<Fields, Parsed>,
): KeptForm<Fields, Parsed> {
  const [kept] = useState(() => readDraft(name) as Partial<Fields> | undefined);
  const [isRestored, setRestored] = useState(kept !== undefined);
  const form = useForm({ ...props, defaultValues: Object.assign({}, saved, kept) as DefaultValues<Fields> });
  const forget = () => keepDraft(name, undefined);
  const keep = useEffectEvent((values: Fields) => keepDraft(name, pickChanges(values, saved)));
  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }), [form]);
  const { setFocus } = form;
  const focusFirst = useEffectEvent(() => first && setFocus(first));
  useEffect(() => focusFirst(), []);
  const discard = () => {
    form.reset(saved, { keepFieldsRef: true });
    forget();
    setRestored(false);
    // The button that was pressed disappears.
    if (first) setFocus(first);
  };
  return { form, notice: isRestored ? <RestoredChanges onDiscard={discard} /> : null, forget };
}

/** The fields that differ; what a colleague saved in the others in the meantime stays. */
function pickChanges<Fields extends FieldValues>(values: Fields, saved: Fields): Partial<Fields> | undefined {
  const changed = Object.entries(values).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(saved[key]));
  return changed.length === 0 ? undefined : (Object.fromEntries(changed) as Partial<Fields>);
}

const RestoredChanges = ({ onDiscard }: { readonly onDiscard: () => void }) => (
  <div className="flex flex-wrap items-center justify-between gap-2 rounded-[9px] bg-sunken py-1.5 pr-1.5 pl-3">
    <output>Unsaved changes restored.</output>
    <Button onClick={onDiscard}>Discard changes</Button>
  </div>
);
