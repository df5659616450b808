import { Check } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type ReactNode, type Ref, useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Button } from '../ui/button.tsx';
import { isComposing } from './composing.ts';
import { Field } from './field.tsx';

type Options = readonly (readonly [value: string, name: string])[];
type SelectBoxProps = ComponentProps<'select'> & { readonly options: Options };

/** The browser's own select in our frame. */
export const SelectBox = ({ options, className = '', ...props }: SelectBoxProps) => (
  <div className="field-box">
    <select {...props} className={`w-full rounded-md bg-panel pl-2.5 ${className}`}>
      {options.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  </div>
);

type SelectFieldProps = {
  readonly label: string;
  readonly options: Options;
  readonly register: UseFormRegisterReturn;
  /** The choice before the form sets it, in the page that the build renders. */
  readonly defaultValue?: string;
};

/** A select of a form. */
export function SelectField({ label, options, register, defaultValue }: SelectFieldProps) {
  const id = useId();
  return (
    <Field label={label} htmlFor={id}>
      <SelectBox id={id} options={options} className="h-8" {...{ defaultValue, ...register }} />
    </Field>
  );
}

type LabeledSelectProps = {
  readonly label: string;
  readonly value: string;
  readonly options: Options;
  /** Puts the label before the select, and hides it visually on a narrow screen; otherwise the label is above. */
  readonly inline?: boolean;
  readonly onPick: (value: string) => void;
};

/** A select outside a form; a choice takes effect at once. */
export function LabeledSelect({ label, value, options, inline = false, onPick }: LabeledSelectProps) {
  const id = useId();
  return (
    <div className={inline ? 'flex items-center gap-2' : 'grid min-w-0 gap-1'}>
      <label htmlFor={id} className={`text-12 text-ink-3 ${inline ? 'max-wide:sr-only' : ''}`}>
        {label}
      </label>
      <SelectBox
        id={id}
        value={value}
        options={options}
        className="h-7.5 max-w-44 truncate tabular-nums"
        onChange={({ target }) => onPick(target.value)}
      />
    </div>
  );
}

type CheckPillsProps<T extends string> = {
  /** Receives the first checkbox. */
  readonly ref?: Ref<HTMLInputElement>;
  readonly label: string;
  readonly aside?: string;
  readonly options: readonly (readonly [value: T, name: string])[];
  readonly chosen: readonly T[];
  readonly onChoose: (chosen: T[]) => void;
  readonly error?: string | undefined;
};

/** Checkboxes shown as pills. */
export function CheckPills<T extends string>({
  ref,
  label,
  aside,
  options,
  chosen,
  onChoose,
  error,
}: CheckPillsProps<T>) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-12 font-semibold">
        {label}
        {aside && <span className="ml-2 text-11.5 font-normal text-ink-3">{aside}</span>}
      </legend>
      <div className="flex flex-wrap gap-1">
        {options.map(([value, name], at) => (
          <label
            key={value}
            className="relative inline-flex min-h-6 cursor-pointer items-center gap-1 rounded-[5px] border border-edge px-1.5 text-12 text-ink-2 outline-offset-1 outline-accent has-checked:border-transparent has-checked:bg-accent-soft has-checked:font-medium has-checked:text-accent-ink has-focus-visible:outline-2"
          >
            <input
              ref={at === 0 ? ref : undefined}
              type="checkbox"
              className="peer absolute inset-0 cursor-pointer opacity-0"
              checked={chosen.includes(value)}
              // In the order of the options, so that the same choice always sends the same request.
              onChange={({ target }) =>
                onChoose(
                  options
                    .map(([other]) => other)
                    .filter((other) => (other === value ? target.checked : chosen.includes(other))),
                )
              }
            />
            <Check aria-hidden className="hidden size-3 peer-checked:block" />
            {name}
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p role="alert" className="mt-1 text-12 text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** One input of a pair. */
export type TextPart = {
  readonly label: string;
  readonly placeholder: string;
  readonly register: UseFormRegisterReturn;
  readonly error: string | undefined;
  /** Checks the text and formats it. */
  readonly onCommit: () => void;
  /** What the text may mean, as a button under the field. */
  readonly suggestion?: string | undefined;
  readonly onTakeSuggestion?: () => void;
};

type TextPairProps = {
  readonly label: string;
  readonly aside: string;
  readonly parts: readonly [TextPart] | readonly [TextPart, TextPart];
  readonly inputMode?: 'decimal' | 'numeric';
  readonly onFocus?: () => void;
  /** A button at the end of the box. */
  readonly button?: ReactNode;
};

/** A lower and an upper bound in one box, or a single input that looks the same. */
export function TextPair({ label, aside, parts, inputMode, onFocus, button }: TextPairProps) {
  const id = useId();
  const errorId = (part: number) => `${id}-error-${part}`;
  return (
    <Field
      label={label}
      aside={aside}
      errors={parts.map(({ error }, part) => [errorId(part), error])}
      correction={parts.map(({ label: name, suggestion, onTakeSuggestion }) =>
        suggestion === undefined ? null : (
          <Button key={name} onClick={onTakeSuggestion}>
            Use {suggestion}
          </Button>
        ),
      )}
    >
      <div className="field-box flex tabular-nums">
        {parts.map((part, index) => (
          <input
            key={part.label}
            {...part.register}
            aria-label={part.label}
            aria-invalid={part.error !== undefined}
            aria-describedby={part.error === undefined ? undefined : errorId(index)}
            placeholder={part.placeholder}
            inputMode={inputMode}
            autoComplete="off"
            spellCheck={false}
            className="h-8 min-w-0 flex-1 rounded-md bg-transparent px-2.5 -outline-offset-2 not-first:border-l not-first:border-line"
            onFocus={onFocus}
            onBlur={(event) => {
              void part.register.onBlur(event);
              part.onCommit();
            }}
            onKeyDown={(event) => commitOnEnter(event, part.onCommit)}
          />
        ))}
        {button}
      </div>
    </Field>
  );
}

/** Enter only commits the field: the button and Ctrl+Enter search. */
function commitOnEnter(event: KeyboardEvent, commit: () => void): void {
  if (event.key !== 'Enter' || isComposing(event)) return;
  if (!event.ctrlKey && !event.metaKey) event.preventDefault();
  commit();
}
