import { Controller } from 'react-hook-form';
import { employeeRange } from '#contract/enums.ts';
import { formatRoundName } from '#contract/rounds.ts';
import { CheckPills } from '../../platform/form/check-pills.tsx';
import { ChipPicker, type Group, type Shown } from '../../platform/form/chip-picker.tsx';
import { TextPair, type TextPart } from '../../platform/form/text-pair.tsx';
import { NamedPicker } from '../../search/lookups/named-picker.tsx';
import { PermalinkPicker } from '../../search/lookups/permalink-picker.tsx';
import { roundOrder } from '../../platform/rounds.ts';
import { toAmount, toAmountText } from '../../platform/form/amount.ts';
import type { EditorForm } from './alert-editor.tsx';

const variants = [
  ['Plain rounds', false, false],
  ['Pre-rounds', true, false],
  ['Extensions', false, true],
  ['Extensions of pre-rounds', true, true],
] as const;

/** Alerts hold rounds by the names that people use (contract 2). */
const rounds: readonly Group<string>[] = variants.map(([value, pre, extension]) => ({
  value,
  items: roundOrder.map((type) => formatRoundName({ type, pre, extension })),
}));
const plainText: Shown<string> = { toKey: (name) => name, toName: (name) => name };
const ranges = employeeRange.options.map((range) => [range, range.replace('-', '–')] as const);
const noneIgnored: ReadonlySet<string> = new Set();

/** The filters of an alert. */
export function AlertFields({ form }: { readonly form: EditorForm }) {
  const { control } = form;
  return (
    <>
      <Controller
        control={control}
        name="rounds"
        render={({ field }) => (
          <ChipPicker
            label="Round type"
            chosen={field.value}
            onChoose={field.onChange}
            shown={plainText}
            offers={rounds}
          />
        )}
      />
      {(['location', 'industry'] as const).map((name) => (
        <Controller
          key={name}
          control={control}
          name={name}
          render={({ field }) => (
            <PermalinkPicker
              label={name === 'location' ? 'Location' : 'Industry'}
              field={name}
              chosen={field.value}
              onChoose={field.onChange}
              ignored={noneIgnored}
            />
          )}
        />
      ))}
      <TextPair
        label="Round size, USD"
        aside="500k, 2.5m, 1bn"
        parts={[toPart(form, 'min', 'Minimum size', 'No minimum'), toPart(form, 'max', 'Maximum size', 'No maximum')]}
      />
      <Controller
        control={control}
        name="employees"
        render={({ field }) => (
          <CheckPills label="Employees" options={ranges} chosen={field.value} onChoose={field.onChange} />
        )}
      />
      {(['firm', 'company'] as const).map((name) => (
        <Controller
          key={name}
          control={control}
          name={name}
          render={({ field }) => (
            <NamedPicker
              label={name === 'firm' ? 'Investors' : 'Companies'}
              aside={undefined}
              kind={name === 'firm' ? 'investor' : name}
              chosen={field.value}
              onChoose={field.onChange}
            />
          )}
        />
      ))}
    </>
  );
}

function toPart(form: EditorForm, name: 'min' | 'max', label: string, placeholder: string): TextPart {
  return {
    label,
    placeholder,
    register: form.register(name),
    error: form.formState.errors[name]?.message,
    onCommit: () => {
      const usd = toAmount(form.getValues(name));
      if (usd !== undefined) form.setValue(name, toAmountText(usd));
      void form.trigger(name);
    },
  };
}
