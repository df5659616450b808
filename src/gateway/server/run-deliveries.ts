import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '../../service/db/pool.ts';
import { createMailSender } from '../../service/alerts/deliveries/email.ts';
import type { AlertSource } from '../../service/alerts/deliveries/saved-deliveries.ts';
import type { Confirmation } from '../../service/alerts/deliveries/confirmations.ts';
import { prepareDeliveries } from '../../service/alerts/deliveries/prepare.ts';
import { type SendMessage, sendDueMessage } from '../../service/alerts/deliveries/send.ts';
import { sendDueConfirmation } from '../../service/alerts/deliveries/send-confirmation.ts';
import { createWebhookSender } from '../../service/alerts/deliveries/webhook.ts';
import { toErrorMessage } from '../../service/db/start-error.ts';
import type { Environment } from '../environment.ts';

type DeliverySettings = Pick<Environment, 'webhooksAllow' | 'publicUrl' | 'mail'>;

const noMailServer = 'No mail server is set. Set SMTP_URL and SMTP_FROM.';

/** Creates the sender of messages in every format; `close` ends its connections. */
export function createSender({ webhooksAllow, publicUrl, mail }: DeliverySettings) {
  const webhooks = createWebhookSender(webhooksAllow, publicUrl);
  const emails = mail && createMailSender(mail, publicUrl);
  const send: SendMessage = async (message) => {
    if (message.format !== 'email') return webhooks.send(message);
    if (!emails) throw new Error(noMailServer);
    return emails.send(message);
  };
  const confirm = async (confirmation: Confirmation): Promise<void> => {
    if (!emails) throw new Error(noMailServer);
    return emails.confirm(confirmation);
  };
  return {
    send,
    confirm,
    async close() {
      emails?.close();
      await webhooks.close();
    },
  };
}

/** Ends the pause of `runDeliveries` when a message is ready to be sent. */
type Wake = { readonly wait: (ms: number, signal: AbortSignal) => Promise<void>; readonly call: () => void };

/** Creates a pause that `call` ends early. */
export function createWake(): Wake {
  let calling = new AbortController();
  return {
    async wait(ms, signal) {
      await sleep(ms, undefined, { signal: AbortSignal.any([signal, calling.signal]) }).catch(() => undefined);
      if (calling.signal.aborted) calling = new AbortController();
    },
    call: () => calling.abort(),
  };
}

const pauseMs = 10_000;
/** How many messages are sent at the same time, so that a slow receiver does not delay the others. */
const senders = 4;

type DeliveryRun = {
  readonly source: AlertSource;
  readonly wake: Wake;
  readonly onProgress: (text: string) => void;
};

/** Prepares and sends what is due until the signal aborts. */
export async function runDeliveries(
  sql: Pool,
  settings: DeliverySettings,
  { source, wake, onProgress }: DeliveryRun,
  signal: AbortSignal,
): Promise<void> {
  const { send, confirm, close } = createSender(settings);
  const sendAll = async () => {
    while (!signal.aborted && (await sendDueConfirmation(sql, new Date(), confirm)));
    while (!signal.aborted && (await sendDueMessage(sql, new Date(), send)));
  };
  let failed = false;
  while (!signal.aborted) {
    // If the alerts cannot be read, what is ready is sent all the same.
    const prepared = await Promise.allSettled([prepareDeliveries(sql, new Date(), source, signal)]);
    const sent = await Promise.allSettled(Array.from({ length: senders }, sendAll));
    const failure = [...prepared, ...sent].find((result) => result.status === 'rejected');
    // Reported once, because the database can be unavailable for a long time.
    if (failure && !failed && !signal.aborted) onProgress(`Deliveries wait: ${toErrorMessage(failure.reason)}`);
    failed = failure !== undefined;
    await wake.wait(pauseMs, signal);
  }
  await close();
}
