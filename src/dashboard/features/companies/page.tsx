import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { lazy } from 'react';
import { unlockInvestors } from '../../library/records/names.ts';
import { CompareButton } from '../../search/record/compare-button.tsx';
import { SearchPage, type ScreenParts } from '../../search/search-page.tsx';
import { FirmNames, type Purchase } from './firm-names.tsx';
import { companies } from './resource.tsx';
import type { CompanyRow } from './rows.ts';

// Most visits read the table alone.
const CompanyDetail = lazy(() => import('./detail.tsx').then((module) => ({ default: module.CompanyDetail })));

/** The companies screen. */
export function CompaniesPage() {
  const names = useMutation({
    mutationFn: ({ authorization, firms }: Purchase) => unlockInvestors(authorization, firms),
  });
  return <SearchPage resource={companies} parts={toParts(names)} />;
}

const toParts = (names: UseMutationResult<void, Error, Purchase>): ScreenParts<CompanyRow> => ({
  tools: (ids) => <FirmNames ids={ids} pending={names.isPending} onBuy={names.mutate} />,
  toolFailure: names.error,
  bulk: (ids) => <CompareButton of="companies" ids={ids} />,
  detail: (id, row) => <CompanyDetail id={id} row={row} />,
});
