import { SearchPage } from '../search/search-page.tsx';
import { InvestorDetail } from './detail.tsx';
import { investors } from './resource.tsx';

/** The investors screen. */
export function InvestorsPage() {
  return <SearchPage resource={investors} parts={{ detail: (id, row) => <InvestorDetail id={id} row={row} /> }} />;
}
