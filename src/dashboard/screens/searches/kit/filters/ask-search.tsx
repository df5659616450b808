import { ListFilter } from 'lucide-react';
import { formatCount } from '../../../../platform/format.ts';
import { useConnected } from '../../../../platform/http/connection.ts';
import { Button } from '../../../../platform/ui/button.tsx';
import type { AskSearchParts } from '../ask/ask-controls.ts';
import type { SearchQuery } from '../query/search-query.ts';
import { TemplateList } from '../resource/templates.tsx';
import { SpendingProvider, useSearchQuery, useSpending } from '../search/search-context.tsx';
import { CountButton, SearchButton } from './search-foot.tsx';

type AskSearchProps = AskSearchParts & {
  /** Opens the sheet of all filters with the query in it. */
  readonly onFilters: (query: SearchQuery) => void;
  readonly onTemplate: (query: SearchQuery) => void;
};

/** Templates, and the search of a sentence at its highest price. */
export function AskSearch({ onFilters, onTemplate, query, searchButton, onDone }: AskSearchProps) {
  const { resource, blank } = useSearchQuery();
  // What a search costs depends on the service.
  useConnected();
  return (
    <SpendingProvider query={query} onSearched={onDone}>
      <div data-templates className="grid gap-1 border-t border-line px-2.5 py-2.5 max-tablet:hidden short:hidden">
        <p className="px-1.5 text-12 text-ink-3">Start from a template</p>
        <TemplateList
          resource={resource}
          isPlain
          max={3}
          onOpen={(values) => {
            onTemplate({ ...blank, ...values });
            onDone();
          }}
        />
      </div>
      <div className="flex flex-wrap items-center gap-1.5 border-t border-line px-4 py-2">
        <Button
          variant="ghost"
          onClick={() => {
            onFilters(query);
            onDone();
          }}
        >
          <ListFilter aria-hidden className="size-3.5" />
          All filters
        </Button>
        <span className="ml-auto flex flex-wrap items-center gap-1.5">
          <SentenceCount />
          <CountButton />
          <SearchButton ref={searchButton} />
        </span>
      </div>
    </SpendingProvider>
  );
}

/** How many records match, where the service counts them for free. */
export function SentenceCount() {
  const { resource } = useSearchQuery();
  const { total } = useSpending().count;
  return (
    <output className="text-12 text-ink-3 empty:hidden">
      {typeof total === 'number' && formatCount(total, resource.one, resource.many)}
    </output>
  );
}
