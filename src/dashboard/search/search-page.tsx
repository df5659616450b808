import { useEffect, useRef, useState, lazy, type ReactNode, type RefObject } from 'react';
import { useLibraryVersion } from '../library/records/record-store.ts';
import type { GridRow } from './table/grid-column.ts';
import { DetailPanel } from '../platform/ui/detail-panel.tsx';
import { useIsWide } from '../platform/ui/use-media.ts';
import { UnreadNotice } from '../platform/ui/notice.tsx';
import { useUrl } from '../platform/url/url.ts';
import { findAddress, type SearchUrl } from './query/search-query.ts';
import { StartScreen } from './start-screen.tsx';
import { FilterColumn, FilterSheet } from './filters-panel.tsx';
import type { Resource, ScreenParts } from './resource/resource.ts';
import { Results } from './results.tsx';
import { useSearch } from './form/use-search.ts';

// Loaded when a record is opened.
const StatusSection = lazy(() =>
  import('./results/status-section.tsx').then((module) => ({ default: module.StatusSection })),
);

type SearchPageProps<R extends GridRow> = { readonly resource: Resource<R>; readonly parts: ScreenParts<R> };

/** A search screen: a function of the address. */
export function SearchPage<R extends GridRow>({ resource, parts }: SearchPageProps<R>) {
  const wide = useIsWide();
  const [sheetOpen, setSheetOpen] = useState(false);
  const { schema, blank } = findAddress(resource);
  const { value, unread, write } = useUrl(schema);
  const place = value as SearchUrl;
  const search = useSearch(resource, { value: place, blank, write }, () => setSheetOpen(false));
  const searchButton = useRef<HTMLButtonElement>(null);
  useSearchKey(searchButton);
  useLibraryVersion();

  const { answer } = search;
  const openId = place.open;
  // Opening is a step that Back undoes; moving to another row, or closing, is not.
  const open = (id: string) => write({ ...value, open: id }, openId === undefined ? 'step' : 'replace');
  const close = () => {
    if (openId !== undefined) write({ ...value, open: undefined }, 'replace');
  };
  const opened = openId === undefined ? undefined : resource.toRow(openId, answer?.figures?.[openId]);
  const filters = (
    <FilterColumn resource={resource} blank={blank} search={search} searchButton={searchButton} onOpen={write} />
  );

  return (
    <div className="flex min-h-0 grow">
      {wide && (
        <aside aria-label="Filters" className="flex w-[300px] shrink-0 flex-col border-r border-line bg-panel">
          {filters}
        </aside>
      )}
      <div className="flex min-h-0 min-w-0 grow flex-col">
        <Results
          resource={resource}
          search={search}
          parts={parts}
          wide={wide}
          chart={{ place, onChange: (next, how) => write({ ...value, ...next }, how) }}
          notice={<UnreadNotice unread={unread} />}
          empty={
            <StartScreen
              resource={resource}
              query={search.query}
              blank={blank}
              next={{
                words: wide ? 'Go to Search' : 'Show the filters',
                onPress: () => (wide ? searchButton.current?.focus() : setSheetOpen(true)),
              }}
              onOpen={(query) => write(query)}
            />
          }
          corner={
            !wide && (
              <FilterSheet open={sheetOpen} onOpen={setSheetOpen}>
                {filters}
              </FilterSheet>
            )
          }
          openId={openId}
          onOpen={open}
          onClose={close}
        />
      </div>
      {openId !== undefined && (
        <OpenedPanel key={openId} id={openId} row={opened} {...{ resource, wide }} onClose={close}>
          {parts.detail(openId, opened)}
        </OpenedPanel>
      )}
    </div>
  );
}

type OpenedPanelProps<R extends GridRow> = {
  readonly resource: Resource<R>;
  readonly id: string;
  readonly row: R | undefined;
  readonly wide: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** The details of one record next to the table, its status first. */
function OpenedPanel<R extends GridRow>({ resource, id, row, wide, onClose, children }: OpenedPanelProps<R>) {
  return (
    <DetailPanel
      title={row ? resource.formatTitle(row) : toName(resource.one)}
      wide={wide}
      opener='[data-at][tabindex="0"]'
      onClose={onClose}
    >
      <StatusSection resource={resource} id={id} />
      {children}
    </DetailPanel>
  );
}

const toName = (noun: string): string => noun.charAt(0).toUpperCase() + noun.slice(1);

/** Ctrl or Cmd with Enter presses the search button from anywhere, so that its price applies. */
function useSearchKey(button: RefObject<HTMLButtonElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
      event.preventDefault();
      button.current?.click();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [button]);
}
