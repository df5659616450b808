import type { endpoints } from '#contract/endpoints.ts';
import { samples } from './openapi-samples.ts';

type EndpointId = (typeof endpoints)[number]['id'];

/** The groups of operations, in the order of the document. */
export const tags = [
  { name: 'Deals', description: 'Funding rounds, who took part in them, and histories of rounds.' },
  { name: 'Companies', description: 'Companies that raised money.' },
  { name: 'Investors', description: 'Investors that are organizations; angels are people.' },
  { name: 'People', description: 'Founders, executives and investors.' },
  { name: 'Look-ups', description: 'Find the permalinks that filters take. Free.' },
  { name: 'Alerts', description: 'Saved searches and the deals that match them. Free, on Pro+ and API plans.' },
] as const;

/** What the OpenAPI document says about an operation besides its endpoint's schemas. */
export type Operation = {
  readonly tag: (typeof tags)[number]['name'];
  readonly description: string;
  /** An example: the body, or the query and path parameters. */
  readonly request: Record<string, unknown>;
  readonly data: Record<string, unknown>;
};

const organization = 'Give exactly one of id, domain, linkedin and crunchbase.';
const permalinks =
  'Permalinks come from the free look-ups; unknown ones are ignored and listed in X-Ignored-Filters. Values in one list are combined with OR, members with AND.';

/** Texts and examples of every operation; a missing one does not compile. */
export const operations: Record<EndpointId, Operation> = {
  searchDeals: {
    tag: 'Deals',
    description: `Finds funding rounds by the round, its company and its investors. ${permalinks}`,
    request: {
      deal: { financing_types: [{ type: 'SEED', pre: true }, { type: 'SERIES_A' }], date_start: '2026-01-01' },
      company: { locations: ['germany'], industries: ['energy-storage'] },
      page_size: 25,
      sort_by: 'largest_raise',
    },
    data: { deals: [samples.deal] },
  },
  readDeal: {
    tag: 'Deals',
    description: 'One funding round by its id, with the articles about it.',
    request: { id: samples.deal.id },
    data: { deal: samples.dealDetail },
  },
  readDealInvestors: {
    tag: 'Deals',
    description: 'The investors in a round with their partners, and its angels. Every row of both lists is billed.',
    request: { id: samples.deal.id },
    data: { investors: [samples.dealInvestor], angel_investors: [samples.dealAngel] },
  },
  readCompanyDeals: {
    tag: 'Deals',
    description: `All rounds of a company, newest first. ${organization} A domain of several companies gives the rounds of all.`,
    request: { domain: 'tideform.example', page: 0, page_size: 50 },
    data: { deals: [samples.deal] },
  },
  readInvestorDeals: {
    tag: 'Deals',
    description: `All rounds that an investor took part in, newest first. ${organization}`,
    request: { domain: 'ridgecapital.example', page: 0, page_size: 50 },
    data: { deals: [samples.deal] },
  },
  readPersonDeals: {
    tag: 'Deals',
    description:
      'All rounds that a person took part in as angel or partner, newest first. Give exactly one of id, linkedin, crunchbase and twitter.',
    request: { id: samples.person.id },
    data: { deals: [samples.deal] },
  },
  searchCompanies: {
    tag: 'Companies',
    description: `Finds companies by identifiers, facts, their latest round, their investors, or by meaning with search_query, which ranks by relevance and ignores sort_by. ${permalinks}`,
    request: {
      company: { search_query: 'energy storage from tides', locations: ['europe'], employee_count: ['11-50'] },
      page_size: 10,
    },
    data: { companies: [samples.company] },
  },
  readCompany: {
    tag: 'Companies',
    description: `One company with its latest round. ${organization} Of several on one domain, the one with most rounds.`,
    request: { domain: 'tideform.example' },
    data: { company: samples.company },
  },
  lookUpCompanies: {
    tag: 'Companies',
    description: 'Up to ten companies that match a name or an identifier, best first. Give exactly one parameter.',
    request: { name: 'tideform' },
    data: { companies: [samples.companyMatch] },
  },
  searchInvestors: {
    tag: 'Investors',
    description: `Finds investors by identifiers, by facts, or by their portfolio. All members of company_investments describe one deal; filtered_deal_count counts the matching deals. ${permalinks}`,
    request: {
      company_investments: { industries: ['energy-storage'], deal_start_date: '2024-01-01', min_matching_deals: 2 },
      sort_by: 'matching_deals',
    },
    data: { investors: [{ ...samples.investor, filtered_deal_count: 58, filtered_lead_count: 21 }] },
  },
  readInvestor: {
    tag: 'Investors',
    description: `One investor with its statistics. ${organization}`,
    request: { id: samples.investor.id },
    data: { investor: buildProfile(samples.investor) },
  },
  lookUpInvestors: {
    tag: 'Investors',
    description: 'Up to ten investors that match a name or identifiers, best first. Several parameters must all match.',
    request: { name: 'ridge' },
    data: { investors: [samples.investorMatch] },
  },
  searchPeople: {
    tag: 'People',
    description: `Finds people by identifiers, roles, current employer and investments. Histories hold three entries at most. ${permalinks}`,
    request: {
      person_type: 'investor',
      investor: { deals: { industries: ['energy-storage'], min_matching_deals: 2 } },
    },
    data: { people: [{ ...samples.person, filtered_deal_count: 9, filtered_lead_count: 4 }] },
  },
  readPerson: {
    tag: 'People',
    description: 'One person with complete histories. Give exactly one of id, linkedin, crunchbase and twitter.',
    request: { id: samples.person.id },
    data: { person: samples.person },
  },
  lookUpPeople: {
    tag: 'People',
    description:
      'Up to ten people who match a name or identifiers, best first. person_type company leaves out investors.',
    request: { name: 'maren holt', person_type: 'investor' },
    data: { people: [samples.personMatch] },
  },
  searchLocations: {
    tag: 'Look-ups',
    description: 'Places that match a name, best first. location_type is an alias of type; give one of them.',
    request: { name: 'nordics', type: 'REGION', limit: 5 },
    data: { locations: [samples.location] },
  },
  searchIndustries: {
    tag: 'Look-ups',
    description: 'Industries and super categories that match a name, best first. industry_type is an alias of type.',
    request: { name: 'energy storage' },
    data: { industries: [samples.industry] },
  },
  readAlerts: {
    tag: 'Alerts',
    description: 'The deals in a period that match each alert, newest first, each with the reason. At most 365 days.',
    request: {
      alert_ids: samples.alert.alertId,
      start_date: '2026-10-01T00:00:00Z',
      end_date: '2026-10-31T23:59:59Z',
    },
    data: { alerts: [samples.alert] },
  },
  readAlertConfigurations: {
    tag: 'Alerts',
    description: 'The alerts of the account with their filters.',
    request: {},
    data: { configurations: [samples.alertConfiguration] },
  },
};

function buildProfile(investor: typeof samples.investor): object {
  const { filtered_deal_count, filtered_lead_count, ...profile } = investor;
  void [filtered_deal_count, filtered_lead_count];
  return profile;
}

/** The description of each query and path parameter. */
export const parameterTexts: Record<string, string> = {
  id: 'A uuid.',
  name: 'A name or its beginning; a typo is tolerated.',
  domain: 'A domain, or a URL with it.',
  linkedin: 'A LinkedIn URL.',
  crunchbase: 'A Crunchbase URL.',
  twitter: 'A Twitter or X URL.',
  person_type: 'Investors only, or others only.',
  page: 'Page number from 0.',
  page_size: 'Rows per page.',
  type: 'Only results of this kind.',
  location_type: 'An alias of type.',
  industry_type: 'An alias of type.',
  limit: 'Maximum number of results.',
  alert_ids: 'One to ten ids, separated by commas.',
  start_date: 'A date-time, UTC without an offset; not in the future.',
  end_date: 'A date-time, UTC without an offset; inclusive.',
};
