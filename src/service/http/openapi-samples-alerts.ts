import type { Alert, AlertConfiguration } from '#contract/alerts.ts';

/** A configured alert. */
export const sampleAlertConfiguration: AlertConfiguration = {
  configuration_id: '2f6a9c30-8b1d-4e57-9c42-7d0e5b3f1a86',
  configuration_name: 'Storage in the Nordics and Germany',
  frequency: 'WEEKLY',
  description: 'Seed and Series A rounds in energy storage',
  filters: {
    industries: ['energy-storage'],
    super_categories: [],
    locations: ['nordics', 'germany'],
    financing_types: ['Seed', 'Series A'],
    deal_size_min: 1_000_000,
    deal_size_max: null,
    num_employees: [],
    investors: [],
    companies: [],
  },
};

/** The same alert with a deal that matched it. */
export const sampleAlert: Alert = {
  alertId: sampleAlertConfiguration.configuration_id,
  alertName: sampleAlertConfiguration.configuration_name,
  alertFrequency: 'WEEKLY',
  totalDealCount: 1,
  deals: [
    {
      id: '0b6f3a52-91c4-4d7e-8f20-5a3c9e1d7b84',
      company_id: '7c2e9d41-3f58-4a06-b1d7-2e8c6f4a9035',
      company_name: 'Tideform',
      company_guru_permalink: 'tideform',
      round_type: 'SERIES_A',
      total_round_raised: 12_960_000,
      date: '2026-10-14T00:00:00.000Z',
      company_website: 'https://tideform.example',
      company_linkedin: 'https://www.linkedin.com/company/tideform',
      location: { city: 'Hamburg', state: 'Hamburg', country: 'Germany', region: 'Europe' },
      deal_short_description: 'Series A for tidal storage',
      deal_long_description: 'Tideform raised a Series A to build its second storage site on the Baltic coast.',
      reasoning:
        'Matched because the round is Series A, $12,960,000 was raised (at least $1,000,000), the company works in Energy storage and it is based in Germany.',
      articles: [{ link: 'https://news.example/tideform-series-a', is_primary: true, publishedDate: '2026-10-14' }],
    },
  ],
};
