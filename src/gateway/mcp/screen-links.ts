import { z } from 'zod';
import { readCompanyDeals, readDeal, readInvestorDeals, readPersonDeals, searchDeals } from '#contract/deals.ts';
import { lookUpCompanies, readCompany, searchCompanies } from '#contract/companies.ts';
import { lookUpInvestors, readInvestor, searchInvestors } from '#contract/investors.ts';
import { lookUpPeople, readPerson, searchPeople } from '#contract/people.ts';
import { type Filter, type FilterKind, getMember, type SearchCatalogue } from '#contract/filters.ts';
import { isObject } from '#contract/json.ts';
import type { FinancingFilter } from '#contract/request-parts.ts';
import { roundKey } from '#contract/rounds.ts';

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

/** The texts of a filter's parameters in the address of a screen, from its members of the request body. */
type WriteParameters = (members: readonly unknown[], filter: Filter) => readonly (readonly string[])[];

const writeLists: WriteParameters = (members) => members.map((member) => toList(member).map(String));
const toList = (member: unknown): readonly unknown[] =>
  Array.isArray(member) ? (member as readonly unknown[]) : member === undefined ? [] : [member];

const writeParameters: Readonly<Record<FilterKind, WriteParameters>> = {
  rounds: ([rounds]) => [toList(rounds).map((round) => z.encode(roundKey, round as FinancingFilter))],
  locations: writeLists,
  industries: ([industries, superCategories]) => [
    [...toList(industries).map(String), ...toList(superCategories).map((one) => `${String(one)}~SUPER_CATEGORY~`)],
  ],
  records: writeLists,
  multiSelect: writeLists,
  // The first option is what the service does without the filter.
  select: (members, filter) =>
    writeLists(
      members.filter((value) => !isDefault(filter, value)),
      filter,
    ),
  toggle: ([set]) => [set === true ? ['1'] : []],
  count: writeLists,
  dateRange: writeLists,
  moneyRange: writeLists,
  semantic: writeLists,
  texts: writeLists,
  // Written out, 500 ids would exceed what servers accept as the head of a request.
  ids: ([ids]) => [ids === undefined ? [] : [toList(ids).map(shortenId).join('')]],
};

const isDefault = (filter: Filter, value: unknown): boolean =>
  filter.kind === 'select' && value === Object.keys(filter.options)[0];

const shortenId = (id: unknown): string => Buffer.from(String(id).replaceAll('-', ''), 'hex').toString('base64url');

/** Members that a body may have in another place. */
const otherPlaces: Readonly<Record<string, string>> = { 'company.search_query': 'search_query' };

/** The screen of a search with the filters and the order of a request body; nothing is searched or bought there yet. */
export function buildScreenLink(publicUrl: string, { name, filters }: SearchCatalogue, body: object): string {
  const parameters = new URLSearchParams();
  for (const filter of filters) {
    const members = filter.paths.map((path) => getMember(body, path) ?? getMember(body, otherPlaces[path] ?? ''));
    const texts = writeParameters[filter.kind](members, filter);
    filter.keys.forEach((key, at) => texts[at]?.forEach((text) => parameters.append(key, text)));
  }
  const sort = getMember(body, 'sort_by');
  if (typeof sort === 'string') parameters.set('sort', sort);
  const search = parameters.toString();
  return `${publicUrl}/${name}${search === '' ? '' : `?${search}`}`;
}
