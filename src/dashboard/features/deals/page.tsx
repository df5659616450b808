import { lazy } from 'react';
import { SearchPage, type ScreenParts } from '../../search/search-page.tsx';
import { NamesBar, NamesRemark, useNames, type Names } from './names-bar.tsx';
import { deals } from './resource.tsx';
import type { DealRow } from './rows.ts';

// Most visits read the table alone.
const DealDetail = lazy(() => import('./detail.tsx').then((module) => ({ default: module.DealDetail })));

/** The deals screen. */
export function DealsPage() {
  return <SearchPage resource={deals} parts={toParts(useNames())} />;
}

const toParts = (names: Names): ScreenParts<DealRow> => ({
  tools: (ids) => <NamesBar ids={ids} names={names} />,
  toolFailure: names.companies.error ?? names.investors.error,
  remark: (ids) => <NamesRemark ids={ids} />,
  detail: (id) => <DealDetail id={id} />,
});
