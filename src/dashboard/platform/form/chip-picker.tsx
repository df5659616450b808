import { type ReactNode } from 'react';
import { Field } from './field.tsx';
import { lazyPart, Fallback } from '../ui/lazy-part.tsx';
import type { ChipPickerProps } from './chip-combobox.tsx';

// The popup is a form's largest part and not needed at first, so it loads lazily; lazyPart() loses its type parameter.
const ChipCombobox = lazyPart(() => import('./chip-combobox.tsx').then((module) => module.ChipCombobox)) as unknown as <
  T,
>(
  props: ChipPickerProps<T>,
) => ReactNode;

/** As high as the button that replaces it, so that the page does not shift. */
const buttonPlaceholder = <span aria-hidden className="-my-1.5 ml-1 inline-flex h-6" />;

/** A picker of several values, shown as chips. A placeholder of the same size is shown until its code has loaded. */
export function ChipPicker<T>(props: ChipPickerProps<T>) {
  const { label, aside, chosen, shown } = props;
  // A button must not render here: what it opened would be lost when the loaded field replaces the placeholder.
  const placeholder = (
    <Field label={label} aside={typeof aside === 'object' ? buttonPlaceholder : aside}>
      <div className="field-box min-h-9.25 p-1.5 text-ink-3">{chosen.map(shown.toName).join(', ')}</div>
    </Field>
  );
  return (
    <Fallback value={placeholder}>
      <ChipCombobox {...props} />
    </Fallback>
  );
}
