import type { Company, CompanyMatch } from '#contract/companies.ts';
import type { Deal, DealWithArticles, DealAngel, DealInvestor } from '#contract/deals.ts';
import type { Investor, InvestorMatch } from '#contract/investors.ts';
import type { Industry, Location } from '#contract/lookups.ts';
import { sampleAlert, sampleAlertConfiguration } from './openapi-samples-alerts.ts';
import { samplePerson, samplePersonMatch } from './openapi-samples-people.ts';

const financing: Deal['financings'][number] = {
  id: '4f9d2c1a-7b3e-4c58-9a61-0d2e8f7b6c35',
  type: 'SERIES_A',
  size_usd: 12_960_000,
  size_native: 12_000_000,
  currency: 'EUR',
};

const sampleDeal: Deal = {
  id: '0b6f3a52-91c4-4d7e-8f20-5a3c9e1d7b84',
  company_id: '7c2e9d41-3f58-4a06-b1d7-2e8c6f4a9035',
  investor_ids: ['d1a84b7c-6e2f-4935-8c10-9f7b3e5a2d68'],
  angel_investor_ids: [],
  financings: [financing],
  round_type: 'SERIES_A',
  extension: false,
  pre: false,
  intermediate: 'NONE',
  date: '2026-10-14T00:00:00.000Z',
  created_at: '2026-10-15T08:12:44.000Z',
  total_round_raised: 12_960_000,
  deal_descriptions: {
    short_description: 'Series A for tidal storage',
    long_description: 'Tideform raised a Series A to build its second storage site on the Baltic coast.',
  },
  valuation: {
    type: 'POST_MONEY',
    valuation_currency: 'EUR',
    valuation_usd: 64_800_000,
    valuation_native: 60_000_000,
  },
};

const sampleCompany: Company = {
  id: sampleDeal.company_id,
  name: 'Tideform',
  legal_name: 'Tideform GmbH',
  guru_permalink: 'tideform',
  domain: 'tideform.example',
  region: 'Hamburg',
  short_description: 'Energy storage from tides',
  long_description: 'Tideform stores energy in the difference between high and low water.',
  num_employees: '11-50',
  linkedin: 'https://www.linkedin.com/company/tideform',
  twitter: null,
  facebook: null,
  pitchbook: null,
  crunchbase: 'https://www.crunchbase.com/organization/tideform',
  address: null,
  ipo_status: 'private',
  num_funding_rounds: 1,
  num_investors: 1,
  total_raised: 12_960_000,
  latest_valuation_usd: 64_800_000,
  latest_valuation_date: '2026-10-14T00:00:00.000Z',
  industries: [{ name: 'Energy storage', permalink: 'energy-storage' }],
  location: {
    region: { name: 'Europe', permalink: 'europe' },
    country: { name: 'Germany', permalink: 'germany' },
    state: { name: 'Hamburg', permalink: 'hamburg-germany' },
    city: { name: 'Hamburg', permalink: 'hamburg-hamburg' },
  },
  latest_deal: {
    id: sampleDeal.id,
    type: 'SERIES_A',
    total_round_raised: 12_960_000,
    date: '2026-10-14T00:00:00.000Z',
    extension: false,
    pre: false,
    intermediate: 'NONE',
    description: sampleDeal.deal_descriptions,
    investors: sampleDeal.investor_ids,
    angel_investor_ids: [],
    financings: [financing],
  },
  all_investor_ids: sampleDeal.investor_ids,
  similarity: null,
};

const sampleInvestor: Investor = {
  id: 'd1a84b7c-6e2f-4935-8c10-9f7b3e5a2d68',
  name: 'Ridge Capital',
  legal_name: null,
  description: 'Early-stage investor in energy and industry',
  guru_permalink: 'ridge-capital',
  total_deal_count: 214,
  lead_deal_count: 88,
  deal_count_last_12_months: 31,
  lead_deal_count_last_12_months: 14,
  most_recent_deal_date: '2026-11-09T00:00:00.000Z',
  domain: 'ridgecapital.example',
  website: 'https://ridgecapital.example',
  linkedin: null,
  pitchbook: null,
  crunchbase: null,
  num_employees: '11-50',
  investment_stage: 'Early Stage Venture, Seed',
  contact_email: null,
  contact_phone: null,
  location: {
    region: { name: 'Europe', permalink: 'europe' },
    country: { name: 'Sweden', permalink: 'sweden' },
  },
  top_industries: [{ name: 'Energy storage', permalink: 'energy-storage', count: 58 }],
  top_locations: [{ name: 'Sweden', full_name: 'Sweden', permalink: 'sweden', type: 'COUNTRY', count: 72 }],
  top_round_types: [{ type: 'SEED', count: 97 }],
  filtered_deal_count: null,
  filtered_lead_count: null,
};

const sampleLocation: Location = { permalink: 'nordics', name: 'Nordics', location_type: 'REGION' };
const sampleIndustry: Industry = {
  permalink: 'energy-storage',
  name: 'Energy storage',
  industry_type: 'INDUSTRY',
};

const { id, name, guru_permalink, domain } = sampleInvestor;

const sampleDealDetail: DealWithArticles = {
  ...sampleDeal,
  articles: [{ is_primary: true, link: 'https://news.example/tideform-series-a', date: '2026-10-14' }],
};

const sampleDealInvestor: DealInvestor = {
  id,
  name,
  lead_investor: true,
  personnel: [
    {
      id: samplePerson.id,
      name: samplePerson.name,
      linkedin: samplePerson.linkedin_url,
      crunchbase: null,
      twitter: null,
    },
  ],
  financing_type: 'SERIES_A',
  domain,
  linkedin: null,
  crunchbase: null,
};

const sampleDealAngel: DealAngel = {
  id: '9e3b7d15-2c8f-4a61-b0d4-6f1a5c2e8b97',
  name: 'Ines Albrecht',
  linkedin: null,
  crunchbase: null,
  twitter: null,
  financing_type: 'SERIES_A',
};

const sampleCompanyMatch: CompanyMatch = {
  id: sampleCompany.id,
  guru_permalink: 'tideform',
  name: 'Tideform',
  short_description: sampleCompany.short_description,
  relevance_score: 1,
  domain: sampleCompany.domain,
  linkedin: sampleCompany.linkedin,
  crunchbase: sampleCompany.crunchbase,
};

const sampleInvestorMatch: InvestorMatch = {
  id,
  guru_permalink,
  name,
  description: sampleInvestor.description,
  image: null,
  relevance_score: 0.93,
  domain,
  website: sampleInvestor.website,
};

/** One valid example of every record, for tests and the API description; all names are invented. */
export const samples = {
  deal: sampleDeal,
  dealDetail: sampleDealDetail,
  dealInvestor: sampleDealInvestor,
  dealAngel: sampleDealAngel,
  company: sampleCompany,
  companyMatch: sampleCompanyMatch,
  investor: sampleInvestor,
  investorMatch: sampleInvestorMatch,
  person: samplePerson,
  personMatch: samplePersonMatch,
  location: sampleLocation,
  industry: sampleIndustry,
  alert: sampleAlert,
  alertConfiguration: sampleAlertConfiguration,
};
