import { type KeyboardEvent, useId, useState } from 'react';
import { uuid } from '#contract/scalars.ts';
import { formatCount } from '../format.ts';
import { Button } from '../ui/button.tsx';
import { LazySheet } from '../ui/lazy-sheet.tsx';
import { Field } from './field.tsx';
import { Chip } from './chip.tsx';

type TextsFieldProps = {
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
export function TextsField({ label, aside, noun, max, chosen, onChoose, error }: TextsFieldProps) {
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
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
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

/** The ids in a pasted text, and the parts that are not ids. */
type PastedIds = {
  readonly ids: readonly string[];
  /** How many ids were duplicates. */
  readonly repeated: number;
  readonly invalid: readonly { readonly line: number; readonly text: string }[];
};

/** Reads ids separated by spaces, commas, semicolons or line breaks, with or without quotes. */
export function parseIds(text: string): PastedIds {
  const ids: string[] = [];
  const invalid: { line: number; text: string }[] = [];
  text.split(/\r\n|\r|\n/).forEach((line, index) => {
    for (const part of line.split(/[\s,;]+/)) {
      const bare = part.replaceAll(/^["']|["']$/g, '');
      const id = uuid.safeParse(bare).data;
      if (id !== undefined) ids.push(id);
      else if (bare !== '') invalid.push({ line: index + 1, text: bare });
    }
  });
  const distinct = [...new Set(ids)];
  return { ids: distinct, repeated: ids.length - distinct.length, invalid };
}

type IdsFieldProps = {
  readonly label: string;
  /** The kind of record that an id stands for: "deal". */
  readonly noun: string;
  readonly chosen: readonly string[];
  readonly onChoose: (ids: string[]) => void;
  readonly error?: string | undefined;
};

/** A field for pasted ids; it shows how many there are. */
export function IdsField({ label, noun, chosen, onChoose, error }: IdsFieldProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <Field label={label} errors={[[`${id}-error`, error]]}>
      <div className="flex gap-1">
        <Button onClick={() => setOpen(true)}>
          {chosen.length === 0 ? `Paste ${noun} ids` : `Change ${formatCount(chosen.length, `${noun} id`)}`}
        </Button>
        {chosen.length > 0 && (
          <Button variant="ghost" onClick={() => onChoose([])}>
            Remove
          </Button>
        )}
      </div>
      {open && (
        <LazySheet title={label} onClose={() => setOpen(false)}>
          <IdsForm
            noun={noun}
            before={chosen}
            onDone={(ids) => {
              onChoose(ids);
              setOpen(false);
            }}
          />
        </LazySheet>
      )}
    </Field>
  );
}

const maxIds = 500;
const maxShownErrors = 8;

type IdsFormProps = {
  readonly noun: string;
  readonly before: readonly string[];
  readonly onDone: (ids: string[]) => void;
};

function IdsForm({ noun, before, onDone }: IdsFormProps) {
  const id = useId();
  const [text, setText] = useState(before.join('\n'));
  const { ids, repeated, invalid } = parseIds(text);
  const tooMany = ids.length > maxIds;
  return (
    <div className="grid gap-3 p-4">
      <label htmlFor={id} className="text-ink-2">
        One id per line, or separated by blanks or commas, at most {maxIds}.
      </label>
      <textarea
        id={id}
        rows={10}
        value={text}
        spellCheck={false}
        aria-invalid={invalid.length > 0 || tooMany}
        aria-describedby={`${id}-found`}
        className="field-box resize-y p-2 font-mono text-11.5"
        onChange={({ target }) => setText(target.value)}
      />
      <div id={`${id}-found`} aria-live="polite" className="grid gap-1 text-12">
        <p className="text-ink-2">
          {formatCount(ids.length, `${noun} id`)}
          {repeated > 0 && `, ${repeated} repeated`}
        </p>
        {tooMany && (
          <p className="text-bad">
            At most {maxIds} ids per search. Remove {ids.length - maxIds}.
          </p>
        )}
        {invalid.slice(0, maxShownErrors).map(({ line, text: part }) => (
          <p key={`${line} ${part}`} className="truncate text-bad">
            Line {line}: “{part}” is not an id
          </p>
        ))}
        {invalid.length > maxShownErrors && <p className="text-bad">and {invalid.length - maxShownErrors} more</p>}
      </div>
      <div className="flex gap-1">
        <Button variant="primary" aria-disabled={tooMany} onClick={() => tooMany || onDone([...ids])}>
          {invalid.length > 0 ? `Use the ${ids.length} that are ids` : `Use ${formatCount(ids.length, 'id')}`}
        </Button>
      </div>
    </div>
  );
}
