import { useMemo } from 'react';
import { useRowsVersion } from '../../../records/record-store.ts';
import { type CompanyRecord, unlockedCompanies, unlockedInvestors } from '../../../records/records.ts';
import type { SearchQuery } from '../kit/query/search-query.ts';
import { isAnyOf, isCompanyMatch, isRoundMatch } from '../kit/record/company-match.ts';
import type { NamedRecord } from '../kit/record/profile-link.tsx';
import type { Figures, ResourceChart } from '../kit/resource/resource.ts';
import { readKnownName } from '../kit/lookups/known-names.ts';

/** A company as a row of the table. */
export type CompanyRow = {
  readonly id: string;
  readonly company: CompanyRecord;
  /** Its investors with a known name. */
  readonly investors: readonly NamedRecord[];
  /** Relevance from 0 to 1 in results of a search by meaning, else null. */
  readonly similarity: number | null;
};

/** The row of one company; undefined where it is not unlocked. `figures` are those of the search. */
export function buildCompanyRow(id: string, figures?: Figures): CompanyRow | undefined {
  const company = unlockedCompanies.read(id);
  if (!company) return undefined;
  const similarity = figures?.['similarity'];
  return {
    id,
    company,
    investors: (company.all_investor_ids ?? []).flatMap((investor) => {
      const name = readKnownName('investor', investor);
      return name === undefined ? [] : [{ id: investor, name }];
    }),
    similarity: typeof similarity === 'number' ? similarity : null,
  };
}

/** Whether an unlocked company fits the filters of a query. */
export function isUnlockedMatch(id: string, query: SearchQuery): boolean {
  const company = unlockedCompanies.read(id);
  if (!company || !isCompanyMatch(company, query)) return false;
  const { latest_deal: latest, all_investor_ids: investors } = company;
  const round = latest ?? { type: null, date: null, total_round_raised: null };
  return (
    isRoundMatch(round, query) &&
    isAnyOf(query.latest_investor, (one) => latest?.investors?.includes(one.id) === true) &&
    isAnyOf(query.investor, (one) => investors?.includes(one.id) === true)
  );
}

/** The investors of these companies without a known name, each once. */
function findUnnamedInvestors(ids: readonly string[], _version: number): readonly string[] {
  const investors = new Set(ids.flatMap((id) => unlockedCompanies.read(id)?.all_investor_ids ?? []));
  return unlockedInvestors.missing(
    [...investors].filter((investor) => readKnownName('investor', investor) === undefined),
  );
}

/** The investors of these companies without a known name, found again whenever something is unlocked. */
export function useUnnamedInvestors(ids: readonly string[]): readonly string[] {
  const version = useRowsVersion();
  return useMemo(() => findUnnamedInvestors(ids, version), [ids, version]);
}

/** How companies are charted: date, round and amount are those of the latest round. */
export const companyChart: ResourceChart = {
  read(id) {
    const company = unlockedCompanies.read(id);
    if (!company) return undefined;
    const { latest_deal: deal } = company;
    return {
      moment: deal?.date ?? null,
      round: deal ? { type: deal.type, pre: deal.pre } : null,
      usd: deal?.total_round_raised ?? null,
      industries: company.industries,
      place: company.location?.country?.name ?? null,
      employees: company.num_employees,
    };
  },
  divisions: [
    { by: 'month', basis: 'By the day of the latest round, in UTC.', none: 'No date' },
    { by: 'quarter', basis: 'By the day of the latest round, in UTC.', none: 'No date' },
    { by: 'round', basis: 'By the latest round; extensions with their round.', none: 'No round' },
    { by: 'industry', basis: 'A company counts in each of its industries.', none: 'Not known' },
    { by: 'place', basis: 'By the country of the company.', none: 'Not known' },
    { by: 'size', basis: 'By what the latest round raised, in US dollars.', none: 'No dollar amount' },
    { by: 'employees', basis: 'By the number of employees.', none: 'Not known' },
  ],
  amount: { name: 'Raised in latest rounds', basis: 'Disclosed amounts of latest rounds in US dollars.' },
  dayColumn: 'announced',
  activity: {
    keys: ['from', 'to'],
    basis: 'Companies whose latest round was announced in each period, in UTC, counted by the service.',
  },
};
