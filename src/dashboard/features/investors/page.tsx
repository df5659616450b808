import type { ScreenParts } from '../../search/resource/resource.ts';
import { lazy } from 'react';
import { CompareButton } from '../../search/record/compare-button.tsx';
import { SearchPage } from '../../search/search-page.tsx';
import { investors } from './resource.tsx';
import type { InvestorRow } from './columns.tsx';

// Most visits never open a record.
const InvestorDetail = lazy(() => import('./detail.tsx').then((module) => ({ default: module.InvestorDetail })));

const parts: ScreenParts<InvestorRow> = {
  bulk: (ids) => <CompareButton of="investors" ids={ids} />,
  detail: (id, row) => <InvestorDetail id={id} row={row} />,
};

/** The investors screen. */
export function InvestorsPage() {
  return <SearchPage resource={investors} parts={parts} />;
}
