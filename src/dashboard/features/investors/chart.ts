import { unlockedInvestors } from '../../library/records/records.ts';
import type { ResourceChart } from '../../search/resource/resource-chart.ts';

/** How firms are drawn; they have no amounts of their own. */
export const investorChart: ResourceChart = {
  read(id) {
    const investor = unlockedInvestors.read(id);
    return (
      investor && {
        moment: investor.most_recent_deal_date,
        rounds: investor.top_round_types,
        industries: investor.top_industries,
        place: investor.location?.country?.name ?? null,
        employees: investor.num_employees,
      }
    );
  },
  divisions: [
    { by: 'month', basis: 'By the day of the latest deal, in UTC.', none: 'No date' },
    { by: 'quarter', basis: 'By the day of the latest deal, in UTC.', none: 'No date' },
    { by: 'round', basis: 'A firm stands in each of its most frequent round types, five at most.', none: 'Not known' },
    {
      by: 'industry',
      basis: 'A firm stands in each of its most frequent industries, five at most.',
      none: 'Not known',
    },
    { by: 'place', basis: 'By the country of the office.', none: 'Not known' },
    { by: 'employees', basis: 'By the number of people in the firm.', none: 'Not known' },
  ],
  dayColumn: 'latest',
  activity: {
    keys: ['from', 'to'],
    basis: 'Firms with a matching deal in each period, in UTC, counted by the service.',
  },
};
