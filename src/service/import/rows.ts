import { toAddressSlug, toDomain } from '../db/identifiers.ts';
import { foldName } from '../db/fold.ts';
import type { CopyValue } from './copy-text.ts';
import type { CompanyRecord, DealRecord, InvestorRecord, PersonRecord } from './records.ts';

export type CopyRow = Record<string, CopyValue>;
export type RowId = { id: number; uuid: string; source_id: number };

/** The columns of `companies` that a source gives, after those of every organization; the rest is derived after the load. */
export const toCompanyColumns = (record: CompanyRecord): CopyRow => ({
  twitter: record.twitter,
  facebook: record.facebook,
  address: record.address,
  founded: record.founded,
  status: record.status,
  industry_text: record.industryText,
  total_raised: record.statedTotalUsd,
  latest_valuation_usd: record.statedValuation?.usd,
  latest_valuation_date: toMoment(record.statedValuation?.date),
});

/** The columns of `investors` that a source gives, after those of every organization; the rest is derived after the load. */
export const toInvestorColumns = (record: InvestorRecord): CopyRow => ({
  description: record.description,
  website: record.website,
  image: record.image,
  investment_stages: record.investmentStages,
  contact_email: record.contactEmail,
  contact_phone: record.contactPhone,
});

/** The columns that companies and investors have in common. */
export const toOrganizationColumns = (permalink: string, record: CompanyRecord | InvestorRecord): CopyRow => ({
  permalink,
  name: record.name,
  folded: foldName(record.name),
  legal_name: record.legalName,
  domain: record.domain && toDomain(record.domain),
  linkedin: record.linkedin,
  linkedin_slug: record.linkedin && toAddressSlug(record.linkedin),
  crunchbase: record.crunchbase,
  crunchbase_slug: record.crunchbase && toAddressSlug(record.crunchbase),
  pitchbook: record.pitchbook,
  num_employees: record.numEmployees,
  place_text: record.placeText,
});

/** The columns of `people`. */
export const toPersonColumns = (record: PersonRecord): CopyRow => ({
  name: record.name,
  folded: foldName(record.name),
  title: record.title,
  linkedin: record.linkedin,
  linkedin_slug: record.linkedin && toAddressSlug(record.linkedin),
  crunchbase: record.crunchbase,
  crunchbase_slug: record.crunchbase && toAddressSlug(record.crunchbase),
  twitter: record.twitter,
  twitter_slug: record.twitter && toAddressSlug(record.twitter),
  email: record.email,
  phone: record.phone,
  about: record.about,
  location_text: record.locationText,
  city: record.city,
  country_code: record.countryCode,
  is_founder: record.isFounder ?? false,
});

/** The columns of `deals`; a day becomes its first moment in UTC. */
export const toDealColumns = (companyId: number, record: DealRecord): CopyRow => ({
  company_id: companyId,
  round_type: record.roundType,
  pre: record.pre ?? false,
  extension: record.extension ?? false,
  intermediate: record.intermediate ?? 'NONE',
  date: toMoment(record.date),
  created_at: toMoment(record.createdAt),
  total_round_raised: record.raised,
  valuation_type: record.valuation?.type,
  valuation_currency: record.valuation?.currency,
  valuation_usd: record.valuation?.usd,
  valuation_native: record.valuation?.native,
});

function toMoment(day: string | null | undefined): string | null {
  if (!day) return null;
  return day.length === 10 ? `${day}T00:00:00Z` : day;
}
