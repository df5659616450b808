import { daysBefore, type Template } from '../../search/resource/template.ts';

/** Ready queries about companies. */
export const companyTemplates: readonly Template[] = [
  {
    title: 'Seed climate companies in the Nordics, funded in the last 12 months',
    use: 'Deal sourcing',
    wanted: {
      location: { field: 'location', names: [{ name: 'Nordics', kind: 'REGION' }] },
      industry: { field: 'industry', names: [{ name: 'Climate tech', kind: 'SUPER_CATEGORY' }] },
    },
    values: (today) => ({
      round: [{ type: 'SEED', pre: false, extension: false }],
      from: daysBefore(today, 364),
      to: daysBefore(today, 0),
    }),
  },
  {
    title: 'Small companies of up to 50 people that raised more than $10M in all',
    use: 'Deal sourcing',
    wanted: {},
    values: () => ({ employees: ['1-10', '11-50'], raised_min: 10_000_000, sort: 'largest_total_raise' }),
  },
  {
    title: 'The most valuable private companies of the United States',
    use: 'Research',
    wanted: { location: { field: 'location', names: [{ name: 'United States', kind: 'COUNTRY' }] } },
    values: () => ({ ipo: ['private'], sort: 'largest_valuation' }),
  },
];
