import { listStageRounds } from '#contract/facets.ts';
import { daysBefore, type Template } from './template.ts';

/** Search templates for funding rounds. */
export const dealTemplates: readonly Template[] = [
  {
    title: 'Series A rounds in fintech, the last seven days',
    use: 'Deal sourcing',
    wanted: { industry: { field: 'industry', names: [{ name: 'Financial technology', kind: 'INDUSTRY' }] } },
    values: (today) => ({
      round: listStageRounds('SERIES_A'),
      from: daysBefore(today, 6),
      to: daysBefore(today, 0),
    }),
  },
  {
    title: 'Seed rounds of $1M to $10M in Europe, the last 30 days',
    use: 'Deal sourcing',
    wanted: { location: { field: 'location', names: [{ name: 'Europe', kind: 'REGION' }] } },
    values: (today) => ({
      round: [...listStageRounds('PRE_SEED'), ...listStageRounds('SEED')],
      min: 1_000_000,
      max: 10_000_000,
      from: daysBefore(today, 29),
      to: daysBefore(today, 0),
    }),
  },
  {
    title: 'The largest rounds of the last 12 months',
    use: 'Research',
    wanted: {},
    values: (today) => ({
      from: daysBefore(today, 364),
      to: daysBefore(today, 0),
      min: 100_000_000,
      sort: 'largest_raise',
    }),
  },
];
