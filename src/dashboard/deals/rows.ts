import type { Owned } from '../records/owned.ts';
import {
  freeNames,
  ownedCompanies,
  ownedDeals,
  ownedInvestors,
  type OwnedCompany,
  type OwnedDeal,
} from '../records/records.ts';

/** A deal with what is owned about those it names. */
export type DealRow = {
  readonly id: string;
  readonly deal: OwnedDeal;
  readonly company: OwnedCompany | undefined;
  /** The company's name: of the owned company, else one that came for nothing. */
  readonly companyName: string | undefined;
  /** Whether the service was asked for the company and did not know it. */
  readonly companyUnknown: boolean;
  /** Names of its firms that are known, in the deal's order. */
  readonly firmNames: readonly string[];
  /** Firms and angels without a name so far. */
  readonly unnamed: number;
};

/** Deals by id as rows; ids that are not owned are left out. */
export function toDealRows(ids: readonly string[]): DealRow[] {
  return ids.flatMap((id) => toDealRow(id) ?? []);
}

/** One deal as a row; undefined when it is not owned. */
export function toDealRow(id: string): DealRow | undefined {
  const deal = ownedDeals.read(id);
  if (!deal) return undefined;
  const investorIds = deal.investor_ids ?? [];
  const company = deal.company_id === null ? undefined : ownedCompanies.read(deal.company_id);
  const firmNames = investorIds.flatMap((investorId) => readFirmName(investorId) ?? []);
  return {
    id,
    deal,
    company,
    companyName: company?.name ?? freeNames.read(deal.company_id ?? '')?.name,
    companyUnknown: deal.company_id !== null && ownedCompanies.isUnknown(deal.company_id),
    firmNames,
    unnamed: investorIds.length - firmNames.length + (deal.angel_investor_ids?.length ?? 0),
  };
}

/** The name of a firm: of the owned firm, else one that came with something else; undefined when none is known. */
export const readFirmName = (id: string): string | undefined =>
  ownedInvestors.read(id)?.name ?? freeNames.read(id)?.name;

/** The companies of these rows that have no name yet, each once. */
export const toUnnamedCompanies = (rows: readonly DealRow[]): string[] =>
  toMissing(
    ownedCompanies,
    rows.flatMap(({ deal, companyName }) => (companyName === undefined ? deal.company_id : [])),
  );

/** The firms of these rows that have no name yet, each once. */
export const toUnnamedInvestors = (rows: readonly DealRow[]): string[] =>
  toMissing(
    ownedInvestors,
    rows.flatMap(({ deal }) => (deal.investor_ids ?? []).filter((id) => freeNames.read(id) === undefined)),
  );

function toMissing<R extends { readonly id: string }>(owned: Owned<R>, ids: readonly (string | null)[]): string[] {
  return owned.missing(ids.filter((id) => id !== null));
}

/** How many companies and firms of these deals have names that are owned: shown with the rows for nothing. */
export function countOwnedNames(ids: readonly string[]): number {
  const deals = ids.flatMap((id) => ownedDeals.read(id) ?? []);
  const companies = new Set(
    deals.flatMap(({ company_id: id }) => (id !== null && ownedCompanies.read(id) ? [id] : [])),
  );
  const firms = new Set(deals.flatMap(({ investor_ids: of }) => (of ?? []).filter((id) => ownedInvestors.read(id))));
  return companies.size + firms.size;
}

/** The post-money valuation in US dollars; null for every other kind of valuation. */
export function toPostMoney({ valuation }: OwnedDeal): number | null {
  return valuation?.type === 'POST_MONEY' ? valuation.valuation_usd : null;
}
