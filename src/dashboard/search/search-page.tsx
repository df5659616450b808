import { use, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { searchDeals } from '#contract/deals.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { useLibraryVersion } from '../library/records/records.ts';
import { useSingleKey, useWindowKeys } from '../platform/ui/single-key.ts';
import { useIsPhone, useIsWide } from '../platform/ui/use-browser.ts';
import { UnreadNotice } from '../platform/ui/notice.tsx';
import { readPageAddress, useFromAddress } from '../platform/url/address.ts';
import { useUrl } from '../platform/url/url.ts';
import { buildBody, findAddress, formatAddress, type SearchQuery, type SearchUrl } from './query/search-query.ts';
import { StartForm, type StartFormProps } from './form/start-form.tsx';
import type { AnyResource } from './resource/resource.ts';
import { FacetBodies } from './lookups/facet-bodies.ts';
import type { Permalink } from './lookups/permalink.ts';
import { SearchedNames, SearchedText } from './record/searched-text.ts';
import { LazyEmpty, type LoadedRows, Results } from './results.tsx';
import { useSearch } from './form/use-search.ts';
import { useMatchCount } from './fetch/match-counts.ts';
import { TemplateList } from './resource/templates.tsx';
import { lazyPart, Fallback, WithFallback } from '../platform/ui/lazy-part.tsx';

// The form, its library and what checks it are half as large as the rest of the screen, which is of use before them.
const FormState = lazyPart(() => import('./form/filters-form.tsx').then((module) => module.FormState));
const OpenForm = lazyPart(() => import('./form/filters-form.tsx').then((module) => module.OpenForm));
const FilterBar = lazyPart(() => import('./form/filter-bar.tsx').then((module) => module.FilterBar));
const AskBox = lazyPart(() => import('./ask/ask-box.tsx').then((module) => module.AskBox));

type SearchPageProps = { readonly resource: AnyResource; readonly Rows: LoadedRows };

/** Whether the address of the page is one of a search that was sent: then its rows are shown at once. */
export const showsRows = (): boolean => 'asked' in readPageAddress().search;

/** A search screen: a function of the address. */
export function SearchPage({ resource, Rows }: SearchPageProps) {
  const wide = useIsWide();
  const isPhone = useIsPhone();
  const { schema, blank } = findAddress(resource);
  const { value, unread, write } = useUrl(schema);
  const place = value as SearchUrl;
  const search = useSearch(resource, { value: place, blank, write });
  const searchButton = useRef<HTMLButtonElement>(null);
  useSearchKey(searchButton);
  useLibraryVersion();

  const { results, pending, form } = search;
  const visit = useFromAddress((address) => address.visit);
  const openId = place.open;
  // Opening is a step that Back undoes; moving to another row, or closing, is not.
  const open = (id: string) => write({ ...value, open: id }, openId === undefined ? 'step' : 'replace');
  const close = () => {
    if (openId !== undefined) write({ ...value, open: undefined }, 'replace');
  };
  // Where there are no rows to cover, the form is open, so that the first search takes no press to reach it.
  const isFormOpen = wide && !results && !pending && openId === undefined;
  const hasFilters = formatAddress(resource, search.draft) !== formatAddress(resource, blank);
  const { location, industry } = search.query;
  const searchedNames = useMemo(
    () => ({ location: findOnlyName(location), industry: findOnlyName(industry) }),
    [location, industry],
  );
  const facetBodies = useFacetBodies(resource, search.draft);
  const openTemplate = (query: SearchQuery) => {
    write(query);
    searchButton.current?.focus();
  };

  return (
    <SearchedText value={findDescription(resource, search.query)}>
      <SearchedNames value={searchedNames}>
        <FacetBodies value={facetBodies}>
          {/* A link to the screen opens it without the form that was not sent; Back returns to that. */}
          <FormState key={visit} search={search} />
          <div className="flex min-h-0 grow">
            <div className="flex min-h-0 min-w-0 grow flex-col">
              <Results
                resource={resource}
                search={search}
                Rows={Rows}
                wide={!isPhone}
                hasRoom={wide}
                chart={{ place, onChange: (next, how) => write({ ...value, ...next }, how) }}
                notice={<UnreadNotice unread={unread} />}
                empty={
                  <StartScreen
                    {...{ resource, blank }}
                    query={hasFilters ? search.draft : undefined}
                    hasBox={isFormOpen}
                    onOpen={openTemplate}
                  />
                }
                filters={
                  !isFormOpen && (
                    <WithFallback fallback={<FilterBarFallback />}>
                      {form && <FilterBar {...{ search, form, searchButton }} onTemplate={write} />}
                    </WithFallback>
                  )
                }
                openId={openId}
                onOpen={open}
                onClose={close}
              />
            </div>
            {isFormOpen && <FormColumn {...{ search, searchButton }} onOpen={write} />}
          </div>
        </FacetBodies>
      </SearchedNames>
    </SearchedText>
  );
}

/** Keeps the place of the filter bar, and repeats its key once the bar is there. */
function FilterBarFallback() {
  const [isPressed, setPressed] = useState(false);
  useSingleKey('f', () => setPressed(true));
  useEffect(() => {
    if (!isPressed) return undefined;
    return () => void window.dispatchEvent(new KeyboardEvent('keydown', { key: 'f' }));
  }, [isPressed]);
  return <div className="h-8 grow" />;
}

/** The open form, next to what a screen shows before its first results. */
function FormColumn(props: StartFormProps) {
  const renderStartForm = use(StartForm);
  const { form } = props.search;
  return (
    <aside aria-label="Filters" className="flex w-[min(30rem,50%)] shrink-0 flex-col border-l border-line bg-panel">
      <WithFallback fallback={renderStartForm(props)}>{form && <OpenForm {...props} form={form} />}</WithFallback>
    </aside>
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
function findOnlyName(value: unknown): string {
  const [first, ...others] = (value ?? []) as readonly Partial<Permalink>[];
  // A link by hand may have no name.
  return first && others.length === 0 && first.name !== first.permalink ? (first.name ?? '') : '';
}

/** The description that a query searches by meaning. */
function findDescription({ filters }: AnyResource, query: SearchQuery): string {
  const key = filters.find(({ kind }) => kind === 'semantic')?.keys[0];
  const text = key === undefined ? undefined : query[key];
  return typeof text === 'string' ? text : '';
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
  readonly resource: AnyResource;
  readonly blank: SearchQuery;
  /** The search on the screen; undefined while no filter is set. */
  readonly query: SearchQuery | undefined;
  /** Whether the box that reads sentences is here; the bar with the filters has one, too. */
  readonly hasBox: boolean;
  readonly onOpen: (query: SearchQuery) => void;
};

/** A search screen before its first results: what to start with, or which filter excludes everything. */
function StartScreen({ resource, blank, query, hasBox, onOpen }: StartScreenProps) {
  const { total } = useMatchCount(resource, query);
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-2 pt-1">
      {hasBox && (
        <Fallback value={<div className="h-7.5 max-tablet:h-10" />}>
          <AskBox onFill={(screen, read) => screen === resource.name && (onOpen(read), true)} />
        </Fallback>
      )}
      {query && total === 0 && (
        <Fallback value={null}>
          <LazyEmpty {...{ resource, query }} ignored={undefined} />
        </Fallback>
      )}
      {!query && (
        <>
          <h2 className="font-semibold">Start from a template</h2>
          <TemplateList resource={resource} max={3} onOpen={(values) => onOpen({ ...blank, ...values })} />
        </>
      )}
    </div>
  );
}
