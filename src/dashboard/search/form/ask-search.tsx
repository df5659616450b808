import { ListFilter } from 'lucide-react';
import { Button } from '../../platform/ui/button.tsx';
import { PricedButton } from '../../purchase/priced-button.tsx';
import { pricePage } from '../fetch/fetch-results.ts';
import { SearchButton } from './filters-form.tsx';
import { useSearchForm } from './search-form.ts';
import { withSearchCallback, type Search } from './use-search.ts';
import { formatCount } from '../../platform/format.ts';
import type { SearchQuery } from '../query/search-query.ts';
import { TemplateList } from '../resource/templates.tsx';
import { useNextSearch } from './next-search.ts';
import type { AskSearchParts } from '../ask/ask-controls.ts';

type AskSearchProps = AskSearchParts & {
  readonly search: Search;
  /** Opens the sheet of all filters with the query in it. */
  readonly onFilters: (query: SearchQuery) => void;
  readonly onTemplate: (query: SearchQuery) => void;
};

/** Templates, and the search of a sentence at its highest price. */
export function AskSearch({ search, onFilters, onTemplate, query, onDone }: AskSearchProps) {
  const { resource, blank } = search;
  const form = useSearchForm(resource, query, null);
  const next = useNextSearch(withSearchCallback(search, onDone), form, query);
  const { total, isCountFree, pending, onCount } = next;
  return (
    <>
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
          <output className="text-12 text-ink-3 empty:hidden">
            {typeof total === 'number' && formatCount(total, resource.one, resource.many)}
          </output>
          {!isCountFree && (
            <PricedButton tenths={pricePage(resource, 1)} pending={pending.count} onConfirm={onCount}>
              Count
            </PricedButton>
          )}
          <span data-ask-search>
            <SearchButton {...next} ref={null} />
          </span>
        </span>
      </div>
    </>
  );
}
