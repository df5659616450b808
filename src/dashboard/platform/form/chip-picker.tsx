import { lazy, Suspense, type ReactNode } from 'react';
import type { ChipIcon } from './chip.tsx';
import { Field } from './field.tsx';

/** How a value is shown and told apart. */
export type Shown<T> = {
  readonly toKey: (value: T) => string;
  readonly toName: (value: T) => string;
  /** Tells two of the same name apart, quietly behind it: "Missouri". */
  readonly formatQualifier?: (value: T) => string;
  readonly toRemark?: (value: T) => string;
  readonly readStatus?: (value: T) => ChipIcon | undefined;
};

/** Values under one heading. */
export type Group<T> = { readonly value: string; readonly items: readonly T[] };

/** What a picker of several values needs. */
export type ChipPickerProps<T> = {
  readonly label: string;
  readonly aside?: ReactNode;
  readonly chosen: readonly T[];
  readonly onChoose: (chosen: T[]) => void;
  readonly shown: Shown<T>;
  /** What stands for choice: filtered here by what is typed, or found elsewhere when `onType` is given. */
  readonly offers: readonly T[] | readonly Group<T>[];
  readonly onType?: (text: string) => void;
  /** Says what the list shows or why it is empty. */
  readonly status?: string | undefined;
  /** Stands under the list: what else can be done with the typed text. */
  readonly foot?: ReactNode;
  /** Stands under the chips: what is to be said about them. */
  readonly notes?: ReactNode;
  readonly error?: string | undefined;
};

// The popup is the largest part of a form and never needed at first sight; lazy() forgets that it is generic.
const ChipCombobox = lazy(() =>
  import('./chip-combobox.tsx').then((module) => ({ default: module.ChipCombobox })),
) as unknown as <T>(props: ChipPickerProps<T>) => ReactNode;

/** As high as the button that comes, so that nothing below moves. */
const buttonShape = <span aria-hidden className="-my-1.5 ml-1 inline-flex h-6" />;

/** Several values as chips, found in a popup; its shape stands while its code is on the way. */
export function ChipPicker<T>(props: ChipPickerProps<T>) {
  const { label, aside, chosen, shown } = props;
  // A button in the remark would lose what it opened when the field takes the place of its shape.
  const shape = (
    <Field label={label} aside={typeof aside === 'object' ? buttonShape : aside}>
      <div className="field-box min-h-[34px] p-1.5 text-ink-3">{chosen.map(shown.toName).join(', ')}</div>
    </Field>
  );
  return (
    <Suspense fallback={shape}>
      <ChipCombobox {...props} />
    </Suspense>
  );
}
