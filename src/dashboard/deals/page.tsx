import { lazy } from 'react';
import { SearchPage, type ScreenParts } from '../search/search-page.tsx';
import { NamesBar, useNames, type Names } from './names-bar.tsx';
import { deals } from './resource.tsx';
import { toUnnamedCompanies, type DealRow } from './rows.ts';

// Most visits read the table alone.
const DealDetail = lazy(() => import('./detail.tsx').then((module) => ({ default: module.DealDetail })));

/** The deals screen. */
export function DealsPage() {
  return <SearchPage resource={deals} parts={toParts(useNames())} />;
}

const toParts = (names: Names): ScreenParts<DealRow> => ({
  tools: (ids) => <NamesBar ids={ids} names={names} />,
  toolFailure: names.companies.error ?? names.investors.error,
  remark: (ids) =>
    toUnnamedCompanies(ids).length > 0 && 'Companies show the start of their id until their names are bought.',
  detail: (id) => <DealDetail id={id} />,
});
