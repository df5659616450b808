import type { Person, PersonMatch } from '#contract/people.ts';

/** A partner of an investor, who founded a company before. */
export const samplePerson: Person = {
  id: 'b5f0c8e2-4d19-4e73-a6b8-1c7d9f2e3a54',
  name: 'Maren Holt',
  title: 'Partner at Ridge Capital',
  linkedin_url: 'https://www.linkedin.com/in/maren-holt-sample',
  crunchbase_url: null,
  twitter_url: null,
  location: 'Stockholm, Sweden',
  city: 'Stockholm',
  country_code: 'SE',
  about: 'Invests in energy and industry at seed and Series A.',
  is_founder: false,
  current_company: null,
  employment_history: [
    {
      title: 'Partner',
      company_name: 'Ridge Capital',
      company_id: null,
      company_url: 'https://ridgecapital.example',
      location: 'Stockholm',
      description: null,
      start_date: '2019-03-01',
      end_date: null,
      is_current: true,
    },
  ],
  education_history: [
    {
      school_name: 'North Institute of Technology',
      school_id: null,
      school_url: 'https://nit.example',
      degree: 'MSc',
      field_of_study: 'Energy systems',
      start_date: '2008-09-01',
      end_date: '2010-06-30',
      description: null,
    },
  ],
  is_investor: true,
  is_angel: false,
  has_led_deal: true,
  investment_firms: [
    {
      id: 'd1a84b7c-6e2f-4935-8c10-9f7b3e5a2d68',
      name: 'Ridge Capital',
      permalink: 'ridge-capital',
      domain: 'ridgecapital.example',
      deal_count: 23,
      last_deal_date: '2026-11-09',
    },
  ],
  investor_highlights: {
    total_deal_count: 23,
    lead_deal_count: 11,
    deal_count_last_12_months: 4,
    lead_deal_count_last_12_months: 2,
    most_recent_deal_date: '2026-11-09',
    top_industries: [{ name: 'Energy storage', permalink: 'energy-storage', count: 9 }],
    top_locations: [{ name: 'Sweden', full_name: 'Sweden', permalink: 'sweden', type: 'COUNTRY', count: 12 }],
    top_round_types: [{ type: 'SEED', count: 14 }],
  },
  filtered_deal_count: null,
  filtered_lead_count: null,
  filtered_most_recent_date: null,
};

/** The same person in the results of a search by name. */
export const samplePersonMatch: PersonMatch = {
  id: samplePerson.id,
  name: samplePerson.name,
  linkedin_url: samplePerson.linkedin_url,
  crunchbase_url: null,
  twitter_url: null,
  person_type: 'investor',
};
