import { employeeRange, financingType, intermediate, ipoStatus, valuationType } from '#contract/enums.ts';
import { z } from 'zod';
import { statuses } from '../words/statuses.ts';
import { amount, currency, day, flag, key, listOf, moment, optional, text } from './cells.ts';

const named = z.object({ name: text, permalink: text });
const placed = z
  .object({ city: named.nullish(), state: named.nullish(), country: named.nullish(), region: named.nullish() })
  .nullish();
const financing = z.object({ type: financingType, size_usd: amount, size_native: amount, currency });
const person = z.object({ id: key, name: text });

export const dealRow = z.object({
  id: key,
  company_id: key,
  company_name: text,
  round_type: financingType,
  pre: flag,
  extension: flag,
  intermediate: optional(intermediate),
  date: day,
  created_at: moment,
  total_round_raised: amount,
  deal_descriptions: z.object({ short_description: text, long_description: text }).nullish(),
  valuation: z
    .object({
      type: optional(valuationType),
      valuation_currency: currency,
      valuation_usd: amount,
      valuation_native: amount,
    })
    .nullish(),
  financings: listOf(financing),
  investor_ids: listOf(key),
  angel_investor_ids: listOf(key),
  /** The lineup of GET /deals/{id}/investors, for who led and which partners took part. */
  investors: listOf(z.object({ id: key, name: text, lead_investor: flag, personnel: listOf(person) })),
  angel_investors: listOf(person),
  articles: listOf(z.object({ link: z.string().min(1), is_primary: flag, date: day })),
});

const organization = {
  id: key,
  name: z.string().trim().min(1),
  legal_name: text,
  guru_permalink: text,
  domain: text,
  linkedin: text,
  pitchbook: text,
  crunchbase: text,
  num_employees: optional(employeeRange),
  location: placed,
};

export const companyRow = z.object({
  ...organization,
  twitter: text,
  facebook: text,
  address: text,
  short_description: text,
  long_description: text,
  ipo_status: optional(ipoStatus),
  /** Ours: says more than ipo_status. */
  status: optional(z.enum(statuses)),
  founded: day,
  industries: listOf(z.union([z.string(), named])),
  latest_valuation_usd: amount,
  latest_valuation_date: day,
  total_raised: amount,
});

export const investorRow = z.object({
  ...organization,
  description: text,
  website: text,
  image: text,
  investment_stage: text,
  contact_email: text,
  contact_phone: text,
});

const job = z.object({
  title: text,
  company_name: text,
  company_id: optional(key),
  start_date: day,
  end_date: day,
  is_current: flag,
});
const study = z.object({
  school_name: z.string().min(1),
  degree: text,
  field_of_study: text,
  start_date: day,
  end_date: day,
});

export const personRow = z.object({
  id: key,
  name: z.string().trim().min(1),
  title: text,
  linkedin_url: text,
  crunchbase_url: text,
  twitter_url: text,
  location: text,
  city: text,
  country_code: text,
  about: text,
  is_founder: flag,
  employment_history: listOf(job),
  education_history: listOf(study),
  investment_firms: listOf(z.union([z.string(), z.object({ id: key })])),
});

export const rowSchemas = { companies: companyRow, investors: investorRow, people: personRow, deals: dealRow };
export type RowKind = keyof typeof rowSchemas;
export const rowKinds = ['deals', 'companies', 'investors', 'people'] as const satisfies readonly RowKind[];

/** Fields of the contract that we work out ourselves; they may stand in a file, and are not read. */
export const workedOut: Record<RowKind, readonly string[]> = {
  deals: [],
  companies: ['region', 'num_funding_rounds', 'num_investors', 'latest_deal', 'all_investor_ids', 'similarity'],
  investors: [
    'total_deal_count',
    'lead_deal_count',
    'deal_count_last_12_months',
    'lead_deal_count_last_12_months',
    'most_recent_deal_date',
    'top_industries',
    'top_locations',
    'top_round_types',
    'filtered_deal_count',
    'filtered_lead_count',
  ],
  people: [
    'current_company',
    'is_investor',
    'is_angel',
    'has_led_deal',
    'investor_highlights',
    'filtered_deal_count',
    'filtered_lead_count',
    'filtered_most_recent_date',
    'person_type',
  ],
};
