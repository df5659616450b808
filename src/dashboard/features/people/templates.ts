import { daysBefore, type Template } from '../../search/resource/template.ts';

/** Ready queries about people. */
export const peopleTemplates: readonly Template[] = [
  {
    title: 'Founders in Europe whose company raised a seed round in the last 12 months',
    use: 'Deal sourcing',
    wanted: { location: { field: 'location', names: [{ name: 'Europe', kind: 'REGION' }] } },
    values: (today) => ({
      roles: ['founder'],
      round: [{ type: 'SEED', pre: false, extension: false }],
      from: daysBefore(today, 364),
      to: daysBefore(today, 0),
    }),
  },
  {
    title: 'Angels who made two or more investments in fintech',
    use: 'Fundraising',
    wanted: { deal_industry: { field: 'industry', names: [{ name: 'Financial technology', kind: 'INDUSTRY' }] } },
    values: () => ({ type: 'investor', investment: 'angel', least: 2, sort: 'filtered_deal_count' }),
  },
  {
    title: 'The investors who led most in the last 12 months',
    use: 'Research',
    wanted: {},
    values: () => ({ type: 'investor', sort: 'lead_deal_count_last_12_months' }),
  },
];
