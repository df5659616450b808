import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { Choice } from '../form/choice.tsx';
import { Presets, toPresets } from '../form/presets.tsx';
import { TextPair } from '../form/text-pair.tsx';
import { PermalinkPicker } from '../lookups/permalink-picker.tsx';
import { toMoreCount } from './draft.ts';
import { pageSizes, sortNames } from './question.ts';
import { RoundPicker } from './round-picker.tsx';
import { toAmountPart, toDayPart, type DealsForm } from './text-parts.ts';

// Seldom needed at first sight, and the paid look-ups come with them.
const NamedPicker = lazy(() =>
  import('../lookups/named-picker.tsx').then((module) => ({ default: module.NamedPicker })),
);
const MoreFilters = lazy(() => import('./more-filters.tsx').then((module) => ({ default: module.MoreFilters })));

type FiltersFormProps = {
  readonly form: DealsForm;
  /** Permalinks that the service ignored in the answer on the screen. */
  readonly ignored: ReadonlySet<string>;
};

const sortOptions = Object.entries(sortNames).map(
  ([value, name]) => [value, name.charAt(0).toUpperCase() + name.slice(1)] as const,
);
const rowOptions = pageSizes.map((rows) => [String(rows), `${rows} rows`] as const);

/** The filters: the common ones in sight, the rest one click away. */
export function FiltersForm({ form, ignored }: FiltersFormProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-[15px]">
      <RoundFilters form={form} />
      {(['location', 'industry'] as const).map((name) => (
        <Controller
          key={name}
          control={form.control}
          name={name}
          render={({ field, fieldState }) => (
            <PermalinkPicker
              label={name === 'location' ? 'Location' : 'Industry'}
              field={name}
              chosen={field.value}
              onChoose={field.onChange}
              ignored={ignored}
              error={fieldState.error?.message}
            />
          )}
        />
      ))}
      <Controller
        control={form.control}
        name="firm"
        render={({ field, fieldState }) => (
          <Suspense>
            <NamedPicker
              label="Investors"
              aside="firms"
              kind="firm"
              chosen={field.value}
              onChoose={field.onChange}
              error={fieldState.error?.message}
            />
          </Suspense>
        )}
      />
      <More form={form} />
      <div className="grid grid-cols-2 gap-2">
        <Choice label="Order" options={sortOptions} register={form.register('sort')} />
        <Choice label="First page" options={toRowOptions(form)} register={form.register('rows')} />
      </div>
    </div>
  );
}

/** What a round is: type, day, size. */
function RoundFilters({ form }: { readonly form: DealsForm }) {
  const [from, to] = useWatch({ control: form.control, name: ['from', 'to'] });
  const [presets] = useState(() => toPresets(new Date()));
  return (
    <>
      <Controller
        control={form.control}
        name="round"
        render={({ field, fieldState }) => (
          <RoundPicker chosen={field.value} onChoose={field.onChange} error={fieldState.error?.message} />
        )}
      />
      <div>
        <TextPair
          label="Announced"
          aside="YYYY-MM-DD, UTC"
          inputMode="numeric"
          parts={[toDayPart(form, 'from', 'Announced from', 'From'), toDayPart(form, 'to', 'Announced to', 'To')]}
        />
        <Presets
          label="Announced lately"
          presets={presets}
          chosen={{ from, to }}
          onChoose={(preset) => {
            form.setValue('from', preset.from);
            form.setValue('to', preset.to);
            void form.trigger(['from', 'to']);
          }}
        />
      </div>
      <TextPair
        label="Round size, USD"
        aside="500k, 2.5m, 1bn"
        parts={[
          toAmountPart(form, 'min', 'Minimum size', 'No minimum'),
          toAmountPart(form, 'max', 'Maximum size', 'No maximum'),
        ]}
      />
    </>
  );
}

/** The rest of the filters; what is set there is counted while it is out of sight. */
function More({ form }: { readonly form: DealsForm }) {
  const id = useId();
  const count = toMoreCount(useWatch({ control: form.control }) as Parameters<typeof toMoreCount>[0]);
  const [open, setOpen] = useState(count > 0);
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        className="flex min-h-7 items-center gap-1.5 rounded-[6px] text-[12px] font-semibold hover:bg-sunken"
        onClick={() => setOpen(!open)}
      >
        <ChevronDown aria-hidden className={`size-4 text-ink-3 ${open ? '' : '-rotate-90'}`} />
        More filters
        <span className="ml-auto text-[11.5px] font-normal text-ink-3">
          {count > 0 ? `${count} set` : 'employees, people and more'}
        </span>
      </button>
      <div id={id} className="grid grid-cols-[minmax(0,1fr)] gap-[15px] empty:hidden">
        {open && (
          <Suspense>
            <MoreFilters form={form} />
          </Suspense>
        )}
      </div>
    </>
  );
}

/** A link may ask for a page size that is not on offer; it is shown, not silently changed. */
function toRowOptions(form: DealsForm): readonly (readonly [string, string])[] {
  const rows = form.getValues('rows');
  return rowOptions.some(([value]) => value === rows) ? rowOptions : [...rowOptions, [rows, `${rows} rows`]];
}
