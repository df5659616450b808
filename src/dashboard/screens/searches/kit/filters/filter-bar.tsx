import { ListFilter, Plus, TriangleAlert, Undo2, X } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import type { Filter } from '#contract/filters.ts';
import { useSingleKey } from '../../../../platform/ui/single-key.ts';
import { ActionButton } from '../../../../platform/ui/action-button.tsx';
import { Sheet } from '../../../../platform/ui/sheet.tsx';
import { useIsWide } from '../../../../platform/ui/use-browser.ts';
import { type SearchQuery, toDraft } from '../query/search-query.ts';
import { type FilterChip, setFields, useFilterChips } from './filter-chips.ts';
import { AskBox } from '../ask/ask-box.tsx';
import { AskSearch } from './ask-search.tsx';
import { SpendingProvider, useResults, useSearchQuery, useSpending } from '../search/search-context.tsx';
import { FilterColumn } from './filters-form.tsx';
import { SearchButton, SearchNote, UnlockedWarning, UnverifiedValues } from './search-foot.tsx';
import { FilterPopover } from './filter-popover.tsx';
import { UndoChanges, useKeptChanges } from './kept-changes.tsx';

/** What is open over the results: the sheet with all filters, or one filter next to what opened it. */
type OpenedFilters = 'sheet' | OpenedFilter;
/** One filter, or the list of all, next to what opened it. */
export type OpenedFilter = { readonly filter?: Filter; readonly anchor: Element };

type FilterBarProps = { readonly searchButton: RefObject<HTMLButtonElement | null> };

/** The filters of a search as chips, with what opens one or all of them. Changes wait for the Search button. */
export function FilterBar({ searchButton }: FilterBarProps) {
  const [opened, setOpened] = useState<OpenedFilters>();
  return (
    <SpendingProvider onSearched={() => setOpened(undefined)}>
      <FilterControls {...{ searchButton, opened, setOpened }} />
    </SpendingProvider>
  );
}

type FilterControlsProps = FilterBarProps & {
  readonly opened: OpenedFilters | undefined;
  readonly setOpened: (opened: OpenedFilters | undefined) => void;
};

function FilterControls({ searchButton, opened, setOpened }: FilterControlsProps) {
  const { resource, form, fillForm } = useSearchQuery();
  const isWide = useIsWide();
  const openTemplate = (query: SearchQuery) => {
    // The form takes the place of the results.
    if (isWide) setOpened(undefined);
    fillForm(query);
  };
  const changes = useKeptChanges(form);
  const [isAsking, setAsking] = useState(false);
  const open = (what: OpenedFilters) => {
    changes.onOpen();
    setOpened(what);
  };
  const addButton = useRef<HTMLButtonElement>(null);
  const addFilter = () => {
    if (addButton.current) open({ anchor: addButton.current });
  };
  useSingleKey('f', addFilter);
  const close = (isEscape: boolean) => {
    changes.onClose(isEscape);
    setOpened(undefined);
  };
  return (
    <section aria-label="Search filters" className="grid min-w-0 grow basis-0 grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center gap-1.5 wide:flex-nowrap">
        <AskBox
          onReading={setAsking}
          screen={{
            name: resource.name,
            renderSearch: (parts) => (
              <AskSearch
                {...parts}
                onTemplate={openTemplate}
                onFilters={(query) => {
                  open('sheet');
                  form.reset(toDraft(resource.filters, query));
                }}
              />
            ),
          }}
        />
        <div
          className={`max-tablet:chip-line tablet:flex tablet:min-w-0 tablet:grow tablet:items-center tablet:gap-1.5 ${isAsking ? 'wide:invisible' : ''}`}
        >
          <ActionButton Icon={ListFilter} onPress={() => open('sheet')}>
            Filters
          </ActionButton>
          <Chips onEdit={open} />
          <ActionButton ref={addButton} Icon={Plus} variant="ghost" aria-keyshortcuts="F" onPress={addFilter}>
            Add filter
          </ActionButton>
          {!opened && <UndoChanges {...changes} form={form} />}
        </div>
        {opened !== 'sheet' && !isAsking && <PendingSearch searchButton={searchButton} />}
      </div>
      {opened !== 'sheet' && <PendingNotes />}
      {opened === 'sheet' && (
        <Sheet title="Filters" edge="right" onClose={close}>
          <FilterColumn searchButton={searchButton} onTemplate={openTemplate} />
        </Sheet>
      )}
      {opened !== undefined && opened !== 'sheet' && (
        <FilterPopover {...opened} onPick={(filter) => setOpened({ filter, anchor: opened.anchor })} onClose={close} />
      )}
    </section>
  );
}

/** The set filters as chips, each of which can be edited next to it or removed. */
export function Chips({ onEdit }: { readonly onEdit: (opened: OpenedFilter) => void }) {
  const { resource, blank, query, form } = useSearchQuery();
  const chips = useFilterChips();
  const [blankDraft, sentDraft] = [toDraft(resource.filters, blank), toDraft(resource.filters, query)];
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Set filters" className="max-tablet:contents tablet:chip-line tablet:w-auto tablet:min-w-0">
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
      className={`inline-flex h-7.5 max-w-80 min-w-0 shrink-0 items-center max-tablet:h-10 rounded-md border bg-panel ${isIgnored ? 'border-warn' : classesOf[change]}`}
    >
      <button
        type="button"
        className="flex h-full min-w-0 items-center gap-1.5 rounded-md pr-1 pl-2 hover:bg-sunken"
        onClick={({ currentTarget }) => onEdit(currentTarget)}
      >
        {isIgnored && <TriangleAlert aria-hidden className="size-3.5 shrink-0 text-warn" />}
        <span
          className={`shrink-0 text-ink-3 ${text === '' ? '' : 'tablet:max-full:in-data-compact:sr-only'} ${isRemoved ? 'line-through' : ''}`}
        >
          {label}
        </span>
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

/** The Search button, where there is something to search for. */
function PendingSearch({ searchButton }: FilterBarProps) {
  const { resource, query, form } = useSearchQuery();
  const { results } = useResults();
  const { changed } = useSpending();
  if (results && !changed) return null;
  return (
    <span className="ml-auto flex shrink-0 items-center gap-1.5">
      {changed && (
        <ActionButton variant="ghost" onPress={() => form.reset(toDraft(resource.filters, query))}>
          Discard changes
        </ActionButton>
      )}
      <SearchButton ref={searchButton} />
    </span>
  );
}

/** What to know before a changed search is sent. */
function PendingNotes() {
  const { resource, isRun } = useSearchQuery();
  const { changed, count } = useSpending();
  // After a search the heading has the total, and before one the histogram.
  const isElsewhere = count.isFree && (isRun || resource.chart.histogram === true);
  return (
    <div className="grid gap-1.5 empty:hidden">
      {(changed || (count.total !== undefined && !isElsewhere)) && <SearchNote />}
      {changed && <UnlockedWarning />}
      <UnverifiedValues />
    </div>
  );
}
