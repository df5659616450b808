import { useMutation } from '@tanstack/react-query';
import { searchCompanies } from '#contract/companies.ts';
import { toTenths } from '#contract/credits.ts';
import { searchInvestors } from '#contract/investors.ts';
import { buyCompanies, buyInvestors } from '../records/names.ts';
import type { Act } from '../spend/act.ts';
import { PricedButton } from '../spend/priced-button.tsx';
import { toUnnamedCompanies, toUnnamedInvestors } from './rows.ts';

type Purchase = { readonly act: Act; readonly ids: readonly string[] };

/** Buying names in bulk, and what went wrong with it. */
export function useNames() {
  const companies = useMutation({ mutationFn: ({ act, ids: asked }: Purchase) => buyCompanies(act, asked) });
  const investors = useMutation({ mutationFn: ({ act, ids: asked }: Purchase) => buyInvestors(act, asked) });
  return { companies, investors };
}
export type Names = ReturnType<typeof useNames>;

/** The priced buttons over the table: exact, because the ids are known and each is asked for once. */
export function NamesBar({ ids, names }: { readonly ids: readonly string[]; readonly names: Names }) {
  const [companyIds, firmIds] = [toUnnamedCompanies(ids), toUnnamedInvestors(ids)];
  return (
    <>
      <PricedButton
        tenths={toTenths(searchCompanies.cost, companyIds.length)}
        pending={names.companies.isPending}
        disabled={companyIds.length === 0}
        onAct={(act) => names.companies.mutate({ act, ids: companyIds })}
      >
        Company names
      </PricedButton>
      <PricedButton
        tenths={toTenths(searchInvestors.cost, firmIds.length)}
        pending={names.investors.isPending}
        disabled={firmIds.length === 0}
        onAct={(act) => names.investors.mutate({ act, ids: firmIds })}
      >
        Investor names
      </PricedButton>
    </>
  );
}
