import { lazyPart } from '../../platform/ui/lazy-part.tsx';
import { SearchPage, showsRows } from '../../search/search-page.tsx';
import { companies } from './companies.ts';

const LoadedCompanies = lazyPart(
  () => import('./loaded-companies.tsx').then((module) => module.LoadedCompanies),
  showsRows(),
);

/** The companies screen. */
export function CompaniesPage() {
  return <SearchPage resource={companies} Rows={LoadedCompanies} />;
}
