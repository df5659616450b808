import { Check } from 'lucide-react';

type CheckPillsProps<T extends string> = {
  readonly label: string;
  readonly options: readonly (readonly [value: T, name: string])[];
  readonly chosen: readonly T[];
  readonly onChoose: (chosen: T[]) => void;
  readonly error?: string | undefined;
};

/** Several out of a few, all in sight. */
export function CheckPills<T extends string>({ label, options, chosen, onChoose, error }: CheckPillsProps<T>) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-[12px] font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-1">
        {options.map(([value, name]) => (
          <label
            key={value}
            className="relative inline-flex min-h-6 cursor-pointer items-center gap-1 rounded-[5px] border border-edge px-1.5 text-[12px] text-ink-2 outline-offset-1 outline-accent has-checked:border-transparent has-checked:bg-accent-soft has-checked:font-medium has-checked:text-accent-ink has-focus-visible:outline-2"
          >
            <input
              type="checkbox"
              className="peer absolute inset-0 cursor-pointer opacity-0"
              checked={chosen.includes(value)}
              // In the order of the options, so that the same choice is the same question.
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
        <p role="alert" className="mt-1 text-[12px] text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
