import { createContext, type ReactNode, use, useMemo } from 'react';
import { useLibraryVersion } from '../../../../records/record-store.ts';
import { useFreeLoad } from '../../../../spending/use-free-load.ts';
import type { SpendAuthorization } from '../../../../spending/spend-authorization.ts';
import { type UrlSchema, useUrl, type WriteMode } from '../../../../platform/url/url.ts';
import { type BatchEnd, forgetBatch, useAllowance, useBatch } from '../fetch/batch.ts';
import { useRowsPurchase } from '../fetch/buy-rows.ts';
import { chooseRequest } from '../fetch/extras.ts';
import { formatQueryKey, useStoredResults } from '../fetch/stored-results.ts';
import { clearPicked, findAddress, pickQuery, type SearchQuery, type SearchUrl } from '../query/search-query.ts';
import type { Resource } from '../resource/resource.ts';
import { useNextSearch, type SearchForm, useFormQuery, useSearchForm, useSettledQuery } from './next-search.ts';

type SearchProviderProps = {
  readonly resource: Resource;
  /** The address of the screen, where it holds more than a search; changes of the form then apply at once. */
  readonly url?: UrlSchema;
  readonly children: ReactNode;
};

/**
 * The search of a screen. Three hooks read it, so that a component takes only what varies:
 *
 * - `useSearchQuery`: what is searched. The query of the address, the form of the next one, and how to change them.
 * - `useResults`: the rows of that query, how far they are loaded or why not, and what loads more of them.
 * - `useSpending`: the next search, inside a `SpendingProvider`. Its highest price, and what counts and sends it.
 *
 * Each is a context of its own, and a keystroke changes only the last one. Only actions that take a `SpendAuthorization`
 * spend.
 */
export function SearchProvider({ resource, url, children }: SearchProviderProps) {
  // Prices and cells read the stores of records.
  useLibraryVersion();
  const address = useSearchAddress(resource, url);
  const results = useQueryResults(address);
  const { query, isRun, storeDraft } = address;
  const form = useSearchForm(resource, query, results.failure);
  const draft = useSettledQuery(resource, form, query, isRun ? undefined : storeDraft) ?? query;
  return (
    <SearchQueryContext value={{ ...address, form, draft }}>
      <ResultsContext value={results}>{children}</ResultsContext>
    </SearchQueryContext>
  );
}

/** The search in the address of the screen. */
function useSearchAddress(resource: Resource, url: UrlSchema | undefined) {
  const { schema, blank } = findAddress(resource);
  const { value, unread, write } = useUrl(url ?? schema);
  const place = value as SearchUrl;
  const { open, hide, group, shape } = place;
  return {
    resource,
    /** The query of an empty form. */
    blank,
    /** The query whose results are shown, once it was run. */
    query: useMemo(() => pickQuery(place), [place]),
    isRun: place.run === true,
    /** The whole address: the query, and the view of its results. */
    place,
    /** Parameters of the address that could not be read. */
    unread,
    /** Changes the view, as a step that Back undoes or in place. */
    changePlace: (part: Partial<SearchUrl>, how?: WriteMode) => write({ ...place, ...part }, how),
    /** Opens a record, or closes it. Opening is a step that Back undoes; moving to another row, or closing, is not. */
    openRecord: (id: string | undefined) => {
      if (open !== id) write({ ...place, open: id }, open === undefined ? 'step' : 'replace');
    },
    /** Fills the form with a query that is not run. */
    fillForm: (next: SearchQuery) => write(next),
    /** Shows the results of a query. What narrows or sorts rows belongs to the results before it. */
    showResults: (next: SearchQuery) => write({ ...next, run: true, hide, group, shape, ...clearPicked(place) }),
    /** A reload and Back find the form as it was left. The address of results stays that of their query. */
    storeDraft: (left: SearchQuery) => write({ ...place, ...left }, 'replace'),
  };
}

type SearchAddress = ReturnType<typeof useSearchAddress>;

/** The results of the query, as the gateway has them stored, and the presses that load more. */
function useQueryResults({ resource, query, isRun }: SearchAddress) {
  const search = { resource, query };
  const { results, isLoading, isUnread } = useStoredResults(search, isRun);
  const { buy, buyAsync, pending, failure, last } = useRowsPurchase(search);
  const isMissing = isRun && !results && !isLoading && !isUnread && !pending && !failure;
  useFreeLoad(isMissing ? formatQueryKey(search) : undefined, (authorization) =>
    buy({ search, authorization, rows: query.rows, mode: 'start' }),
  );
  // The gateway had loaded them, although its response was lost.
  const isMadeUp = last?.mode === 'start' && results !== undefined;
  const loadMore = (authorization: SpendAuthorization, rows: number) =>
    buyAsync({ search, authorization, rows, mode: 'more' }).catch((): BatchEnd => 'failed');
  return {
    results,
    /** Permalinks in these results that the service ignored. */
    ignored: useMemo(() => new Set(results?.ignored.map((one) => one.value)), [results]),
    /** Whether rows are being bought, or the stored ones are read. */
    pending: isRun && (pending || (isLoading && !results)),
    /** Why the last press loaded nothing. */
    failure: isRun && !isMadeUp ? failure : null,
    /** Whether the gateway did not send the stored rows. */
    isUnread,
    batch: useBatch(search),
    allowance: useAllowance(search, results, loadMore),
    /** Loads so many rows after the loaded ones; resolves with how it ended. */
    loadMore,
    /** Loads the first rows, or loads them again. */
    loadAgain: (authorization: SpendAuthorization, rows = query.rows) => {
      forgetBatch(search);
      buy({ search, authorization, rows, mode: results ? 'refresh' : 'start' });
    },
  };
}

type SpendingProviderProps = {
  /** What is searched in place of the form, such as a sentence. */
  readonly query?: SearchQuery;
  /** Called once the search was sent. */
  readonly onSearched?: () => void;
  /** Shows the results elsewhere, in place of this screen. */
  readonly onShow?: (sent: SearchQuery) => void;
  readonly children: ReactNode;
};

/** Prices the next search: that of the form, with every keystroke, or another query. */
export function SpendingProvider({ query, onSearched, onShow, children }: SpendingProviderProps) {
  const { form, draft, ...current } = useSearchQuery();
  const { resource, showResults } = current;
  const typed = useFormQuery(resource, form);
  const next = query
    ? { draft: chooseRequest(resource, query), settled: query, whenValid: (run: RunQuery) => void run(query) }
    : { draft: typed, settled: draft, whenValid: (run: RunQuery) => void form.handleSubmit(run)() };
  const spending = useNextSearch(current, next, (sent) => {
    (onShow ?? showResults)(sent);
    onSearched?.();
  });
  return <SpendingContext value={spending}>{children}</SpendingContext>;
}

type RunQuery = (query: SearchQuery) => void | Promise<void>;

type SearchQueryState = SearchAddress & {
  /** The filter form: the query that is searched next. */
  readonly form: SearchForm;
  /** The query as the form is filled in, once typing pauses; counts follow it. */
  readonly draft: SearchQuery;
};
const SearchQueryContext = createContext<SearchQueryState | undefined>(undefined);
const ResultsContext = createContext<ReturnType<typeof useQueryResults> | undefined>(undefined);
const SpendingContext = createContext<ReturnType<typeof useNextSearch> | undefined>(undefined);

/** What is searched on this screen: its resource, query and form, and how to change them. */
export const useSearchQuery = () => orThrow(use(SearchQueryContext), 'SearchProvider');

/** The results of the search on this screen, and what loads more of them. */
export const useResults = () => orThrow(use(ResultsContext), 'SearchProvider');

/** What the next search costs, and the presses that count and send it. */
export const useSpending = () => orThrow(use(SpendingContext), 'SpendingProvider');

function orThrow<Value>(value: Value | undefined, provider: string): Value {
  if (value === undefined) throw new Error(`This component needs a ${provider} around it.`);
  return value;
}
