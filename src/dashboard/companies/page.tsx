import { useMutation } from '@tanstack/react-query';
import { toTenths } from '#contract/credits.ts';
import { searchInvestors } from '#contract/investors.ts';
import { buyInvestors } from '../records/names.ts';
import { SearchPage } from '../search/search-page.tsx';
import type { Act } from '../spend/act.ts';
import { PricedButton } from '../spend/priced-button.tsx';
import { CompanyDetail } from './detail.tsx';
import { companies } from './resource.tsx';
import { toUnnamedFirms } from './rows.ts';

type Purchase = { readonly act: Act; readonly firms: readonly string[] };

/** The companies screen. */
export function CompaniesPage() {
  const names = useMutation({ mutationFn: ({ act, firms }: Purchase) => buyInvestors(act, firms) });
  return (
    <SearchPage
      resource={companies}
      parts={{
        tools: (ids) => {
          const firms = toUnnamedFirms(ids);
          return (
            <PricedButton
              tenths={toTenths(searchInvestors.cost, firms.length)}
              pending={names.isPending}
              disabled={firms.length === 0}
              onAct={(act) => names.mutate({ act, firms })}
            >
              Investor names
            </PricedButton>
          );
        },
        toolFailure: names.error,
        detail: (id, row) => <CompanyDetail id={id} row={row} />,
      }}
    />
  );
}
