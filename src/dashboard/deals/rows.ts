import type { Owned } from '../records/owned.ts';
import {
  ownedCompanies,
  ownedDeals,
  ownedInvestors,
  type OwnedCompany,
  type OwnedDeal,
  type OwnedInvestor,
} from '../records/records.ts';

/** A deal with what is owned about those it names. */
export type DealRow = {
  readonly id: string;
  readonly deal: OwnedDeal;
  readonly company: OwnedCompany | undefined;
  /** Whether the service was asked for the company and did not know it. */
  readonly companyUnknown: boolean;
  readonly firms: readonly OwnedInvestor[];
  /** Firms and angels without a name so far. */
  readonly unnamed: number;
};

/** One deal as a row; undefined when it is not owned. */
export function toDealRow(id: string): DealRow | undefined {
  const deal = ownedDeals.read(id);
  if (!deal) return undefined;
  const investorIds = deal.investor_ids ?? [];
  const firms = investorIds.flatMap((investorId) => ownedInvestors.read(investorId) ?? []);
  return {
    id,
    deal,
    company: deal.company_id === null ? undefined : ownedCompanies.read(deal.company_id),
    companyUnknown: deal.company_id !== null && ownedCompanies.isUnknown(deal.company_id),
    firms,
    unnamed: investorIds.length - firms.length + (deal.angel_investor_ids?.length ?? 0),
  };
}

/** The companies of these deals that have no name yet, each once. */
export const toUnnamedCompanies = (ids: readonly string[]): string[] =>
  toMissing(
    ownedCompanies,
    ids.map((id) => ownedDeals.read(id)?.company_id ?? null),
  );

/** The firms of these deals that have no name yet, each once. */
export const toUnnamedInvestors = (ids: readonly string[]): string[] =>
  toMissing(
    ownedInvestors,
    ids.flatMap((id) => ownedDeals.read(id)?.investor_ids ?? []),
  );

function toMissing<R extends { readonly id: string }>(owned: Owned<R>, ids: readonly (string | null)[]): string[] {
  return owned.missing(ids.filter((id) => id !== null));
}

/** The post-money valuation in US dollars; null for every other kind of valuation. */
export function toPostMoney({ valuation }: OwnedDeal): number | null {
  return valuation?.type === 'POST_MONEY' ? valuation.valuation_usd : null;
}
