import { queryOptions, type QueryClient } from '@tanstack/react-query';
import {
  changeAlert,
  createAlert,
  deleteAlert,
  previewAlert,
  readAccountAlerts,
  type AccountAlert,
  type AlertForm,
} from '#contract/alerts.ts';
import { sendFree } from '../../purchase/send-free.ts';
import type { Tolerant } from '#contract/record.ts';
import { readUsd } from './items.ts';

/** All alerts of the account on our own service, including paused ones. Free. */
export const accountAlerts = queryOptions({
  queryKey: ['alerts', 'account'],
  queryFn: async ({ signal }): Promise<Tolerant<AccountAlert>[]> => {
    const { data } = await sendFree(readAccountAlerts, { query: undefined, signal });
    return data.alerts ?? [];
  },
});

/** The deals of the last 30 days that match the filters. Free. */
export const alertPreview = (filters: AlertForm['filters']) =>
  queryOptions({
    queryKey: ['alert preview', JSON.stringify(filters)],
    queryFn: async ({ signal }) => {
      const { data } = await sendFree(previewAlert, { body: { filters }, signal });
      return {
        total: data.totalDealCount ?? 0,
        deals: (data.deals ?? []).map(
          ({ id, company_name: company, total_round_raised: raised, round_type: round }) => ({
            id,
            company: company ?? 'Unnamed company',
            round,
            usd: readUsd(raised, 'usd'),
          }),
        ),
      };
    },
  });

/** Creates an alert, or changes the one with this id, and refreshes every list of alerts. */
export async function saveAlert(client: QueryClient, form: AlertForm, id?: string): Promise<void> {
  await (id === undefined
    ? sendFree(createAlert, { body: form })
    : sendFree(changeAlert, { params: { id }, body: form }));
  await client.invalidateQueries({ queryKey: ['alerts'] });
}

/** Deletes an alert and refreshes every list of alerts. */
export async function removeAlert(client: QueryClient, id: string): Promise<void> {
  await sendFree(deleteAlert, { params: { id } });
  await client.invalidateQueries({ queryKey: ['alerts'] });
}
