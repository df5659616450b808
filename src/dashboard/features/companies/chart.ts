import { unlockedCompanies } from '../../library/records/records.ts';
import type { ResourceChart } from '../../search/resource/resource-chart.ts';

/** How companies are drawn: time, round and amount are those of the latest round. */
export const companyChart: ResourceChart = {
  read(id) {
    const company = unlockedCompanies.read(id);
    if (!company) return undefined;
    const { latest_deal: deal } = company;
    return {
      moment: deal?.date ?? null,
      round: deal ? { type: deal.type, pre: deal.pre } : null,
      usd: deal?.total_round_raised ?? null,
      industries: company.industries,
      place: company.location?.country?.name ?? null,
      employees: company.num_employees,
    };
  },
  divisions: [
    { by: 'month', basis: 'By the day of the latest round, in UTC.', none: 'No date' },
    { by: 'quarter', basis: 'By the day of the latest round, in UTC.', none: 'No date' },
    { by: 'round', basis: 'By the latest round; extensions with their round.', none: 'No round' },
    { by: 'industry', basis: 'A company stands in each of its industries.', none: 'Not known' },
    { by: 'place', basis: 'By the country of the company.', none: 'Not known' },
    { by: 'size', basis: 'By what the latest round raised, in US dollars.', none: 'Undisclosed' },
    { by: 'employees', basis: 'By the number of employees.', none: 'Not known' },
  ],
  amount: { name: 'Raised in latest rounds', basis: 'Disclosed amounts of latest rounds in US dollars.' },
  dayColumn: 'announced',
  activity: {
    keys: ['from', 'to'],
    basis: 'Companies whose latest round was announced in each period, in UTC, counted by the service.',
  },
};
