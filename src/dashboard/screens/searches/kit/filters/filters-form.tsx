import { ChevronDown } from 'lucide-react';
import { type RefObject, useId, useState } from 'react';
import { type SearchQuery, countSetFields, pageSizes } from '../query/search-query.ts';
import { TemplatesButton } from '../resource/templates.tsx';
import { useSearchQuery, useSpending } from '../search/search-context.tsx';
import { findNewestRounds, isChargedForNames } from '../fetch/extras.ts';
import { useWatch } from 'react-hook-form';
import { LabeledSelect, SelectField } from '../../../../platform/form/controls.tsx';
import { FilterField } from './filter-field.tsx';
import type { Filter } from '#contract/filters.ts';
import { capitalize } from '../../../../platform/format.ts';
import { SearchFoot } from './search-foot.tsx';
import { priceFirstPage } from '../fetch/buy-rows.ts';
import type { Resource } from '../resource/resource.ts';
import { formatCredits } from '../../../../spending/price.ts';

type FilterColumnProps = {
  readonly searchButton: RefObject<HTMLButtonElement | null>;
  /** Takes the query of a template. */
  readonly onTemplate: (query: SearchQuery) => void;
};

/** The form with its fixed foot. */
export function FilterColumn({ searchButton, onTemplate }: FilterColumnProps) {
  const { resource, blank } = useSearchQuery();
  return (
    <>
      <form
        aria-label="Filters"
        className="min-h-0 grow scroll-y px-4 py-3.5"
        onSubmit={(event) => event.preventDefault()}
      >
        <TemplatesButton resource={resource} blank={blank} onOpen={onTemplate} />
        <FiltersForm />
      </form>
      <SearchFoot searchButton={searchButton} />
    </>
  );
}

const rowOptions = pageSizes.map((rows) => [String(rows), `${rows} rows`] as const);

/** The filters of a resource: the common ones, and the others under "More filters". */
function FiltersForm() {
  const { resource, form } = useSearchQuery();
  const { filters, sortLabels } = resource;
  const sortOptions = Object.entries(sortLabels).map(([value, label]) => [value, capitalize(label)] as const);
  return (
    <div className="grid grid-cols-1 content-start gap-3.75">
      {filters
        .filter(({ more }) => !more)
        .map((filter) => (
          <FilterField key={filter.name} filter={filter} />
        ))}
      <More filters={filters.filter(({ more }) => more)} />
      <div className="grid grid-cols-[3fr_2fr] gap-2">
        <SelectField label="Order" options={sortOptions} register={form.register('sort')} />
        <FirstPageField />
      </div>
      <OrderNote />
      {resource.extras && isChargedForNames() && <ExtentFields />}
    </div>
  );
}

const extentOptions = [
  ['', 'Companies, investors and leads'],
  ['names', 'Company names'],
  ['rows', 'Rows only'],
] as const;
const roundOptions = [
  ['newest', 'Newest of each company'],
  ['every', 'Every round'],
] as const;

/** What a search loads for its rows, where names cost credits. */
function ExtentFields() {
  const { form, resource } = useSearchQuery();
  const { next, rows } = useSpending();
  const rounds = next?.rounds ?? 'every';
  return (
    <>
      <SelectField label="Load" options={extentOptions} register={form.register('load')} />
      <LabeledSelect
        label="Rounds"
        value={rounds}
        options={roundOptions}
        onPick={(value) => form.setValue('rounds', value)}
      />
      <output className="-mt-2 text-11.5 text-ink-3 empty:hidden">
        {next && describeRounds(resource, next, rows)}
      </output>
    </>
  );
}

/** What the cheaper request costs less, and what it leaves out. */
function describeRounds(resource: Resource, query: SearchQuery, rows: number): string | undefined {
  if (query.rounds === 'newest') return 'Leaves out earlier rounds of each company.';
  const newest = findNewestRounds(resource, query);
  if (!newest) return undefined;
  const price = (of: SearchQuery) => priceFirstPage({ resource, query: of }, false, rows);
  const saved = price(query) - price(newest);
  return `Newest of each company costs up to ${formatCredits(saved)} less, and leaves out earlier rounds of each company.`;
}

/** Says that the sort order is not used while a description sorts by relevance. */
function OrderNote() {
  const { resource, form } = useSearchQuery();
  const names = resource.filters.flatMap((filter) => (filter.kind === 'semantic' ? filter.keys[0] : []));
  const texts = useWatch({ control: form.control, name: names }) as (string | undefined)[];
  const isRanked = texts.some((text) => (text ?? '').trim() !== '');
  return (
    <output className="-mt-2 text-11.5 text-ink-3 empty:hidden">
      {isRanked && 'Sorted by relevance to the description; this order is not used.'}
    </output>
  );
}

/** The other filters; closed, it shows how many are set. */
function More({ filters }: { readonly filters: readonly Filter[] }) {
  const { form } = useSearchQuery();
  const id = useId();
  const count = countSetFields(filters, useWatch({ control: form.control }));
  const [open, setOpen] = useState(count > 0);
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        className="flex min-h-7 items-center gap-1.5 rounded-md text-12 font-semibold hover:bg-sunken"
        onClick={() => setOpen(!open)}
      >
        <ChevronDown aria-hidden className={`size-4 text-ink-3 ${open ? '' : '-rotate-90'}`} />
        More filters
        <span className="ml-auto truncate pl-2 text-11.5 font-normal text-ink-3">
          {count > 0 ? `${count} set` : `${filters.length} more`}
        </span>
      </button>
      <div id={id} className="grid grid-cols-1 gap-3.75 empty:hidden">
        {open &&
          filters.map((filter, at) => (
            <div key={filter.name} className="grid grid-cols-1 gap-3.75">
              {filter.group !== undefined && filter.group !== filters[at - 1]?.group && (
                <h2 className="border-t border-line pt-3 text-11.5 font-medium text-ink-3">{filter.group}</h2>
              )}
              <FilterField filter={filter} />
            </div>
          ))}
      </div>
    </>
  );
}

/** How many rows the first page has. A link may have a size that is not on offer; it is shown, not changed. */
function FirstPageField() {
  const { form } = useSearchQuery();
  const rows = String(useWatch({ control: form.control, name: 'rows' }));
  const isOffered = rowOptions.some(([value]) => value === rows);
  return (
    <SelectField
      label="First page"
      options={isOffered ? rowOptions : [...rowOptions, [rows, `${rows} rows`]]}
      register={form.register('rows')}
      defaultValue={rows}
    />
  );
}
