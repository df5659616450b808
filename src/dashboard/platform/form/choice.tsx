import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from './field.tsx';

type ChoiceProps = {
  readonly label: string;
  readonly options: readonly (readonly [value: string, name: string])[];
  readonly register: UseFormRegisterReturn;
};

/** One out of a few: the browser's own select in our frame. */
export function Choice({ label, options, register }: ChoiceProps) {
  const id = useId();
  return (
    <Field label={label} htmlFor={id}>
      <div className="field-box relative">
        <select id={id} {...register} className="h-8 w-full appearance-none rounded-[6px] bg-panel pr-7 pl-2.5">
          {options.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden className="pointer-events-none absolute top-2 right-2 size-4 text-ink-3" />
      </div>
    </Field>
  );
}
