import { ListFilter } from 'lucide-react';
import { Suspense, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { ownedCompanies, ownedDeals, ownedInvestors } from '../records/records.ts';
import { SaveSearch } from '../saved/save-search.tsx';
import { Button } from '../ui/button.tsx';
import { LazySheet } from '../ui/lazy-sheet.tsx';
import { useIsWide } from '../ui/use-media.ts';
import { writeUrl } from '../url/codec.ts';
import { toSearchText } from '../url/search-text.ts';
import { UnreadNotice } from '../url/unread-notice.tsx';
import { useUrl } from '../url/use-url.ts';
import { DetailPanel } from './detail-panel.tsx';
import { FiltersForm } from './filters-form.tsx';
import { useNames } from './names-bar.tsx';
import { dealColumnChoice } from './columns.tsx';
import { dealsUrl, toBody } from './question.ts';
import { Results } from './results.tsx';
import { toDealRows } from './rows.ts';
import { SearchFoot } from './search-foot.tsx';
import { useDealsSearch } from './use-deals-search.ts';

/** The deals screen: a function of the address. */
export function DealsPage() {
  const wide = useIsWide();
  const [sheetOpen, setSheetOpen] = useState(false);
  const url = useUrl(dealsUrl);
  const search = useDealsSearch(url, () => setSheetOpen(false));
  const names = useNames();
  const searchButton = useRef<HTMLButtonElement>(null);
  useSearchKey(searchButton);
  useOwnedVersions();

  const { answer, form } = search;
  const openId = url.value.open;
  // Opening is a step that Back undoes; moving on to another row, or closing, is none.
  const open = (id: string) => url.write({ ...url.value, open: id }, openId === undefined ? 'step' : 'replace');
  const close = () => {
    if (openId !== undefined) url.write({ ...url.value, open: undefined }, 'replace');
  };
  const filters = (
    <>
      <form
        aria-label="Filters"
        className="min-h-0 grow overflow-y-auto px-4 py-3.5"
        onSubmit={(event) => event.preventDefault()}
      >
        <FiltersForm form={form} ignored={new Set(answer?.ignored.map(({ value }) => value))} />
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
          {...search}
          rows={toDealRows(answer?.ids ?? [])}
          names={names}
          wide={wide}
          notice={<UnreadNotice unread={url.unread} />}
          saving={
            <SaveSearch
              screen="deals"
              search={toSearchText(writeUrl(dealsUrl, search.next))}
              body={toBody(search.next)}
              columns={dealColumnChoice.use()}
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
      {openId !== undefined && <DetailPanel id={openId} wide={wide} onClose={close} />}
    </div>
  );
}

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

/** Renders again when rows or names were bought. */
function useOwnedVersions(): void {
  ownedDeals.useVersion();
  ownedCompanies.useVersion();
  ownedInvestors.useVersion();
}
