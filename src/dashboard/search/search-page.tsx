import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { storedResults, useLibraryVersion } from '../library/records/records.ts';
import type { GridRow } from './table/grid-column.ts';
import { DetailPanel } from '../platform/ui/detail-panel.tsx';
import { useIsWide } from '../platform/ui/use-browser.ts';
import { UnreadNotice } from '../platform/ui/notice.tsx';
import { useUrl } from '../platform/url/url.ts';
import { findAddress, type SearchUrl, type SearchQuery } from './query/search-query.ts';
import { FilterColumn, FilterSheet } from './form/filters-form.tsx';
import type { Resource, ScreenParts, AnyResource } from './resource/resource.ts';
import { Results } from './results.tsx';
import { useSearch } from './form/use-search.ts';
import { lookUpCompanies } from '#contract/companies.ts';
import { formatCredits } from '../purchase/price.ts';
import { Button, KeyCap } from '../platform/ui/button.tsx';
import { pricePage, formatQueryKey } from './fetch/fetch-results.ts';
import { TemplateList } from './resource/templates.tsx';
import { lazyPart } from '../platform/ui/lazy-part.tsx';

// Loaded when a record is opened.
const StatusSection = lazyPart(() =>
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

  const { results } = search;
  const openId = place.open;
  // Opening is a step that Back undoes; moving to another row, or closing, is not.
  const open = (id: string) => write({ ...value, open: id }, openId === undefined ? 'step' : 'replace');
  const close = () => {
    if (openId !== undefined) write({ ...value, open: undefined }, 'replace');
  };
  const opened = openId === undefined ? undefined : resource.toRow(openId, results?.figures?.[openId]);
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

type StartScreenProps = {
  readonly resource: AnyResource;
  readonly query: SearchQuery;
  readonly blank: SearchQuery;
  readonly onOpen: (query: SearchQuery) => void;
  /** Continues to the next step when the form is filled in. */
  readonly next: { readonly words: string; readonly onPress: () => void };
};

/** A search screen before its first results: what to start with, then the next step. */
export function StartScreen({ resource, query, blank, onOpen, next }: StartScreenProps) {
  const [opened, setOpened] = useState<string>();
  storedResults.useVersion();
  const key = formatQueryKey({ resource, query });
  const arrived = opened === key;
  // Page size and order are not filters.
  const plain = { ...query, rows: blank.rows, sort: blank.sort };
  const isSet = arrived || formatQueryKey({ resource, query: plain }) !== formatQueryKey({ resource, query: blank });
  const isFirst = storedResults.count() === 0;
  return (
    <div className="grid max-w-2xl gap-5 pt-1">
      {isSet ? (
        <NextStep next={next} arrived={arrived} />
      ) : (
        <section aria-labelledby="first-step" className="grid gap-2">
          <h2 id="first-step" className="font-semibold">
            Start with one of these, or set filters yourself
          </h2>
          <TemplateList
            resource={resource}
            blank={blank}
            max={3}
            onOpen={(filled) => {
              setOpened(formatQueryKey({ resource, query: filled }));
              onOpen(filled);
            }}
          />
          <p className="text-[12px] text-ink-3">A template fills in the form. Nothing is charged until you search.</p>
        </section>
      )}
      {isFirst && <Prices resource={resource} />}
      <p className="flex flex-wrap items-center gap-1.5 text-[12px] text-ink-3 max-wide:hidden">
        <KeyCap>Ctrl</KeyCap> <KeyCap>K</KeyCap> finds screens, actions and names. <KeyCap>?</KeyCap> lists all keys.
      </p>
    </div>
  );
}

/** The focused template button is removed with the list. */
const focusOnArrival = (heading: HTMLHeadingElement | null): void => heading?.focus();

type NextStepProps = Pick<StartScreenProps, 'next'> & { readonly arrived: boolean };

function NextStep({ next, arrived }: NextStepProps) {
  return (
    <section aria-labelledby="next-step" className="grid gap-2">
      <h2
        ref={arrived ? focusOnArrival : undefined}
        id="next-step"
        tabIndex={-1}
        className="font-semibold outline-none"
      >
        The filters are set. Next: search
      </h2>
      <div>
        <Button onClick={next.onPress}>{next.words}</Button>
      </div>
    </section>
  );
}

const free = [
  'Searching places and industries',
  'Sorting, finding, exporting and comparing loaded rows',
  'Opening links, going back, reloading',
  'Everything that is unlocked on this device',
  'Alerts',
];

function Prices({ resource }: { readonly resource: AnyResource }) {
  const costs = [
    `A search: ${formatCredits(pricePage(resource, 1))} for each ${resource.one} returned`,
    `One record, its deals or its investors: ${formatCredits(pricePage(resource, 1))} a row`,
    `A search for a company, investor or person by name: ${formatCredits(lookUpCompanies.cost.tenths)}`,
  ];
  return (
    <section aria-label="Prices" className="grid gap-x-8 gap-y-4 border-t border-line pt-4 wide:grid-cols-2">
      <PriceList title="Free" lines={free} />
      <PriceList title="Costs credits, shown on the button" lines={costs} />
    </section>
  );
}

function PriceList({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  return (
    <div className="grid content-start gap-1.5">
      <h3 className="text-[12px] font-semibold">{title}</h3>
      <ul className="grid list-disc gap-1 pl-4 text-ink-2">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
