import { SearchPage, type ScreenParts } from '../search/search-page.tsx';
import { InvestorDetail } from './detail.tsx';
import { investors } from './resource.tsx';
import type { InvestorRow } from './rows.ts';

const parts: ScreenParts<InvestorRow> = { detail: (id, row) => <InvestorDetail id={id} row={row} /> };

/** The investors screen. */
export function InvestorsPage() {
  return <SearchPage resource={investors} parts={parts} />;
}
