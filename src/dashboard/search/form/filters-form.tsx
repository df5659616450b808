import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { SelectField } from '../../platform/form/choices.tsx';
import { countSetFields, pageSizes } from '../query/search-query.ts';
import { FilterField } from './filter-field.tsx';
import type { Filter } from '#contract/filters.ts';
import type { RelevancePreview } from './semantic-field.tsx';
import type { AnyResource } from '../resource/resource.ts';
import type { SearchForm } from './use-search.ts';

type FiltersFormProps = {
  readonly resource: AnyResource;
  readonly form: SearchForm;
  /** Permalinks that the service ignored in the answer on the screen. */
  readonly ignored: ReadonlySet<string>;
  readonly probe: RelevancePreview;
};

const rowOptions = pageSizes.map((rows) => [String(rows), `${rows} rows`] as const);

/** The filters of a resource: the common ones, and the others under "More filters". */
export function FiltersForm({ resource, form, ignored, probe }: FiltersFormProps) {
  const { filters, sortLabels } = resource;
  const sortOptions = Object.entries(sortLabels).map(
    ([value, label]) => [value, label.charAt(0).toUpperCase() + label.slice(1)] as const,
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-[15px]">
      {filters
        .filter(({ more }) => !more)
        .map((filter) => (
          <FilterField key={filter.name} {...{ form, filter, ignored, probe }} />
        ))}
      <More {...{ form, ignored, probe }} filters={filters.filter(({ more }) => more)} />
      <div className="grid grid-cols-[3fr_2fr] gap-2">
        <SelectField label="Order" options={sortOptions} register={form.register('sort')} />
        <SelectField label="First page" options={buildRowOptions(form)} register={form.register('rows')} />
      </div>
      <OrderNote filters={filters} form={form} />
    </div>
  );
}

/** Says that the sort order is not used while a description sorts by relevance. */
function OrderNote({ filters, form }: Pick<FiltersFormProps, 'form'> & { readonly filters: readonly Filter[] }) {
  const names = filters.flatMap((filter) => (filter.kind === 'semantic' ? filter.keys[0] : []));
  const texts = useWatch({ control: form.control, name: names }) as (string | undefined)[];
  const isRanked = texts.some((text) => (text ?? '').trim() !== '');
  return (
    <output className="-mt-2 text-[11.5px] text-ink-3 empty:hidden">
      {isRanked && 'Sorted by relevance to the description; this order is not used.'}
    </output>
  );
}

type MoreProps = Omit<FiltersFormProps, 'resource'> & { readonly filters: readonly Filter[] };

/** The other filters; closed, it shows how many are set. */
function More({ form, filters, ignored, probe }: MoreProps) {
  const id = useId();
  const count = countSetFields(filters, useWatch({ control: form.control }));
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
        <span className="ml-auto truncate pl-2 text-[11.5px] font-normal text-ink-3">
          {count > 0 ? `${count} set` : `${filters.length} more`}
        </span>
      </button>
      <div id={id} className="grid grid-cols-[minmax(0,1fr)] gap-[15px] empty:hidden">
        {open &&
          filters.map((filter, at) => (
            <div key={filter.name} className="grid grid-cols-[minmax(0,1fr)] gap-[15px]">
              {filter.group !== undefined && filter.group !== filters[at - 1]?.group && (
                <h2 className="border-t border-line pt-3 text-[11.5px] font-medium text-ink-3">{filter.group}</h2>
              )}
              <FilterField {...{ form, filter, ignored, probe }} />
            </div>
          ))}
      </div>
    </>
  );
}

/** A link may have a page size that is not on offer; it is shown, not changed. */
function buildRowOptions(form: SearchForm): readonly (readonly [string, string])[] {
  const rows = String(form.getValues('rows'));
  return rowOptions.some(([value]) => value === rows) ? rowOptions : [...rowOptions, [rows, `${rows} rows`]];
}
