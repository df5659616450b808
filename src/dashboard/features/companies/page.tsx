import { lazyPart } from '../../platform/ui/lazy-part.tsx';
import { SearchPage } from '../../search/search-page.tsx';
import { companies } from './companies.ts';

const LoadedCompanies = lazyPart(() =>
  import('./loaded-companies.tsx').then((module) => ({ default: module.LoadedCompanies })),
);

/** The companies screen. */
export function CompaniesPage() {
  return <SearchPage resource={companies} Rows={LoadedCompanies} />;
}
