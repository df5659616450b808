import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { formatCount } from '../format.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Field } from './field.tsx';
import { Chip } from './chip.tsx';
import { isComposing } from './composing.ts';
import { IdsForm } from './ids-form.tsx';

type TextsFieldProps = {
  readonly ref: Ref<HTMLInputElement>;
  readonly label: string;
  readonly aside?: string | undefined;
  /** The name of one text: "domain". */
  readonly noun: string;
  readonly max: number;
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: string[]) => void;
  readonly error?: string | undefined;
};

/** Free texts as chips. Several can be pasted at once, one per line or separated by commas. */
export function TextsField({ ref, label, aside, noun, max, chosen, onChoose, error }: TextsFieldProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [rejection, setRejection] = useState<string>();
  const add = (typed: string) => {
    const next = [...new Set([...chosen, ...splitTexts(typed)])];
    setText('');
    setRejection(next.length > max ? `At most ${formatCount(max, noun)}; the rest was not added.` : undefined);
    if (next.length > chosen.length) onChoose(next.slice(0, max));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || isComposing(event)) return;
    event.preventDefault();
    add(text);
  };
  const message = rejection ?? error;
  return (
    <Field label={label} htmlFor={id} aside={aside} errors={[[`${id}-error`, message]]}>
      <div className="field-box flex min-h-8.5 flex-wrap items-center gap-1 p-1">
        <ul aria-label="Chosen" className="contents empty:hidden">
          {chosen.map((one) => (
            <Chip key={one} name={one} onRemove={() => onChoose(chosen.filter((other) => other !== one))} />
          ))}
        </ul>
        <input
          ref={ref}
          id={id}
          value={text}
          autoComplete="off"
          spellCheck={false}
          placeholder={`Add ${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`}
          aria-invalid={message !== undefined}
          aria-describedby={message === undefined ? undefined : `${id}-error`}
          className="h-6 min-w-24 grow rounded-[5px] bg-transparent px-1.5"
          onChange={({ target }) => setText(target.value)}
          onBlur={() => add(text)}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text');
            if (splitTexts(pasted).length < 2) return;
            event.preventDefault();
            add(pasted);
          }}
        />
      </div>
    </Field>
  );
}

/** Splits typed or pasted text at line breaks, commas, semicolons and tabs. */
export const splitTexts = (typed: string): string[] =>
  typed
    .split(/[\n\r,;\t]+/)
    .map((one) => one.trim())
    .filter((one) => one !== '');

type IdsFieldProps = {
  readonly ref: Ref<HTMLButtonElement>;
  readonly label: string;
  /** The kind of record that an id stands for: "deal". */
  readonly noun: string;
  readonly chosen: readonly string[];
  readonly onChoose: (ids: string[]) => void;
  readonly error?: string | undefined;
};

/** A field for pasted ids; it shows how many there are. */
export function IdsField({ ref, label, noun, chosen, onChoose, error }: IdsFieldProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <Field label={label} errors={[[`${id}-error`, error]]}>
      <div className="flex gap-1">
        <Button ref={ref} onClick={() => setOpen(true)}>
          {chosen.length === 0 ? `Paste ${noun} ids` : `Change ${formatCount(chosen.length, `${noun} id`)}`}
        </Button>
        {chosen.length > 0 && (
          <Button variant="ghost" onClick={() => onChoose([])}>
            Remove
          </Button>
        )}
      </div>
      {open && (
        <Sheet title={label} onClose={() => setOpen(false)}>
          <IdsForm
            noun={noun}
            before={chosen}
            onDone={(ids) => {
              onChoose(ids);
              setOpen(false);
            }}
          />
        </Sheet>
      )}
    </Field>
  );
}
