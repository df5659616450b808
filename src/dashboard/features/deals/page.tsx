import { lazyPart } from '../../platform/ui/lazy-part.tsx';
import { SearchPage, showsRows } from '../../search/search-page.tsx';
import { deals } from './deals.ts';

const LoadedDeals = lazyPart(() => import('./loaded-deals.tsx').then((module) => module.LoadedDeals), showsRows());

/** The deals screen. */
export function DealsPage() {
  return <SearchPage resource={deals} Rows={LoadedDeals} />;
}
