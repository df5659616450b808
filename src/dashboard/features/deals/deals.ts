import { dealCatalogue } from '#contract/deal-filters.ts';
import { countDeals, searchDeals } from '#contract/deals.ts';
import { type AnyResource, createFigureOf, type Sort } from '../../search/resource/resource.ts';
import { dealTemplates } from './deal-templates.ts';
import { unlockedDeals } from '../../library/records/records.ts';
import { sendFree } from '../../purchase/send-free.ts';
import { dealExtras } from './deal-extras.ts';
import { newestRounds } from './newest-rounds.ts';
import { matchedKeys } from '../../search/record/company-match.ts';
import { countUnlockedNames, dealChart, fetchDeals, isDealMatch } from './rows.ts';

const figureOf = createFigureOf(unlockedDeals.read);
const announced = figureOf(({ date }) => (date === null ? null : Date.parse(date)));
const raised = figureOf((deal) => deal.total_round_raised);

const sorts: readonly Sort[] = [
  { value: 'most_recent_deal', column: 'announced', direction: 'descending', figure: announced },
  { value: 'oldest_deal', column: 'announced', direction: 'ascending', figure: announced },
  { value: 'largest_raise', column: 'raised', direction: 'descending', figure: raised },
  { value: 'smallest_raise', column: 'raised', direction: 'ascending', figure: raised },
];

/** Funding rounds, as the search screen knows them. */
export const deals: AnyResource = {
  ...dealCatalogue,
  statusKind: 'deal',
  toCompanyId: (id) => unlockedDeals.read(id)?.company_id ?? undefined,
  sorts,
  templates: dealTemplates,
  unlocked: unlockedDeals,
  cost: searchDeals.cost,
  countNames: countUnlockedNames,
  chart: dealChart,
  find: fetchDeals,
  count: async (body) => (await sendFree(countDeals, { body })).data,
  extras: dealExtras,
  cheaper: newestRounds,
  unlockedMatches: {
    rows: unlockedDeals.rows,
    count: unlockedDeals.count,
    isMatch: isDealMatch,
    keys: [...matchedKeys, 'firm', 'company'],
  },
  emptyMessage: 'Remove or broaden a filter. Deals with an undisclosed amount match no minimum and no maximum.',
};
