import { readCompanyDeals, readDeal, readInvestorDeals, readPersonDeals, searchDeals } from '#contract/deals.ts';
import { lookUpCompanies, readCompany, searchCompanies } from '#contract/companies.ts';
import { lookUpInvestors, readInvestor, searchInvestors } from '#contract/investors.ts';
import { lookUpPeople, readPerson, searchPeople } from '#contract/people.ts';
import { isObject } from '#contract/json.ts';

/** The kinds of records that endpoints return; a deal opens at its company. */
const screens: Readonly<Record<string, readonly [screen: 'companies' | 'investors' | 'people', id: string]>> =
  Object.fromEntries([
    ...[searchDeals, readDeal, readCompanyDeals, readInvestorDeals, readPersonDeals].map(
      ({ id }) => [id, ['companies', 'company_id']] as const,
    ),
    ...[searchCompanies, readCompany, lookUpCompanies].map(({ id }) => [id, ['companies', 'id']] as const),
    ...[searchInvestors, readInvestor, lookUpInvestors].map(({ id }) => [id, ['investors', 'id']] as const),
    ...[searchPeople, readPerson, lookUpPeople].map(({ id }) => [id, ['people', 'id']] as const),
  ]);

/** The profile of a record in the dashboard. */
const buildProfileLink = (publicUrl: string, screen: 'companies' | 'investors' | 'people', id: string): string =>
  `${publicUrl}/${screen}/${id}`;

/** Where the dashboard reads a sentence as a search, before anything is bought. */
export const buildAskLink = (publicUrl: string, sentence: string): string =>
  `${publicUrl}/?ask=${encodeURIComponent(sentence)}`;

/** Where the dashboard shows a saved search. */
export const buildSearchLink = (publicUrl: string, { screen, search }: { screen: string; search: string }): string =>
  `${publicUrl}/${screen}${search}`;

/** The screens of the records in the data of an endpoint, by the id of the record; of deals those of their companies. */
export function listLinks(publicUrl: string, endpointId: string, data: object): Record<string, string> {
  const [screen, member] = screens[endpointId] ?? [];
  if (screen === undefined || member === undefined) return {};
  const records = Object.values(data)
    .flatMap((value: unknown) => value)
    .filter(isObject);
  return Object.fromEntries(
    records.flatMap((record) => {
      const { id, [member]: target } = record;
      return typeof id === 'string' && typeof target === 'string'
        ? [[id, buildProfileLink(publicUrl, screen, target)] as const]
        : [];
    }),
  );
}
