import type { ComponentProps } from 'react';

type CheckBoxProps = Omit<ComponentProps<'input'>, 'type'>;

/** A checkbox, and next to it what it turns on. */
export const CheckBox = ({ children, className = '', ...input }: CheckBoxProps) => (
  <label className={`flex min-h-6 items-center gap-2 ${className}`}>
    <input type="checkbox" className="size-4 accent-accent" {...input} />
    {children}
  </label>
);
