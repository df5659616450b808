import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { Field } from '../../platform/form/field.tsx';
import type { FilterOf } from '../query/filter.ts';
import { RelevanceField, type RelevanceProbe } from './relevance-field.tsx';
import { readError } from './text-parts.ts';
import type { SearchForm } from './use-search-form.ts';

type MeaningFieldProps = {
  readonly form: SearchForm;
  readonly filter: FilterOf<'meaning'>;
  readonly probe: RelevanceProbe;
};

/** A description that is searched by meaning; it says that the order gives way to it. */
export function MeaningField({ form, filter: { label, aside, keys }, probe }: MeaningFieldProps) {
  const id = useId();
  const [about, relevance] = keys;
  const [text, least] = useWatch({ control: form.control, name: [...keys] }) as string[];
  const error = readError(form, about);
  const given = (text ?? '').trim() !== '';
  return (
    <div className="grid gap-2">
      <Field label={label} htmlFor={id} aside={aside} errors={[[`${id}-error`, error]]}>
        <textarea
          id={id}
          rows={2}
          placeholder="Batteries for trucks"
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-note${error === undefined ? '' : ` ${id}-error`}`}
          className="field-box block w-full resize-y px-2.5 py-1.5"
          {...form.register(about)}
        />
      </Field>
      <p id={`${id}-note`} className="text-[11.5px] text-ink-3">
        {given
          ? 'Ranked by relevance to this description, which replaces the order below.'
          : 'Ranks by relevance to what you write.'}
      </p>
      {(given || (least ?? '') !== '') && (
        <RelevanceField
          value={least ?? ''}
          onChange={(value) =>
            form.setValue(relevance, value, { shouldDirty: true, shouldValidate: error !== undefined })
          }
          error={readError(form, relevance)}
          probe={probe}
          isOfAnswer={(text ?? '').trim() === probe.question[about]}
        />
      )}
    </div>
  );
}
