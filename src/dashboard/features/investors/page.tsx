import { lazyPart } from '../../platform/ui/lazy-part.tsx';
import { SearchPage, showsRows } from '../../search/search-page.tsx';
import { investors } from './investors.ts';

const LoadedInvestors = lazyPart(
  () => import('./loaded-investors.tsx').then((module) => module.LoadedInvestors),
  showsRows(),
);

/** The investors screen. */
export function InvestorsPage() {
  return <SearchPage resource={investors} Rows={LoadedInvestors} />;
}
