import { type ReactNode, type RefObject, useMemo, useRef } from 'react';
import type { searchDeals } from '#contract/deals.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { useWindowKeys } from '../../../platform/ui/single-key.ts';
import { useIsWide } from '../../../platform/ui/use-browser.ts';
import { AskBox } from './ask/ask-box.tsx';
import { useMatchCount } from './fetch/counts.ts';
import { FilterBar } from './filters/filter-bar.tsx';
import { FilterColumn } from './filters/filters-form.tsx';
import { FacetBodies } from './lookups/facet-bodies.ts';
import type { Permalink } from './lookups/permalink.ts';
import { getFilterValues } from './query/filter-kinds.ts';
import { buildBody, formatAddress, type SearchQuery } from './query/search-query.ts';
import { SearchedNames, SearchedText } from './record/searched-text.ts';
import type { Resource, RowDisplay } from './resource/resource.ts';
import { TemplateList } from './resource/templates.tsx';
import { EmptyMessage } from './results/empty-results.tsx';
import { Results } from './results.tsx';
import { SearchProvider, SpendingProvider, useResults, useSearchQuery } from './search/search-context.tsx';
import type { GridRow } from './table/grid-column.ts';

type SearchPageProps<R extends GridRow> = { readonly resource: Resource; readonly display: RowDisplay<R> };

/**
 * A search screen: a function of the address. A link to the screen opens it without the form that was not sent; Back
 * returns to that.
 */
export const SearchPage = <R extends GridRow>({ resource, display }: SearchPageProps<R>) => (
  <SearchProvider resource={resource}>
    <SearchedValues>
      <SearchLayout display={display} />
    </SearchedValues>
  </SearchProvider>
);

function SearchLayout<R extends GridRow>({ display }: Pick<SearchPageProps<R>, 'display'>) {
  const { place, fillForm } = useSearchQuery();
  const { results, pending } = useResults();
  const isWide = useIsWide();
  const searchButton = useRef<HTMLButtonElement>(null);
  useSearchKey(searchButton);
  // Where there are no rows to cover, the form is open, so that the first search takes no press to reach it.
  const isFormOpen = isWide && !results && !pending && place.open === undefined;
  const openTemplate = (query: SearchQuery) => {
    fillForm(query);
    searchButton.current?.focus();
  };
  return (
    <div className="flex min-h-0 grow">
      <div className="flex min-h-0 min-w-0 grow flex-col">
        <Results
          display={display}
          empty={<StartScreen hasBox={isFormOpen} onOpen={openTemplate} />}
          filters={!isFormOpen && <FilterBar searchButton={searchButton} />}
        />
      </div>
      {isFormOpen && (
        <aside aria-label="Filters" className="flex w-[min(30rem,50%)] shrink-0 flex-col border-l border-line bg-panel">
          <SpendingProvider>
            <FilterColumn searchButton={searchButton} onTemplate={fillForm} />
          </SpendingProvider>
        </aside>
      )}
    </div>
  );
}

/** What cells and fields show of the search around them. */
export function SearchedValues({ children }: { readonly children: ReactNode }) {
  const { resource, query, draft } = useSearchQuery();
  const { location, industry } = query;
  const searchedNames = useMemo(
    () => ({ location: findOnlyName(location), industry: findOnlyName(industry) }),
    [location, industry],
  );
  const facetBodies = useFacetBodies(resource, draft);
  return (
    <SearchedText value={findDescription(resource, query)}>
      <SearchedNames value={searchedNames}>
        <FacetBodies value={facetBodies}>{children}</FacetBodies>
      </SearchedNames>
    </SearchedText>
  );
}

/** The bodies that count the options of the filters of deals; undefined on screens without such counts. */
function useFacetBodies({ filters, chart }: Resource, query: SearchQuery) {
  return useMemo(() => {
    if (chart.histogram !== true) return undefined;
    const buildWithout = (key: string) => {
      const others = filters.filter(({ keys }) => keys[0] !== key);
      return buildBody(others, query, 0, 1) as BodyOf<typeof searchDeals>;
    };
    return {
      locations: buildWithout('location'),
      industries: buildWithout('industry'),
      rounds: buildWithout('round'),
      sizes: buildWithout('min'),
      months: buildWithout('from'),
    };
  }, [filters, chart, query]);
}

/** The name of the only value of a filter of places or industries; blank where there are none or several. */
function findOnlyName(value: unknown): string {
  const [first, ...others] = (value ?? []) as readonly Partial<Permalink>[];
  // A link by hand may have no name.
  return first && others.length === 0 && first.name !== first.permalink ? (first.name ?? '') : '';
}

/** The description that a query searches by meaning. */
function findDescription({ filters }: Resource, query: SearchQuery): string {
  const filter = filters.find((one) => one.kind === 'semantic');
  return (filter && getFilterValues<'semantic'>(filter, query)[0]) ?? '';
}

/** Ctrl or Cmd with Enter presses the search button from anywhere, so that its price applies. */
function useSearchKey(button: RefObject<HTMLButtonElement | null>): void {
  useWindowKeys((event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
    event.preventDefault();
    button.current?.click();
  });
}

type StartScreenProps = {
  /** Whether the box that reads sentences is here; the bar with the filters has one, too. */
  readonly hasBox: boolean;
  readonly onOpen: (query: SearchQuery) => void;
};

/** A search screen before its first results: what to start with, or which filter excludes everything. */
function StartScreen({ hasBox, onOpen }: StartScreenProps) {
  const { resource, blank, draft } = useSearchQuery();
  const hasFilters = formatAddress(resource, draft) !== formatAddress(resource, blank);
  const { total } = useMatchCount(resource, hasFilters ? draft : undefined);
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-2 pt-1 pb-2">
      {hasBox && (
        <AskBox onFill={(screen, read, isMarket) => !isMarket && screen === resource.name && (onOpen(read), true)} />
      )}
      {hasFilters && total === 0 && <EmptyMessage query={draft} ignored={undefined} />}
      {!hasFilters && (
        <>
          <h2 className="font-semibold">Start from a template</h2>
          <TemplateList resource={resource} max={3} onOpen={(values) => onOpen({ ...blank, ...values })} />
        </>
      )}
    </div>
  );
}
