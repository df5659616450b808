import type { ReactNode } from 'react';

type FieldProps = {
  readonly label: string;
  /** The id of the control that the label names. */
  readonly htmlFor?: string;
  readonly labelId?: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  readonly errors?: readonly (readonly [id: string, message: string | undefined])[];
  /** What corrects an error, below it. */
  readonly correction?: ReactNode;
};

/** A form field: label, remark on the right, and error messages below. */
export function Field({ label, htmlFor, labelId, aside, children, errors = [], correction }: FieldProps) {
  const title = 'text-12 font-semibold';
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-2">
        {htmlFor === undefined ? (
          <span id={labelId} className={title}>
            {label}
          </span>
        ) : (
          <label id={labelId} htmlFor={htmlFor} className={title}>
            {label}
          </label>
        )}
        {aside !== undefined && <span className="text-11.5 text-ink-3">{aside}</span>}
      </div>
      {children}
      {errors.map(([id, message]) =>
        message === undefined ? null : <FieldError key={id} id={id} message={message} />,
      )}
      {correction}
    </div>
  );
}

function FieldError({ id, message }: { readonly id: string; readonly message: string }) {
  return (
    <p id={id} role="alert" className="mt-1 text-12 text-bad">
      {message}
    </p>
  );
}
