import { type ComponentProps, type ReactNode, useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from './field.tsx';

type TextFieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  readonly label: string;
  /** A remark on the right of the label. */
  readonly aside?: string;
  readonly register: UseFormRegisterReturn;
  /** Why the value is not accepted. */
  readonly error?: string | undefined;
  /** What the value means, below the input. */
  readonly about?: ReactNode;
  /** A button next to the input. */
  readonly button?: ReactNode;
};

/** A line of text of a form, with its label and its error. */
export function TextField({
  label,
  aside,
  register,
  error,
  about,
  button,
  className = 'w-full',
  ...input
}: TextFieldProps) {
  const id = useId();
  const described = [error === undefined ? [] : `${id}-error`, about === undefined ? [] : `${id}-about`].flat();
  return (
    <Field label={label} htmlFor={id} aside={aside} errors={[[`${id}-error`, error]]}>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          autoComplete="off"
          aria-invalid={error !== undefined}
          aria-describedby={described.length === 0 ? undefined : described.join(' ')}
          {...input}
          {...register}
          className={`field-box h-8 px-2.5 max-tablet:h-10 ${className}`}
        />
        {button}
      </div>
      {about !== undefined && (
        <p id={`${id}-about`} className="mt-1 text-12 text-ink-3">
          {about}
        </p>
      )}
    </Field>
  );
}
