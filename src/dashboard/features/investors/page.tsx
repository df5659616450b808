import { lazyPart } from '../../platform/ui/lazy-part.tsx';
import { SearchPage } from '../../search/search-page.tsx';
import { investors } from './investors.ts';

const LoadedInvestors = lazyPart(() =>
  import('./loaded-investors.tsx').then((module) => ({ default: module.LoadedInvestors })),
);

/** The investors screen. */
export function InvestorsPage() {
  return <SearchPage resource={investors} Rows={LoadedInvestors} />;
}
