import { daysBefore, type Template } from '../../search/resource/template.ts';

const seed = [
  { type: 'SEED', pre: false, extension: false },
  { type: 'SEED', pre: true, extension: false },
];

/** Ready queries about investment firms. */
export const investorTemplates: readonly Template[] = [
  {
    title: 'Investors for a seed climate company in the Nordics',
    use: 'Fundraising',
    wanted: {
      company_location: { field: 'location', names: [{ name: 'Nordics', kind: 'REGION' }] },
      industry: { field: 'industry', names: [{ name: 'Climate tech', kind: 'SUPER_CATEGORY' }] },
    },
    values: (today) => ({
      round: seed,
      from: daysBefore(today, 3 * 365),
      to: daysBefore(today, 0),
      sort: 'matching_deals',
      rows: 10,
    }),
  },
  {
    title: 'Firms that led two or more fintech rounds in the last two years',
    use: 'Fundraising',
    wanted: { industry: { field: 'industry', names: [{ name: 'Financial technology', kind: 'INDUSTRY' }] } },
    values: (today) => ({
      led: true,
      least: 2,
      from: daysBefore(today, 2 * 365),
      to: daysBefore(today, 0),
      sort: 'matching_deals',
    }),
  },
  {
    title: 'The most active firms of the last 12 months',
    use: 'Research',
    wanted: {},
    values: () => ({ sort: 'recent_deals' }),
  },
];
