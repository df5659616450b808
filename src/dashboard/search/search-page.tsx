import { type ComponentProps, useMemo, useRef, useState, type RefObject } from 'react';
import type { searchDeals } from '#contract/deals.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { useLibraryVersion } from '../library/records/records.ts';
import type { GridRow } from './table/grid-column.ts';
import { useWindowKeys } from '../platform/ui/single-key.ts';
import { useIsPhone, useIsWide, useKeepFocus } from '../platform/ui/use-browser.ts';
import { UnreadNotice } from '../platform/ui/notice.tsx';
import { useUrl } from '../platform/url/url.ts';
import { buildBody, findAddress, type SearchUrl, type SearchQuery } from './query/search-query.ts';
import type { OpenedFilters } from './form/filter-bar.tsx';
import { FilterColumn } from './form/filters-form.tsx';
import type { Resource, ScreenParts, AnyResource } from './resource/resource.ts';
import { FacetBodies } from './lookups/facet-counts.ts';
import { SearchedNames, SearchedText } from './record/searched-text.ts';
import { Results } from './results.tsx';
import { useNextSearch, useSearch } from './form/use-search.ts';
import { TemplateList } from './resource/templates.tsx';
import { lazyPart, Room } from '../platform/ui/lazy-part.tsx';

// A first search starts in the open form.
const FilterBar = lazyPart(() => import('./form/filter-bar.tsx').then((module) => ({ default: module.FilterBar })));
const AskBox = lazyPart(() => import('./ask/ask-box.tsx').then((module) => ({ default: module.AskBox })));

type SearchPageProps<R extends GridRow> = { readonly resource: Resource<R>; readonly parts: ScreenParts<R> };

/** A search screen: a function of the address. */
export function SearchPage<R extends GridRow>({ resource, parts }: SearchPageProps<R>) {
  const wide = useIsWide();
  const isPhone = useIsPhone();
  const [openedFilters, setOpenedFilters] = useState<OpenedFilters>();
  const { schema, blank } = findAddress(resource);
  const { value, unread, write } = useUrl(schema);
  const place = value as SearchUrl;
  const search = useSearch(resource, { value: place, blank, write }, () => setOpenedFilters(undefined));
  const searchButton = useRef<HTMLButtonElement>(null);
  const filtersButton = useRef<HTMLButtonElement>(null);
  useSearchKey(searchButton);
  useLibraryVersion();

  const { results, pending } = search;
  const openId = place.open;
  // Opening is a step that Back undoes; moving to another row, or closing, is not.
  const open = (id: string) => write({ ...value, open: id }, openId === undefined ? 'step' : 'replace');
  const close = () => {
    if (openId !== undefined) write({ ...value, open: undefined }, 'replace');
  };
  // Where there are no rows to cover, the form is open, so that the first search takes no press to reach it.
  const isFormOpen = wide && !results && !pending && openId === undefined;
  useKeepFocus(filtersButton, isFormOpen);
  const { location, industry } = search.query;
  const searchedNames = useMemo(
    () => ({ location: readOnlyName(location), industry: readOnlyName(industry) }),
    [location, industry],
  );
  const facetBodies = useFacetBodies(resource, search.query);
  const openTemplate = (query: SearchQuery) => {
    write(query);
    searchButton.current?.focus();
  };

  return (
    <SearchedText value={readDescription(resource, search.query)}>
      <SearchedNames value={searchedNames}>
        <FacetBodies value={facetBodies}>
          <div className="flex min-h-0 grow">
            <div className="flex min-h-0 min-w-0 grow flex-col">
              <Results
                resource={resource}
                search={search}
                parts={parts}
                wide={!isPhone}
                hasRoom={wide}
                chart={{ place, onChange: (next, how) => write({ ...value, ...next }, how) }}
                notice={<UnreadNotice unread={unread} />}
                empty={<StartScreen {...{ resource, blank }} hasBox={isFormOpen} onOpen={openTemplate} />}
                filters={
                  !isFormOpen && (
                    <Room value={<div className="h-8 grow" />}>
                      <FilterBar
                        {...{ resource, blank, search, searchButton, filtersButton }}
                        opened={openedFilters}
                        onOpened={setOpenedFilters}
                        onTemplate={(query) => {
                          // The form takes the place of the results.
                          if (wide) setOpenedFilters(undefined);
                          write(query);
                        }}
                      />
                    </Room>
                  )
                }
                openId={openId}
                onOpen={open}
                onClose={close}
              />
            </div>
            {isFormOpen && (
              <aside
                aria-label="Filters"
                className="flex w-[min(480px,50%)] shrink-0 flex-col border-l border-line bg-panel"
              >
                <OpenForm {...{ resource, blank, search, searchButton }} onOpen={write} />
              </aside>
            )}
          </div>
        </FacetBodies>
      </SearchedNames>
    </SearchedText>
  );
}

/** The bodies that count the options of the filters of deals; undefined on screens without such counts. */
function useFacetBodies({ filters, chart }: AnyResource, query: SearchQuery) {
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
    };
  }, [filters, chart, query]);
}

/** The name of the only value of a filter of places or industries; blank where there are none or several. */
function readOnlyName(value: unknown): string {
  const [first, ...others] = (value ?? []) as readonly { readonly name?: string }[];
  return others.length === 0 ? (first?.name ?? '') : '';
}

/** The description that a query searches by meaning. */
function readDescription({ filters }: AnyResource, query: SearchQuery): string {
  const key = filters.find(({ kind }) => kind === 'semantic')?.keys[0];
  const text = key === undefined ? undefined : query[key];
  return typeof text === 'string' ? text : '';
}

/** Apart from the screen, so that keystrokes render only the form. */
const OpenForm = (props: Omit<ComponentProps<typeof FilterColumn>, 'next'>) => (
  <FilterColumn {...props} next={useNextSearch(props.search)} />
);

/** Ctrl or Cmd with Enter presses the search button from anywhere, so that its price applies. */
function useSearchKey(button: RefObject<HTMLButtonElement | null>): void {
  useWindowKeys((event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
    event.preventDefault();
    button.current?.click();
  });
}

type StartScreenProps = {
  readonly resource: AnyResource;
  readonly blank: SearchQuery;
  /** Whether the box that reads sentences is here; the bar with the filters has one, too. */
  readonly hasBox: boolean;
  readonly onOpen: (query: SearchQuery) => void;
};

/** A search screen before its first results: what to start with. */
function StartScreen({ resource, blank, hasBox, onOpen }: StartScreenProps) {
  return (
    <section aria-labelledby="first-step" className="grid max-w-2xl gap-2 pt-1">
      {hasBox && (
        <Room value={<div className="h-[30px] max-tablet:h-10" />}>
          <AskBox onFill={(screen, query) => screen === resource.name && (onOpen(query), true)} />
        </Room>
      )}
      <h2 id="first-step" className="font-semibold">
        Start with one of these, or set filters yourself
      </h2>
      <TemplateList
        resource={resource}
        rows={blank.rows}
        max={3}
        onOpen={(values) => onOpen({ ...blank, ...values })}
      />
    </section>
  );
}
