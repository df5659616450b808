import { useId, type KeyboardEvent } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from './field.tsx';

/** One input of a pair. */
export type TextPart = {
  readonly label: string;
  readonly placeholder: string;
  readonly register: UseFormRegisterReturn;
  readonly error: string | undefined;
  /** Checks the text and formats it. */
  readonly onCommit: () => void;
};

type TextPairProps = {
  readonly label: string;
  readonly aside: string;
  readonly parts: readonly [TextPart] | readonly [TextPart, TextPart];
  readonly inputMode?: 'decimal' | 'numeric';
};

/** A lower and an upper bound in one box, or a single input that looks the same. */
export function TextPair({ label, aside, parts, inputMode }: TextPairProps) {
  const id = useId();
  const errorId = (part: number) => `${id}-error-${part}`;
  return (
    <Field label={label} aside={aside} errors={parts.map(({ error }, part) => [errorId(part), error])}>
      <div className="field-box grid auto-cols-fr grid-flow-col tabular-nums">
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
            className="h-8 min-w-0 rounded-[6px] bg-transparent px-2.5 outline-offset-[-2px] not-first:border-l not-first:border-line"
            onBlur={(event) => {
              void part.register.onBlur(event);
              part.onCommit();
            }}
            onKeyDown={(event) => commitOnEnter(event, part.onCommit)}
          />
        ))}
      </div>
    </Field>
  );
}

/** Enter only commits the field: the button and Ctrl+Enter search. */
function commitOnEnter(event: KeyboardEvent, commit: () => void): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  commit();
}
