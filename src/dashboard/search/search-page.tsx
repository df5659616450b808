import { ListFilter } from 'lucide-react';
import { Suspense, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useOwnedVersion } from '../records/owned.ts';
import type { GridRow } from '../table/grid-column.ts';
import { Button } from '../ui/button.tsx';
import { DetailPanel } from '../ui/detail-panel.tsx';
import { LazySheet } from '../ui/lazy-sheet.tsx';
import { useIsWide } from '../ui/use-media.ts';
import { UnreadNotice } from '../url/unread-notice.tsx';
import { useUrl } from '../url/use-url.ts';
import { toAddress } from './address.ts';
import { FiltersForm } from './filters-form.tsx';
import type { SearchUrl } from './question.ts';
import { RecipesButton } from './recipes-button.tsx';
import type { Resource } from './resource.ts';
import { Results } from './results.tsx';
import { SearchFoot } from './search-foot.tsx';
import { useSearch } from './use-search.ts';

/** What a screen adds to the search that all resources share; each is given the ids of the loaded rows. */
export type ScreenParts<R extends GridRow> = {
  /** Priced tools over the table, such as buying names. */
  readonly tools?: (ids: readonly string[]) => ReactNode;
  /** What went wrong with a tool. */
  readonly toolFailure?: Error | null;
  /** What is to be said under the table. */
  readonly remark?: (ids: readonly string[]) => ReactNode;
  /** What can be done with selected rows, beyond saving them. */
  readonly bulk?: (ids: readonly string[]) => ReactNode;
  /** The details of one record, with its row in this answer where it is owned; showing them asks for nothing. */
  readonly detail: (id: string, row: R | undefined) => ReactNode;
};

type SearchPageProps<R extends GridRow> = { readonly resource: Resource<R>; readonly parts: ScreenParts<R> };

/** A search screen: a function of the address. */
export function SearchPage<R extends GridRow>({ resource, parts }: SearchPageProps<R>) {
  const wide = useIsWide();
  const [sheetOpen, setSheetOpen] = useState(false);
  const { schema, blank } = toAddress(resource);
  const { value, unread, write } = useUrl(schema);
  const place = value as SearchUrl;
  const search = useSearch(resource, { value: place, blank, write }, () => setSheetOpen(false));
  const searchButton = useRef<HTMLButtonElement>(null);
  useSearchKey(searchButton);
  useOwnedVersion();

  const { answer, form } = search;
  const openId = place.open;
  // Opening is a step that Back undoes; moving on to another row, or closing, is none.
  const open = (id: string) => write({ ...value, open: id }, openId === undefined ? 'step' : 'replace');
  const close = () => {
    if (openId !== undefined) write({ ...value, open: undefined }, 'replace');
  };
  const opened = openId === undefined ? undefined : resource.toRow(openId, answer?.figures?.[openId]);
  const filters = (
    <>
      <form
        aria-label="Filters"
        className="min-h-0 grow overflow-y-auto px-4 py-3.5"
        onSubmit={(event) => event.preventDefault()}
      >
        <RecipesButton resource={resource} blank={blank} onOpen={(question) => write(question)} />
        <FiltersForm
          resource={resource}
          form={form}
          ignored={new Set(answer?.ignored.map(({ value: permalink }) => permalink))}
        />
      </form>
      <SearchFoot {...search.foot} searchButton={searchButton} />
    </>
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
          notice={<UnreadNotice unread={unread} />}
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
        <DetailPanel
          key={openId}
          title={opened ? resource.toTitle(opened) : toName(resource.one)}
          wide={wide}
          opener='[data-at][tabindex="0"]'
          onClose={close}
        >
          {parts.detail(openId, opened)}
        </DetailPanel>
      )}
    </div>
  );
}

const toName = (noun: string): string => noun.charAt(0).toUpperCase() + noun.slice(1);

type FilterSheetProps = {
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly children: ReactNode;
};

/** The form of a narrow screen, behind a button. */
function FilterSheet({ open, onOpen, children }: FilterSheetProps) {
  return (
    <>
      <Button onClick={() => onOpen(true)}>
        <ListFilter aria-hidden className="size-3.5" />
        Filters
      </Button>
      {open && (
        <Suspense>
          <LazySheet title="Filters" edge="left" onClose={() => onOpen(false)}>
            {children}
          </LazySheet>
        </Suspense>
      )}
    </>
  );
}

/** Ctrl or Cmd with Enter presses the search button, wherever the focus is, so that the same price stands for it. */
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
