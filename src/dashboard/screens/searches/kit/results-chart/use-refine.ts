import { useIsFree } from '../../../../spending/use-free-load.ts';
import { type SearchQuery, toDraft } from '../query/search-query.ts';
import { useSearchQuery } from '../search/search-context.tsx';

/**
 * Changes the search. Where rows are free it is run at once, as a step that Back undoes; where they are charged the
 * Search button gets its price.
 */
export function useRefine(): (change: Partial<SearchQuery>) => void {
  const { resource, draft, form, isRun, fillForm, showResults } = useSearchQuery();
  const isFree = useIsFree();
  return (change) => {
    const next = { ...draft, ...change };
    if (!isRun) fillForm(next);
    else if (isFree) showResults(next);
    else {
      const fields = toDraft(resource.filters, next);
      for (const key of Object.keys(change)) form.setValue(key, fields[key], { shouldDirty: true });
    }
  };
}
