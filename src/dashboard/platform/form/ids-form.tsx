import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { uuid } from '#contract/scalars.ts';
import { formatCount } from '../format.ts';
import { Button } from '../ui/button.tsx';
import { useKeptForm } from './kept-form.tsx';

const maxIds = 500;
const idLength = 36;
const maxShownErrors = 8;

type IdsFormProps = {
  readonly noun: string;
  readonly before: readonly string[];
  readonly onDone: (ids: string[]) => void;
};

const idsForm = z.object({
  text: z
    .string()
    .transform(parseIds)
    .refine(({ ids }) => ids.length <= maxIds),
});

/** Ids in a text field, with what is not one. */
export function IdsForm({ noun, before, onDone }: IdsFormProps) {
  const id = useId();
  const { form, forget } = useKeptForm<z.input<typeof idsForm>, z.output<typeof idsForm>>(
    `${noun} ids ${before.join(' ')}`,
    { resolver: zodResolver(idsForm), defaultValues: { text: before.join('\n') } },
  );
  const { ids, repeated, invalid } = parseIds(useWatch({ control: form.control, name: 'text' }));
  const tooMany = ids.length > maxIds;
  const finish = form.handleSubmit(({ text }) => {
    forget();
    onDone([...text.ids]);
  });
  return (
    <div className="grid gap-3 p-4">
      <label htmlFor={id} className="text-ink-2">
        One id per line, or separated by blanks or commas, at most {maxIds}.
      </label>
      <textarea
        id={id}
        rows={10}
        spellCheck={false}
        aria-invalid={invalid.length > 0 || tooMany}
        aria-describedby={`${id}-found`}
        className="field-box resize-y p-2 font-mono text-11.5"
        {...form.register('text')}
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
        <Button variant="primary" aria-disabled={tooMany} onClick={() => void finish()}>
          {invalid.length > 0 ? `Use the ${ids.length} that are ids` : `Use ${formatCount(ids.length, 'id')}`}
        </Button>
      </div>
    </div>
  );
}

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
      // Most parts of a text that is not a list of ids have another length: they are not checked one by one.
      const id = bare.length === idLength ? uuid.safeParse(bare).data : undefined;
      if (id !== undefined) ids.push(id);
      else if (bare !== '') invalid.push({ line: index + 1, text: bare });
    }
  });
  const distinct = [...new Set(ids)];
  return { ids: distinct, repeated: ids.length - distinct.length, invalid };
}
