import { useRef } from 'react';
import type { DealFacets } from '#contract/facets.ts';
import type { Filter } from '#contract/filters.ts';
import { formatGrouped } from '../../platform/format.ts';
import { useKeepFocus } from '../../platform/ui/use-browser.ts';
import { useDealCounts } from '../fetch/match-counts.ts';
import { setFields } from '../form/filter-chips.ts';
import type { Search } from '../form/use-search.ts';
import { toDraft } from '../query/search-query.ts';

const maxValues = 10;

type Value = NonNullable<DealFacets['locations']>[number];

/** The most frequent places and industries of what a search would find; a press narrows the filters to one. Free. */
export function FrequentValues({ search }: { readonly search: Search }) {
  const { resource, query } = search;
  const locations = useDealCounts('locations', resource, query).data;
  const industries = useDealCounts('industries', resource, query).data;
  const place = useRef<HTMLDivElement>(null);
  // The pressed value is left out of the narrower search.
  useKeepFocus(place, locations);
  return (
    <div ref={place} tabIndex={-1} className="min-h-0 grow scroll-y px-4 py-4 outline-none tablet:px-6">
      <div className="grid max-w-240 gap-x-10 gap-y-5 tablet:grid-cols-2">
        <ValueList search={search} kind="locations" found={locations?.locations} total={locations?.total} />
        <ValueList search={search} kind="industries" found={industries?.industries} total={industries?.total} />
      </div>
    </div>
  );
}

/**
 * The values that not every match has. Of a city and the areas that are named after it, such as Greater Berlin, one is
 * enough where they have the same deals.
 */
export const findNarrowing = (found: readonly Value[], total: number | undefined): readonly Value[] =>
  found.filter(
    ({ permalink, name, deals }, at) =>
      deals !== total &&
      !found.some(
        (other, place) =>
          other.deals === deals &&
          other.permalink !== permalink &&
          (other.name === name ? place < at : name.includes(other.name)),
      ),
  );

type ValueListProps = {
  readonly search: Search;
  readonly kind: Extract<Filter['kind'], 'locations' | 'industries'>;
  readonly found: readonly Value[] | undefined;
  readonly total: number | undefined;
};

function ValueList({ search: { resource, query, form }, kind, found = [], total }: ValueListProps) {
  const filter = resource.filters.find((one) => one.kind === kind);
  const values = findNarrowing(found, total).slice(0, maxValues);
  if (!filter || !form || values.length === 0) return null;
  const narrow = ({ permalink, name }: Value) => {
    const value = { permalink, name, kind: kind === 'industries' ? 'INDUSTRY' : '' };
    setFields(form, filter, { ...toDraft(resource.filters, query), [filter.keys[0]]: [value] });
  };
  const max = values[0]?.deals ?? 1;
  return (
    <section aria-label={filter.label}>
      <h2 className="pb-1 font-semibold">{filter.label}</h2>
      <ul>
        {values.map((value) => (
          <li key={value.permalink}>
            <button
              type="button"
              title={`Filter by ${value.name}`}
              className="-mx-2 grid h-7 w-[calc(100%+1rem)] grid-cols-[minmax(0,10.5rem)_minmax(0,1fr)_3rem] items-center gap-2.5 rounded-md px-2 text-left hover:bg-hover max-tablet:h-10"
              onClick={() => narrow(value)}
            >
              <span className="truncate">{value.name}</span>
              <i
                aria-hidden
                className="stage-3 h-2 rounded-xs forced-colors:bg-[CanvasText]"
                style={{ width: `${(value.deals / max) * 100}%` }}
              />
              <span className="text-right font-medium tabular-nums">{formatGrouped(value.deals)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
