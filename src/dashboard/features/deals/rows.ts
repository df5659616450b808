import { useMemo } from 'react';
import { calculatePrice } from '#contract/credits.ts';
import { readDeal, searchDeals } from '#contract/deals.ts';
import {
  type CompanyRecord,
  type DealRecord,
  freeNames,
  unlockedArticles,
  unlockedCompanies,
  unlockedDeals,
  unlockedInvestors,
  useRowsVersion,
} from '../../library/records/records.ts';
import { sendPaid } from '../../purchase/send-paid.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { addResultPage } from '../../search/fetch/search-results.ts';
import type { Section } from '../../search/query/search-query.ts';
import type { NamedRecord } from '../../search/record/profile-link.tsx';
import type { ResultPage } from '../../search/resource/resource.ts';
import { useSlicedWork, type SlicedWork } from '../../search/table/slices.ts';

/** A deal as a row of the table. */
export type DealRow = {
  readonly id: string;
  readonly deal: DealRecord;
  readonly company: CompanyRecord | undefined;
  /** The company's name, if it is unlocked or free. */
  readonly companyName: string | undefined;
  /** Whether the service said that it has no such company. */
  readonly companyUnknown: boolean;
  /** Its investors with a known name, in the deal's order. */
  readonly investors: readonly NamedRecord[];
  /** The number of investors and angels without a known name. */
  readonly unnamed: number;
};

/**
 * One deal as a row; undefined when it is locked. Company and investors are getters, because sorting by amount reads all
 * rows and needs neither.
 */
export function buildDealRow(id: string): DealRow | undefined {
  const deal = unlockedDeals.read(id);
  if (!deal) return undefined;
  const { company_id: companyId, investor_ids: investorIds } = deal;
  return {
    id,
    deal,
    get company() {
      return companyId === null ? undefined : unlockedCompanies.read(companyId);
    },
    get companyName() {
      return this.company?.name ?? freeNames.read(companyId ?? '')?.name;
    },
    get companyUnknown() {
      return companyId !== null && unlockedCompanies.isUnknown(companyId);
    },
    get investors() {
      return (investorIds ?? []).flatMap((investorId) => {
        const name = readInvestorName(investorId);
        return name === undefined ? [] : [{ id: investorId, name }];
      });
    },
    get unnamed() {
      return (investorIds?.length ?? 0) - this.investors.length + (deal.angel_investor_ids?.length ?? 0);
    },
  };
}

/** The name of an investor, if it is unlocked or free. */
export const readInvestorName = (id: string): string | undefined =>
  unlockedInvestors.read(id)?.name ?? freeNames.read(id)?.name;

/** Companies and investors of deals without a known name, each once. */
export type UnnamedRecords = { readonly companies: readonly string[]; readonly investors: readonly string[] };

/** Finds the companies and investors of these deals that have no known name. */
function* findUnnamed(ids: readonly string[]): SlicedWork<UnnamedRecords> {
  const companies = new Set<string>();
  const investors = new Set<string>();
  for (let at = 0; at < ids.length; at += 1) {
    const deal = unlockedDeals.read(ids[at] ?? '');
    if (deal?.company_id) companies.add(deal.company_id);
    for (const investor of deal?.investor_ids ?? []) investors.add(investor);
    if (at % 64 === 63) yield;
  }
  const isNameless = (id: string) => freeNames.read(id) === undefined;
  return {
    companies: unlockedCompanies.missing([...companies].filter(isNameless)),
    investors: unlockedInvestors.missing([...investors].filter(isNameless)),
  };
}

/** Whether a deal has a company without a known name; stops at the first one. */
function* hasNameless(ids: readonly string[]): SlicedWork<boolean> {
  for (let at = 0; at < ids.length; at += 1) {
    const company = unlockedDeals.read(ids[at] ?? '')?.company_id;
    if (company && !freeNames.read(company) && unlockedCompanies.missing([company]).length > 0) return true;
    if (at % 64 === 63) yield;
  }
  return false;
}

/** Companies and investors without a known name; undefined while they are counted. */
export const useUnnamed = (ids: readonly string[]): UnnamedRecords | undefined => useOverDeals(ids, findUnnamed);

/** Whether a deal has a company without a known name; false while that is computed. */
export const useHasUnnamed = (ids: readonly string[]): boolean => useOverDeals(ids, hasNameless) ?? false;

/** Runs work over all of these deals, again whenever something is unlocked. */
function useOverDeals<T>(ids: readonly string[], read: (ids: readonly string[]) => SlicedWork<T>): T | undefined {
  const version = useRowsVersion();
  const make = useMemo(() => createWork({ ids, version, read }), [ids, version, read]);
  return useSlicedWork(ids.length, make);
}

type DealsWork<T> = {
  readonly ids: readonly string[];
  readonly version: number;
  readonly read: (ids: readonly string[]) => SlicedWork<T>;
};
const createWork =
  <T>({ ids, read }: DealsWork<T>) =>
  () =>
    read(ids);

/** How many companies and investors of these deals are unlocked already. */
export function countUnlockedNames(ids: readonly string[]): number {
  const deals = ids.flatMap((id) => unlockedDeals.read(id) ?? []);
  const companies = new Set(
    deals.flatMap(({ company_id: id }) => (id !== null && unlockedCompanies.read(id) ? [id] : [])),
  );
  const investors = new Set(
    deals.flatMap(({ investor_ids: of }) => (of ?? []).filter((id) => unlockedInvestors.read(id))),
  );
  return companies.size + investors.size;
}

/** The post-money valuation in US dollars; null for every other kind of valuation. */
export function getPostMoney({ valuation }: DealRecord): number | null {
  return valuation?.type === 'POST_MONEY' ? valuation.valuation_usd : null;
}

/** Fetches one page of a search. */
export async function fetchDeals(authorization: SpendAuthorization, body: Section): Promise<ResultPage> {
  const response = await sendPaid(authorization, searchDeals, { body });
  return addResultPage(searchDeals, response, response.data.deals, unlockedDeals);
}

/** What a deal with its articles costs, in tenths. */
export const articlesTenths: number = calculatePrice(readDeal.cost, 1);

/** Unlocks a deal with its articles. */
export async function unlockArticles(authorization: SpendAuthorization, id: string): Promise<void> {
  const { data } = await sendPaid(authorization, readDeal, { params: { id } });
  if (!data.deal) return;
  const { articles, ...deal } = data.deal;
  unlockedDeals.keep([deal]);
  unlockedArticles.keep([{ id: deal.id, articles: articles ?? [] }]);
}
