import { ListFilter, Plus, TriangleAlert, Undo2, X } from 'lucide-react';
import { type RefObject, startTransition, useRef, useState } from 'react';
import type { Filter } from '#contract/filters.ts';
import { useSingleKey } from '../../platform/ui/single-key.ts';
import { Button } from '../../platform/ui/button.tsx';
import { LazySheet } from '../../platform/ui/lazy-sheet.tsx';
import { useIsWide } from '../../platform/ui/use-browser.ts';
import { lazyPart } from '../../platform/ui/lazy-part.tsx';
import { type Draft, type SearchQuery, toDraft } from '../query/search-query.ts';
import { type FilterChip, setFields, useFilterChips } from './filter-chips.ts';
import { AskBox } from '../ask/ask-box.tsx';
import { AskSearch } from './ask-search.tsx';
import {
  buildRelevancePreview,
  FilterColumn,
  UnlockedWarning,
  SearchButton,
  SearchNote,
  UnverifiedNotice,
} from './filters-form.tsx';
import type { SearchForm } from './search-form.ts';
import { withSearchCallback, type Search } from './use-search.ts';
import { type NextSearch, useNextSearch } from './next-search.ts';

const FilterPopover = lazyPart(() => import('./filter-popover.tsx').then((module) => module.FilterPopover));

/** What is open over the results: the sheet with all filters, or one filter next to what opened it. */
type OpenedFilters = 'sheet' | { readonly filter?: Filter; readonly anchor: Element };

type FilterBarProps = {
  readonly search: Search;
  readonly form: SearchForm;
  readonly searchButton: RefObject<HTMLButtonElement | null>;
  readonly onTemplate: (query: SearchQuery) => void;
};

/** The filters of a search as chips, with what opens one or all of them. Changes wait for the Search button. */
export function FilterBar(props: FilterBarProps) {
  const { form, searchButton, onTemplate } = props;
  const isWide = useIsWide();
  const [opened, setOpened] = useState<OpenedFilters>();
  const search = withSearchCallback(props.search, () => setOpened(undefined));
  const { resource } = search;
  const next = useNextSearch(search, form);
  const openTemplate = (query: SearchQuery) => {
    // The form takes the place of the results.
    if (isWide) setOpened(undefined);
    onTemplate(query);
  };
  const before = useRef<Draft>({});
  const [isAsking, setAsking] = useState(false);
  const open = (what: OpenedFilters) => {
    before.current = { ...form.getValues() };
    // The form has many fields: the press shows before they do.
    startTransition(() => setOpened(what));
  };
  const addButton = useRef<HTMLButtonElement>(null);
  useSingleKey('f', () => addButton.current?.click());
  const close = (isCancelled: boolean) => {
    if (isCancelled) form.reset(before.current);
    setOpened(undefined);
  };
  return (
    <section aria-label="Search filters" className="grid min-w-0 grow basis-0 grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center gap-1.5">
        <AskBox
          onReading={setAsking}
          screen={{
            name: resource.name,
            renderSearch: (parts) => (
              <AskSearch
                {...parts}
                search={search}
                onTemplate={openTemplate}
                onFilters={(query) => {
                  open('sheet');
                  form.reset(toDraft(resource.filters, query));
                }}
              />
            ),
          }}
        />
        <div className={`max-tablet:chip-line tablet:contents ${isAsking ? 'wide:invisible' : ''}`}>
          <Button onClick={() => open('sheet')}>
            <ListFilter aria-hidden className="size-3.5" />
            Filters
          </Button>
          <Chips search={search} form={form} onEdit={open} />
          <Button
            ref={addButton}
            variant="ghost"
            aria-keyshortcuts="F"
            onClick={({ currentTarget }) => open({ anchor: currentTarget })}
          >
            <Plus aria-hidden className="size-3.5" />
            Add filter
          </Button>
        </div>
        {opened !== 'sheet' && !isAsking && <PendingSearch {...{ search, form, next, searchButton }} />}
      </div>
      {opened !== 'sheet' && <PendingNotes {...{ search, form, next }} />}
      {opened === 'sheet' && (
        <LazySheet title="Filters" edge="right" onClose={close}>
          <FilterColumn {...{ search, form, next, searchButton }} onOpen={openTemplate} />
        </LazySheet>
      )}
      {opened !== undefined && opened !== 'sheet' && (
        <FilterPopover
          {...{ resource, form, ...opened }}
          ignored={search.ignored}
          preview={buildRelevancePreview(search, next)}
          onPick={(filter) => setOpened({ filter, anchor: opened.anchor })}
          onClose={close}
        />
      )}
    </section>
  );
}

type ChipsProps = {
  readonly search: Search;
  readonly form: SearchForm;
  readonly onEdit: (opened: OpenedFilters) => void;
};

function Chips({ search, form, onEdit }: ChipsProps) {
  const { resource, blank, query } = search;
  const chips = useFilterChips(search, form);
  const [blankDraft, sentDraft] = [toDraft(resource.filters, blank), toDraft(resource.filters, query)];
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Set filters" className="contents">
      {chips.map((chip) => (
        <Chip
          key={chip.filter.name}
          chip={chip}
          onEdit={(anchor) => onEdit({ filter: chip.filter, anchor })}
          onToggle={() => setFields(form, chip.filter, chip.change === 'removed' ? sentDraft : blankDraft)}
        />
      ))}
    </ul>
  );
}

const classesOf = {
  none: 'border-line-2',
  changed: 'border-accent bg-accent-soft',
  removed: 'border-edge border-dashed',
  invalid: 'border-bad',
};

type ChipProps = {
  readonly chip: FilterChip;
  readonly onEdit: (anchor: Element) => void;
  /** Removes the filter, or puts a removed one back. */
  readonly onToggle: () => void;
};

function Chip({ chip: { label, text, change, isIgnored }, onEdit, onToggle }: ChipProps) {
  const isRemoved = change === 'removed';
  const Icon = isRemoved ? Undo2 : X;
  return (
    <li
      className={`inline-flex h-7.5 max-w-full min-w-0 items-center max-tablet:h-10 max-tablet:shrink-0 rounded-md border bg-panel ${isIgnored ? 'border-warn' : classesOf[change]}`}
    >
      <button
        type="button"
        className="flex h-full min-w-0 items-center gap-1.5 rounded-md pr-1 pl-2 hover:bg-sunken"
        onClick={({ currentTarget }) => onEdit(currentTarget)}
      >
        {isIgnored && <TriangleAlert aria-hidden className="size-3.5 shrink-0 text-warn" />}
        <span className={`shrink-0 text-ink-3 ${isRemoved ? 'line-through' : ''}`}>{label}</span>
        {text !== '' && (
          <span className={`truncate font-medium ${isRemoved ? 'text-ink-3 line-through' : ''}`} title={text}>
            {text}
          </span>
        )}
        {change !== 'none' && <span className="sr-only">({change})</span>}
        {isIgnored && <span className="shrink-0 text-warn">ignored by the service</span>}
      </button>
      <button
        type="button"
        aria-label={`${isRemoved ? 'Put back' : 'Remove'} the filter ${label}`}
        className="mr-0.5 grid size-6 shrink-0 place-items-center max-tablet:size-8 rounded-[5px] text-ink-3 hover:bg-sunken hover:text-ink"
        onClick={onToggle}
      >
        <Icon aria-hidden className="size-3.5" />
      </button>
    </li>
  );
}

type PendingProps = { readonly search: Search; readonly form: SearchForm; readonly next: NextSearch };

/** The Search button, where there is something to search for. */
function PendingSearch({
  search,
  form,
  next,
  searchButton,
}: PendingProps & { readonly searchButton: RefObject<HTMLButtonElement | null> }) {
  const { resource, query, results } = search;
  if (results && !next.changed) return null;
  return (
    <span className="ml-auto flex items-center gap-1.5">
      {next.changed && (
        <Button variant="ghost" onClick={() => form.reset(toDraft(resource.filters, query))}>
          Discard changes
        </Button>
      )}
      <SearchButton {...next} ref={searchButton} />
    </span>
  );
}

/** What to know before a changed search is sent. */
function PendingNotes({ search: { resource, isRun }, form, next }: PendingProps) {
  // After a search the heading has the total, and before one the histogram.
  const isElsewhere = next.isCountFree && (isRun || resource.chart.histogram === true);
  return (
    <div className="grid gap-1.5 empty:hidden">
      {(next.changed || (next.total !== undefined && !isElsewhere)) && <SearchNote {...next} />}
      {next.changed && next.next && !next.isLoaded && (
        <UnlockedWarning resource={resource} query={next.next} rows={next.rows} form={form} />
      )}
      {next.blocked && <UnverifiedNotice {...next} />}
    </div>
  );
}
