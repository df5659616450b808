import { unlockedCompanies, unlockedDeals } from '../../library/records/records.ts';
import type { ResourceChart } from '../../search/resource/resource-chart.ts';

const bought = 'Known once companies are bought.';

/** How deals are drawn. */
export const dealChart: ResourceChart = {
  read(id) {
    const deal = unlockedDeals.read(id);
    if (!deal) return undefined;
    const company = deal.company_id === null ? undefined : unlockedCompanies.read(deal.company_id);
    return {
      moment: deal.date,
      round: { type: deal.round_type, pre: deal.pre },
      usd: deal.total_round_raised,
      industries: company?.industries ?? null,
      place: company?.location?.country?.name ?? null,
    };
  },
  divisions: [
    { by: 'month', basis: 'By the day of announcement, in UTC.', none: 'No date' },
    { by: 'quarter', basis: 'By the day of announcement, in UTC.', none: 'No date' },
    { by: 'round', basis: 'Every deal once, by its round; extensions with their round.', none: 'No round type' },
    { by: 'industry', basis: `A deal stands in each industry of its company. ${bought}`, none: 'Not known' },
    { by: 'place', basis: `By the country of the company. ${bought}`, none: 'Not known' },
    { by: 'size', basis: 'By what the round raised, in US dollars.', none: 'Undisclosed' },
  ],
  amount: { name: 'Raised', basis: 'Disclosed amounts in US dollars.' },
  dayColumn: 'announced',
  activity: { keys: ['from', 'to'], basis: 'Deals announced in each period, in UTC, counted by the service.' },
};
