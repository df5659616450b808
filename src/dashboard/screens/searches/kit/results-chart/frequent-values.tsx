import { useRef } from 'react';
import type { DealFacets } from '#contract/facets.ts';
import type { Filter } from '#contract/filters.ts';
import { useIsCounted } from '../../../../platform/http/connection.ts';
import { formatGrouped } from '../../../../platform/format.ts';
import { useKeepFocus } from '../../../../platform/ui/use-browser.ts';
import { useSearchQuery } from '../search/search-context.tsx';
import { useDealCounts } from '../fetch/counts.ts';
import { HistogramPlace } from './histogram.tsx';
import { RecordGroups } from './facet-list.tsx';

/**
 * What the form would find, until its rows are there: by month, and before the search the most frequent places and
 * industries. Empty where the service does not count it for free.
 */
export function CountedMatches() {
  const { resource, draft, isRun } = useSearchQuery();
  const isCounted = useIsCounted();
  if (!isCounted) return null;
  if (resource.facets) {
    return isRun ? null : (
      <div className="px-4 py-4 not-has-[section]:hidden tablet:px-6">
        <h2 className="pb-2 font-semibold">Narrow</h2>
        <RecordGroups className="gap-10 tablet:columns-2 full:columns-3" />
      </div>
    );
  }
  return (
    <>
      <HistogramPlace query={draft} figure={undefined} loaded={0} />
      {!isRun && <FrequentValues />}
    </>
  );
}

const maxValues = 10;

type Industry = NonNullable<DealFacets['industries']>[number];
type Place = NonNullable<DealFacets['locations']>[number];

/** The most frequent places and industries of what a search would find; a press narrows the filters to one. Free. */
function FrequentValues() {
  const { resource, draft } = useSearchQuery();
  const locations = useDealCounts('locations', resource, draft).data;
  const industries = useDealCounts('industries', resource, draft).data;
  return locations && industries && <ValueLists {...{ locations, industries }} />;
}

type ValueListsProps = { readonly locations: DealFacets; readonly industries: DealFacets };

/** Apart, so that the first counts take no focus. */
function ValueLists({ locations, industries }: ValueListsProps) {
  const place = useRef<HTMLDivElement>(null);
  // The pressed value is left out of the narrower search; either list may be the later one.
  useKeepFocus(place, locations);
  useKeepFocus(place, industries);
  return (
    <div ref={place} tabIndex={-1} className="px-4 py-4 outline-none tablet:px-6">
      <div className="grid max-w-240 gap-x-10 gap-y-5 tablet:grid-cols-2">
        <ValueList kind="locations" values={findPlaces(locations.locations ?? [], locations.total)} />
        <ValueList kind="industries" values={findNarrowing(industries.industries ?? [], industries.total)} />
      </div>
    </div>
  );
}

/** The values that not every match has. */
export const findNarrowing = <V extends Place | Industry>(
  found: readonly V[],
  total: number | undefined,
): readonly V[] => found.filter(({ deals }) => deals !== total);

/** The countries of the matches; where they are in one, its states, then its cities. */
export function findPlaces(found: readonly Place[], total: number | undefined): readonly Place[] {
  const narrowing = findNarrowing(found, total);
  const levels = (['COUNTRY', 'STATE', 'CITY'] as const).map((level) =>
    narrowing.filter(({ location_type: type }) => type === level),
  );
  return levels.find(({ length }) => length > 1) ?? narrowing;
}

type ValueListProps = {
  readonly kind: Extract<Filter['kind'], 'locations' | 'industries'>;
  readonly values: readonly (Place | Industry)[];
};

function ValueList({ kind, values }: ValueListProps) {
  const { resource, draft, fillForm } = useSearchQuery();
  const filter = resource.filters.find((one) => one.kind === kind);
  const shown = values.slice(0, maxValues);
  if (!filter || shown.length === 0) return null;
  const narrow = ({ permalink, name, ...more }: Place | Industry) => {
    const value = { permalink, name, kind: 'location_type' in more ? more.location_type : more.industry_type };
    fillForm({ ...draft, [filter.keys[0]]: [value] });
  };
  const max = shown[0]?.deals ?? 1;
  return (
    <section aria-label={filter.label}>
      <h2 className="pb-1 font-semibold">{filter.label}</h2>
      <ul>
        {shown.map((value) => (
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
