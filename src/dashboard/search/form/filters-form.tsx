import { ChevronDown } from 'lucide-react';
import { lazyPart } from '../../platform/ui/lazy-part.tsx';
import {
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useState,
  type Ref,
} from 'react';
import { Button } from '../../platform/ui/button.tsx';
import { useDebounced } from '../../platform/state.ts';
import { readPageAddress } from '../../platform/url/address.ts';
import {
  type SearchQuery,
  type SearchUrl,
  countSetFields,
  formatAddress,
  pageSizes,
  withQuery,
} from '../query/search-query.ts';
import { TemplatesButton } from '../resource/templates.tsx';
import type { RelevancePreview } from './semantic-field.tsx';
import type { AnyResource } from '../resource/resource.ts';
import { type SearchForm, useFilledQuery, useFormQuery, useSearchForm } from './search-form.ts';
import { type Search, formatDraft, parseDraft } from './use-search.ts';
import { isChargedForNames } from '../fetch/extras.ts';
import { useWatch } from 'react-hook-form';
import { LabeledSelect, SelectField } from '../../platform/form/controls.tsx';
import { FilterField } from './filter-field.tsx';
import type { Filter } from '#contract/filters.ts';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { PricedButton } from '../../purchase/priced-button.tsx';
import { capitalize, formatCount, formatShortDay, formatUtcDay } from '../../platform/format.ts';
import { buildIdsOnly, pricePage } from '../fetch/fetch-results.ts';
import { estimateUnlocked, useUnlockedRows } from '../fetch/unlocked-rows.ts';
import { describeQuery } from '../query/sentence.ts';
import { type NextSearch, useNextSearch } from './next-search.ts';

export type FilterColumnProps = {
  readonly search: Search;
  readonly form: SearchForm;
  readonly next: NextSearch;
  readonly searchButton: RefObject<HTMLButtonElement | null>;
  readonly onOpen: (query: SearchQuery) => void;
};

/** The form with its fixed foot. */
export function FilterColumn({ search, form, next, searchButton, onOpen }: FilterColumnProps) {
  const { resource, blank, ignored } = search;
  return (
    <>
      <form
        aria-label="Filters"
        className="min-h-0 grow scroll-y px-4 py-3.5"
        onSubmit={(event) => event.preventDefault()}
      >
        <TemplatesButton resource={resource} blank={blank} onOpen={onOpen} />
        <FiltersForm resource={resource} form={form} ignored={ignored} preview={buildRelevancePreview(search, next)} />
      </form>
      <SearchFoot {...next} searchButton={searchButton}>
        {next.next && !next.isLoaded && (
          <UnlockedWarning resource={resource} query={next.next} rows={next.rows} form={form} />
        )}
      </SearchFoot>
    </>
  );
}

/** Makes the form of a screen and keeps it, so that it outlives the column and the bar that show it. Shows nothing. */
export function FormState({ search }: { readonly search: Search }) {
  const { resource, query, failure, isRun, place, write, onForm, onDraft } = search;
  const form = useSearchForm(resource, query, failure);
  const draft = useFilledQuery(resource, form);
  const address = formatAddress(resource, query);
  const draftText = useDebounced(formatDraft(address, draft), 250);
  // A reload and Back find the form as it was left. The address of results stays that of their query.
  const storeDraft = useEffectEvent((text: string | undefined, kept: SearchUrl) => {
    const left = parseDraft(text, address);
    // React may run this late, when a link has already led to another screen.
    const isHere = readPageAddress().path === `/${resource.name}`;
    if (left && !isRun && isHere) write(withQuery(kept, left), 'store');
  });
  // The screen is painted before its form, which takes as long to render as the rest of it.
  useLayoutEffect(() => startTransition(() => onForm(form)), [form, onForm]);
  useEffect(() => startTransition(() => onDraft(draftText)), [draftText, onDraft]);
  useEffect(() => storeDraft(draftText, place), [draftText, place]);
  return null;
}

/** Apart from the screen, so that keystrokes render only the form. */
export const OpenForm = (props: Omit<FilterColumnProps, 'next'>) => (
  <FilterColumn {...props} next={useNextSearch(props.search, props.form)} />
);

/** What a minimum relevance leaves, as the fields show it. */
export const buildRelevancePreview = ({ resource, results, query }: Search, next: NextSearch): RelevancePreview => ({
  resource,
  results,
  query,
  next: next.next,
  total: next.total,
  pending: next.pending.count,
  onCount: next.onCount,
});

type FiltersFormProps = {
  readonly resource: AnyResource;
  readonly form: SearchForm;
  /** Permalinks that the service ignored in the results on the screen. */
  readonly ignored: ReadonlySet<string>;
  readonly preview: RelevancePreview;
};

// Rarely needed.
export const UnverifiedNotice = lazyPart(() =>
  import('./unverified-values.tsx').then((module) => module.UnverifiedValues),
);

const rowOptions = pageSizes.map((rows) => [String(rows), `${rows} rows`] as const);

/** The filters of a resource: the common ones, and the others under "More filters". */
function FiltersForm({ resource, form, ignored, preview }: FiltersFormProps) {
  const { filters, sortLabels } = resource;
  const sortOptions = Object.entries(sortLabels).map(([value, label]) => [value, capitalize(label)] as const);
  return (
    <div className="grid grid-cols-1 content-start gap-3.75">
      {filters
        .filter(({ more }) => !more)
        .map((filter) => (
          <FilterField key={filter.name} {...{ form, filter, ignored, preview }} />
        ))}
      <More {...{ form, ignored, preview }} filters={filters.filter(({ more }) => more)} />
      <div className="grid grid-cols-[3fr_2fr] gap-2">
        <SelectField label="Order" options={sortOptions} register={form.register('sort')} />
        <SelectField
          label="First page"
          options={buildRowOptions(form)}
          register={form.register('rows')}
          defaultValue={String(form.getValues('rows'))}
        />
      </div>
      <OrderNote filters={filters} form={form} />
      {resource.extras && isChargedForNames() && <ExtentFields resource={resource} form={form} />}
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
function ExtentFields({ resource, form }: { readonly resource: AnyResource; readonly form: SearchForm }) {
  const rounds = useFormQuery(resource, form)?.rounds ?? 'every';
  return (
    <>
      <SelectField label="Load" options={extentOptions} register={form.register('load')} />
      {resource.cheaper && (
        <LabeledSelect
          label="Rounds"
          value={rounds}
          options={roundOptions}
          onPick={(value) => form.setValue('rounds', value)}
        />
      )}
    </>
  );
}

/** Says that the sort order is not used while a description sorts by relevance. */
function OrderNote({ filters, form }: Pick<FiltersFormProps, 'form'> & { readonly filters: readonly Filter[] }) {
  const names = filters.flatMap((filter) => (filter.kind === 'semantic' ? filter.keys[0] : []));
  const texts = useWatch({ control: form.control, name: names }) as (string | undefined)[];
  const isRanked = texts.some((text) => (text ?? '').trim() !== '');
  return (
    <output className="-mt-2 text-11.5 text-ink-3 empty:hidden">
      {isRanked && 'Sorted by relevance to the description; this order is not used.'}
    </output>
  );
}

type MoreProps = Omit<FiltersFormProps, 'resource'> & { readonly filters: readonly Filter[] };

/** The other filters; closed, it shows how many are set. */
function More({ form, filters, ignored, preview }: MoreProps) {
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
              <FilterField {...{ form, filter, ignored, preview }} />
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

type SearchFootProps = NextSearch & {
  readonly searchButton: Ref<HTMLButtonElement>;
  readonly children: ReactNode;
};

/** The foot of the filter form: the search in words, its highest price, and the buttons. */
function SearchFoot(props: SearchFootProps) {
  const { resource, next, isCountFree, failure, pending, onCount, onReset, searchButton } = props;
  const which = next?.rounds === 'newest' ? ', the newest round of each company' : '';
  const sentence = next && `${describeQuery(resource, next)}${which}, ${props.rows} on the first page.`;
  return (
    <div className="grid max-h-[60%] shrink-0 grid-cols-1 gap-2.5 border-t border-line bg-panel px-4 py-3">
      <div className="grid min-h-0 content-start gap-2.5 scroll-y">
        {sentence !== undefined && (
          <p data-sentence className="text-12 text-ink-2">
            {sentence}
          </p>
        )}
        <SearchNote {...props} />
        {props.children}
        {props.blocked && <UnverifiedNotice {...props} />}
        {failure && !pending.count && <FailureNotice key={failure.message} failure={failure} />}
      </div>
      <div className="flex flex-wrap gap-1">
        <SearchButton {...props} ref={searchButton} />
        {!isCountFree && (
          <PricedButton tenths={pricePage(resource, 1)} pending={pending.count} onConfirm={onCount}>
            Count
          </PricedButton>
        )}
        <Button variant="ghost" onClick={onReset}>
          Reset
        </Button>
      </div>
    </div>
  );
}

/** Sends the query of the form, at its highest price. */
export function SearchButton(props: NextSearch & { readonly ref: Ref<HTMLButtonElement> }) {
  const { resource, next, rows, tenths, isLoaded, findPart, pending, onSearch, ref } = props;
  return (
    <PricedButton
      ref={ref}
      variant="primary"
      upTo
      tenths={isLoaded ? 0 : tenths}
      plan={resource.extras && (next && !isLoaded && tenths > 0 ? resource.extras.describe(next, rows) : '')}
      what={`Search for at most ${formatCount(rows, 'row')}`}
      findPart={findPart}
      pending={pending.search}
      onConfirm={onSearch}
    >
      Search
    </PricedButton>
  );
}

type UnlockedWarningProps = {
  readonly resource: AnyResource;
  readonly query: SearchQuery;
  /** The maximum number of rows of the first page. */
  readonly rows: number;
  readonly form: SearchForm;
};

/** Warns before rows that are unlocked are charged again, and offers to ask for newer ones alone. */
export function UnlockedWarning({ resource, query, rows, form }: UnlockedWarningProps) {
  const search = { resource, query };
  const unlocked = useUnlockedRows(search, undefined);
  const count =
    unlocked && buildIdsOnly(search) === undefined ? estimateUnlocked(search, unlocked, rows, undefined) : 0;
  if (!unlocked || count === 0) return null;
  const day = formatUtcDay(unlocked.at);
  return (
    <p className="text-12 text-ink-3">
      Up to {count} of {formatCount(rows, 'row')} are already unlocked and would be charged again.{' '}
      <button
        type="button"
        className="min-h-6 font-[550] text-accent-ink underline-offset-2 hover:underline"
        onClick={() => form.setValue('added_from', day, { shouldDirty: true })}
      >
        Only rounds added since {formatShortDay(day)}
      </button>
    </p>
  );
}

/** What changed since the last search, and the count. */
export function SearchNote({ resource, next, changed, total, isCountFree }: NextSearch) {
  return (
    <div className="text-12 text-ink-3 empty:hidden">
      {changed && <p className="mb-1 text-ink-2">The results are from the previous search.</p>}
      <output className="block font-semibold text-ink empty:hidden">
        {total === undefined
          ? isCountFree && next && 'Counting'
          : total === null
            ? 'The service did not return a total.'
            : `${formatCount(total, resource.one, resource.many)} ${total === 1 ? 'matches' : 'match'}.`}
      </output>
    </div>
  );
}
