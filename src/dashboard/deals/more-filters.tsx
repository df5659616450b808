import { Controller } from 'react-hook-form';
import { employeeRange, ipoStatus } from '#contract/enums.ts';
import { CheckPills } from '../form/check-pills.tsx';
import { IdsField } from '../form/ids-field.tsx';
import { TextPair } from '../form/text-pair.tsx';
import { NamedPicker } from '../lookups/named-picker.tsx';
import { toAmountPart, toDayPart, type DealsForm } from './text-parts.ts';

const employeeOptions = employeeRange.options.map((range) => [range, range.replace('-', '–')] as const);
const ipoOptions = ipoStatus.options.map(
  (status) => [status, status.charAt(0).toUpperCase() + status.slice(1)] as const,
);

/** The filters that stand one click away. */
export function MoreFilters({ form }: { readonly form: DealsForm }) {
  const { control } = form;
  return (
    <>
      <Controller
        control={control}
        name="employees"
        render={({ field, fieldState }) => (
          <CheckPills
            label="Employees"
            options={employeeOptions}
            chosen={field.value}
            onChoose={field.onChange}
            error={fieldState.error?.message}
          />
        )}
      />
      <TextPair
        label="Raised in all, USD"
        aside="every round together"
        parts={[
          toAmountPart(form, 'raised_min', 'Minimum raised in all', 'No minimum'),
          toAmountPart(form, 'raised_max', 'Maximum raised in all', 'No maximum'),
        ]}
      />
      <Controller
        control={control}
        name="ipo"
        render={({ field, fieldState }) => (
          <CheckPills
            label="Stock market"
            options={ipoOptions}
            chosen={field.value}
            onChoose={field.onChange}
            error={fieldState.error?.message}
          />
        )}
      />
      <TextPair
        label="Added to the service"
        aside="YYYY-MM-DD, UTC"
        inputMode="numeric"
        parts={[toDayPart(form, 'added_from', 'Added from', 'From'), toDayPart(form, 'added_to', 'Added to', 'To')]}
      />
      {(['company', 'person'] as const).map((name) => (
        <Controller
          key={name}
          control={control}
          name={name}
          render={({ field, fieldState }) => (
            <NamedPicker
              label={name === 'company' ? 'Companies' : 'People'}
              aside={name === 'company' ? undefined : 'angels, lead partners'}
              kind={name}
              chosen={field.value}
              onChoose={field.onChange}
              error={fieldState.error?.message}
            />
          )}
        />
      ))}
      <Controller
        control={control}
        name="ids"
        render={({ field, fieldState }) => (
          <IdsField
            label="Only these deals"
            noun="deal"
            chosen={field.value}
            onChoose={field.onChange}
            error={fieldState.error?.message}
          />
        )}
      />
    </>
  );
}
