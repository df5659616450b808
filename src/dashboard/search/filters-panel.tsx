import { ListFilter } from 'lucide-react';
import { Suspense, type ReactNode, type RefObject } from 'react';
import { Button } from '../platform/ui/button.tsx';
import { LazySheet } from '../platform/ui/lazy-sheet.tsx';
import { FiltersForm } from './form/filters-form.tsx';
import type { SearchQuery } from './query/search-query.ts';
import { TemplatesButton } from './templates.tsx';
import type { RelevancePreview } from './form/semantic-field.tsx';
import type { AnyResource } from './resource/resource.ts';
import { SearchFoot } from './form/search-foot.tsx';
import { type NextSearch, type Search, useNextSearch } from './form/use-search.ts';

type FilterColumnProps = {
  readonly resource: AnyResource;
  readonly blank: SearchQuery;
  readonly search: Search;
  readonly searchButton: RefObject<HTMLButtonElement | null>;
  readonly onOpen: (query: SearchQuery) => void;
};

/** The form with its fixed foot. */
export function FilterColumn({ resource, blank, search, searchButton, onOpen }: FilterColumnProps) {
  const next = useNextSearch(search);
  const ignored = new Set(search.answer?.ignored.map(({ value }) => value));
  return (
    <>
      <form
        aria-label="Filters"
        className="min-h-0 grow overflow-y-auto px-4 py-3.5"
        onSubmit={(event) => event.preventDefault()}
      >
        <TemplatesButton resource={resource} blank={blank} onOpen={onOpen} />
        <FiltersForm resource={resource} form={search.form} ignored={ignored} probe={buildProbe(search, next)} />
      </form>
      <SearchFoot {...next} searchButton={searchButton} />
    </>
  );
}

const buildProbe = ({ resource, answer, query }: Search, next: NextSearch): RelevancePreview => ({
  resource,
  answer,
  query,
  total: next.total,
  pending: next.pending.count,
  onCount: next.onCount,
});

type FilterSheetProps = {
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly children: ReactNode;
};

/** The form of a narrow screen, behind a button. */
export function FilterSheet({ open, onOpen, children }: FilterSheetProps) {
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
