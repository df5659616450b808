import { toRound } from '../../platform/rounds.ts';
import { queryOptions } from '@tanstack/react-query';
import { type AlertForm, previewAlert } from '#contract/alerts.ts';
import { sendFree } from '../../spending/send-free.ts';
import { formatDayOf } from '../../platform/format.ts';
import { describeMatch } from './items.ts';

/** The filters of an alert that matches every deal. */
export const noAlertFilters: AlertForm['filters'] = {
  financing_types: [],
  locations: [],
  industries: [],
  super_categories: [],
  deal_size_min: null,
  deal_size_max: null,
  num_employees: [],
  investors: [],
  companies: [],
};

/** The number of deals of the last 30 days that match the filters, and the newest that match. Free. */
export const alertPreview = (filters: AlertForm['filters']) =>
  queryOptions({
    queryKey: ['alert preview', JSON.stringify(filters)],
    queryFn: async ({ signal }) => {
      const { data } = await sendFree(previewAlert, { body: { filters }, signal });
      return {
        total: data.totalDealCount ?? 0,
        deals: (data.deals ?? []).map((deal) => ({
          id: deal.id,
          company: deal.company_name ?? 'Unnamed company',
          about: describeMatch(deal),
          round: toRound(deal),
          day: formatDayOf(deal.date),
          deal,
        })),
      };
    },
  });
