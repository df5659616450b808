import { lazy, Suspense, useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { CheckPills } from '../../platform/form/check-pills.tsx';
import { Choice } from '../../platform/form/choice.tsx';
import { Presets, toPresets } from '../../platform/form/presets.tsx';
import { TextPair } from '../../platform/form/text-pair.tsx';
import type { Permalink } from '../lookups/permalink.ts';
import { PermalinkPicker } from '../lookups/permalink-picker.tsx';
import type { NamedId } from '../../platform/url/ids.ts';
import type { Filter, FilterOf } from '../query/filter.ts';
import type { RelevanceProbe } from './relevance-field.tsx';
import { RoundPicker } from './round-picker.tsx';
import type { RoundChoice } from '../query/round-text.ts';
import { toAmountPart, toTextPart } from './text-parts.ts';
import type { SearchForm } from './use-search-form.ts';

// Seldom needed at first sight, and the paid look-ups come with them. Their room is kept, so that nothing below moves
// under the hand when they arrive.
const NamedPicker = lazy(() =>
  import('../lookups/named-picker.tsx').then((module) => ({ default: module.NamedPicker })),
);
const TextsField = lazy(() =>
  import('../../platform/form/texts-field.tsx').then((module) => ({ default: module.TextsField })),
);
const IdsField = lazy(() =>
  import('../../platform/form/ids-field.tsx').then((module) => ({ default: module.IdsField })),
);
const MeaningField = lazy(() => import('./meaning-field.tsx').then((module) => ({ default: module.MeaningField })));

export type FieldProps<F extends Filter = Filter> = {
  readonly form: SearchForm;
  readonly filter: F;
  /** Permalinks that the service ignored in the answer on the screen. */
  readonly ignored: ReadonlySet<string>;
  /** What a least relevance leaves of the answer. */
  readonly probe: RelevanceProbe;
};

/** The field of any filter, by its kind. */
export function FilterField(props: FieldProps) {
  const { form, filter, probe } = props;
  switch (filter.kind) {
    case 'days':
      return <DaysField form={form} filter={filter} />;
    case 'amounts':
      return <AmountsField form={form} filter={filter} />;
    case 'meaning':
      return (
        <Suspense fallback={<div className="h-[100px]" />}>
          <MeaningField form={form} filter={filter} probe={probe} />
        </Suspense>
      );
    case 'choice':
      return <Choice label={filter.label} options={filter.options} register={form.register(filter.key)} />;
    case 'flag':
      return (
        <label className="flex min-h-6 cursor-pointer items-center gap-2 text-[12px] font-semibold">
          <input type="checkbox" className="size-4 accent-accent" {...form.register(filter.key)} />
          {filter.label}
        </label>
      );
    case 'whole':
      return <WholeField form={form} filter={filter} />;
    case 'rounds':
    case 'places':
    case 'industries':
    case 'named':
    case 'checks':
    case 'texts':
    case 'ids':
      return <ListField {...props} filter={filter} />;
  }
}

type ListFilter = FilterOf<'rounds' | 'places' | 'industries' | 'named' | 'checks' | 'texts' | 'ids'>;

/** A filter of several values. */
function ListField({ form, filter, ignored }: FieldProps<ListFilter>) {
  return (
    <Controller
      control={form.control}
      name={filter.key}
      render={({ field, fieldState }) => (
        <Suspense fallback={<div className="h-[62px]" />}>
          <ListControl
            filter={filter}
            ignored={ignored}
            chosen={field.value as readonly unknown[]}
            onChoose={field.onChange}
            error={fieldState.error?.message}
          />
        </Suspense>
      )}
    />
  );
}

type ListControlProps = {
  readonly filter: ListFilter;
  readonly ignored: ReadonlySet<string>;
  readonly chosen: readonly unknown[];
  readonly onChoose: (chosen: readonly unknown[]) => void;
  readonly error: string | undefined;
};

function ListControl({ filter, ignored, chosen, onChoose, error }: ListControlProps) {
  const { label, aside } = filter;
  const texts = chosen as readonly string[];
  switch (filter.kind) {
    case 'rounds':
      return <RoundPicker label={label} chosen={chosen as readonly RoundChoice[]} onChoose={onChoose} error={error} />;
    case 'places':
    case 'industries':
      return (
        <PermalinkPicker
          label={label}
          field={filter.kind === 'places' ? 'location' : 'industry'}
          chosen={chosen as readonly Permalink[]}
          {...{ onChoose, ignored, error }}
        />
      );
    case 'named':
      return (
        <NamedPicker kind={filter.of} chosen={chosen as readonly NamedId[]} {...{ label, aside, onChoose, error }} />
      );
    case 'checks':
      return <CheckPills label={label} options={filter.options} chosen={texts} onChoose={onChoose} error={error} />;
    case 'texts':
      return <TextsField noun={filter.noun} most={filter.most} chosen={texts} {...{ label, aside, onChoose, error }} />;
    case 'ids':
      return <IdsField noun={filter.noun} chosen={texts} {...{ label, onChoose, error }} />;
  }
}

function DaysField({ form, filter }: Pick<FieldProps<FilterOf<'days'>>, 'form' | 'filter'>) {
  const { label, more, keys } = filter;
  const part = filter.part ?? label;
  const [low, high] = keys;
  const [from, to] = useWatch({ control: form.control, name: [...keys] }) as string[];
  const [presets] = useState(() => toPresets(new Date()));
  return (
    <div>
      <TextPair
        label={label}
        aside="YYYY-MM-DD, UTC"
        inputMode="numeric"
        parts={[toTextPart(form, low, `${part} from`, 'From'), toTextPart(form, high, `${part} to`, 'To')]}
      />
      {!more && (
        <Presets
          label={`${label} lately`}
          presets={presets}
          chosen={{ from: from ?? '', to: to ?? '' }}
          onChoose={(preset) => {
            form.setValue(low, preset.from);
            form.setValue(high, preset.to);
            void form.trigger([low, high]);
          }}
        />
      )}
    </div>
  );
}

function AmountsField({ form, filter }: Pick<FieldProps<FilterOf<'amounts'>>, 'form' | 'filter'>) {
  const { label, aside, keys } = filter;
  const part = filter.part ?? label.replace(/, USD$/, '').toLowerCase();
  return (
    <TextPair
      label={label}
      aside={aside ?? '500k, 2.5m, 1bn'}
      parts={[
        toAmountPart(form, keys[0], `Minimum ${part}`, 'No minimum'),
        toAmountPart(form, keys[1], `Maximum ${part}`, 'No maximum'),
      ]}
    />
  );
}

function WholeField({ form, filter }: Pick<FieldProps<FilterOf<'whole'>>, 'form' | 'filter'>) {
  return (
    <TextPair
      label={filter.label}
      aside={filter.aside ?? ''}
      inputMode="numeric"
      parts={[toTextPart(form, filter.key, filter.label, '1')]}
    />
  );
}
