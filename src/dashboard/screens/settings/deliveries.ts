import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { readAlertConfigurations } from '#contract/alerts.ts';
import {
  changeDelivery,
  createDelivery,
  type Delivery,
  type deliveryForm,
  type DeliveryFormat,
  type DeliveryLogEntry,
  readAccountDeliveries,
  readDeliveryMessages,
  removeDelivery,
  renewDelivery,
  resendDeliveryMessage,
  sendConfirmation,
  testDelivery,
} from '#contract/deliveries.ts';
import { sendFree } from '../../spending/send-free.ts';

/** A delivery as the form sends it. */
export type DeliveryInput = z.input<typeof deliveryForm>;

const key = ['deliveries'];

/** The deliveries of the account, and the formats that the gateway can send. Free. */
export const savedDeliveries = queryOptions({
  queryKey: key,
  queryFn: async ({ signal }) => {
    const { data } = await sendFree(readAccountDeliveries, { query: undefined, signal });
    return { deliveries: (data.deliveries ?? []) as Delivery[], formats: (data.formats ?? []) as DeliveryFormat[] };
  },
});

/** Id and name of the alerts that can be delivered. Free. */
export const deliverableAlerts = queryOptions({
  queryKey: ['alerts', 'deliverable'],
  queryFn: async ({ signal }) => {
    const { data } = await sendFree(readAlertConfigurations, { query: undefined, signal });
    return (data.configurations ?? []).flatMap(({ configuration_id: id, configuration_name: name }) =>
      id === null ? [] : [[id, name ?? 'Unnamed alert'] as const],
    );
  },
});

/** Why a delivery has nothing to send, and what to do; undefined if one of these active alerts is delivered. */
export function describeNoAlerts(
  { alert_ids }: Delivery,
  active: readonly (readonly [id: string, name: string])[],
): string | undefined {
  if (active.length === 0) return 'Nothing to send: no alert is active. Create or resume one first.';
  if (alert_ids.length === 0 || active.some(([id]) => alert_ids.includes(id))) return undefined;
  return 'Nothing to send: its alerts are deleted or paused. Edit it to choose others.';
}

/** The last messages of a delivery, newest first; read whenever they are opened, and again while one waits. Free. */
export const deliveryLog = (id: string) =>
  queryOptions({
    queryKey: [...key, id],
    queryFn: async ({ client, signal }) => {
      const { data } = await sendFree(readDeliveryMessages, { params: { id }, signal });
      const messages = (data.messages ?? []) as DeliveryLogEntry[];
      // The list of deliveries shows the last results, too.
      if (!messages.some(isUnderWay)) void client.invalidateQueries({ queryKey: key, exact: true });
      return messages;
    },
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) === true ? 2000 : false),
  });

/** Whether the result of a message is seconds away: it is queued or being sent. A failed one is tried again later. */
export const isUnderWay = ({ state, problem }: DeliveryLogEntry): boolean => state === 'waiting' && problem === null;

/** Saves a delivery, or changes the one with this id. */
export async function saveDelivery(client: QueryClient, form: DeliveryInput, id?: string): Promise<Delivery> {
  const { data } = await (id === undefined
    ? sendFree(createDelivery, { body: form })
    : sendFree(changeDelivery, { params: { id }, body: form }));
  await client.invalidateQueries({ queryKey: key });
  return data.delivery as Delivery;
}

/** The form of a saved delivery. */
export const buildDeliveryInput = ({
  name,
  alert_ids,
  schedule,
  format,
  target,
  stopped,
}: Delivery): DeliveryInput => ({
  name,
  alert_ids,
  schedule,
  format,
  target,
  stopped,
});

const actions = {
  test: testDelivery,
  renew: renewDelivery,
  confirm: sendConfirmation,
  resend: resendDeliveryMessage,
} as const;

/**
 * Sends a test or the link that confirms an address, renews secret and address, or removes a delivery; `resend` takes the
 * id of a message. Then list and log are read again.
 */
export async function runDeliveryAction(
  client: QueryClient,
  action: keyof typeof actions | 'remove',
  id: string,
): Promise<void> {
  await (action === 'remove'
    ? sendFree(removeDelivery, { params: { id } })
    : sendFree(actions[action], { params: { id }, body: {} }));
  await client.invalidateQueries({ queryKey: key });
}

/** Names of the formats. */
export const deliveryFormatNames: Record<DeliveryFormat, string> = {
  email: 'Email',
  slack: 'Slack',
  teams: 'Teams',
  webhook: 'Webhook',
  feed: 'Atom feed',
};

export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** "Weekly on Monday at 8:00, Europe/Berlin". */
export function describeSchedule({ repeats, weekday, hour, zone }: Delivery['schedule']): string {
  const days = { daily: 'Every day', weekdays: 'Monday to Friday', weekly: `Every ${weekdayNames[weekday - 1]}` };
  return `${days[repeats]} at ${hour}:00, ${zone}`;
}
