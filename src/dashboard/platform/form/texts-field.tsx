import { useId, useState, type KeyboardEvent } from 'react';
import { formatCount } from '../format.ts';
import { Chip } from './chip-picker.tsx';
import { Field } from './field.tsx';

type TextsFieldProps = {
  readonly label: string;
  readonly aside?: string | undefined;
  /** What one text is: "domain". */
  readonly noun: string;
  readonly most: number;
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: string[]) => void;
  readonly error?: string | undefined;
};

/** Free texts as chips; several may be pasted at once, one a line or parted by commas. */
export function TextsField({ label, aside, noun, most, chosen, onChoose, error }: TextsFieldProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [refused, setRefused] = useState<string>();
  const take = (typed: string) => {
    const next = [...new Set([...chosen, ...splitTexts(typed)])];
    setText('');
    setRefused(next.length > most ? `At most ${formatCount(most, noun)}; the rest was left out.` : undefined);
    if (next.length > chosen.length) onChoose(next.slice(0, most));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    take(text);
  };
  const message = refused ?? error;
  return (
    <Field label={label} htmlFor={id} aside={aside} errors={[[`${id}-error`, message]]}>
      <div className="field-box flex min-h-[34px] flex-wrap items-center gap-1 p-1">
        <ul aria-label="Chosen" className="contents empty:hidden">
          {chosen.map((one) => (
            <Chip key={one} name={one} onRemove={() => onChoose(chosen.filter((other) => other !== one))} />
          ))}
        </ul>
        <input
          id={id}
          value={text}
          autoComplete="off"
          spellCheck={false}
          placeholder={`Add ${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`}
          aria-invalid={message !== undefined}
          aria-describedby={message === undefined ? undefined : `${id}-error`}
          className="h-6 min-w-24 grow rounded-[5px] bg-transparent px-1.5"
          onChange={({ target }) => setText(target.value)}
          onBlur={() => take(text)}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text');
            if (splitTexts(pasted).length < 2) return;
            event.preventDefault();
            take(pasted);
          }}
        />
      </div>
    </Field>
  );
}

/** The texts in what was typed or pasted: one a line, or parted by commas, semicolons or tabs. */
export const splitTexts = (typed: string): string[] =>
  typed
    .split(/[\n\r,;\t]+/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
