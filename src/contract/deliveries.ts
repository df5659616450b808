import { z } from 'zod';
import { free } from './credits.ts';
import { declareEndpoints } from './endpoint.ts';
import { nullableText, text, uuid } from './scalars.ts';

/** When a delivery runs: at a full hour in a time zone. */
export const deliverySchedule = z.strictObject({
  repeats: z.enum(['daily', 'weekdays', 'weekly']),
  /** The day of a weekly delivery, 1 is Monday. */
  weekday: z.int().min(1).max(7).default(1),
  hour: z.int().min(0).max(23),
  /** An IANA time zone, such as Europe/Berlin. */
  zone: z.string().refine(isTimeZone, {
    params: { code: 'INVALID_TIME_ZONE' },
    message: 'must be a time zone such as Europe/Berlin',
  }),
});
export type DeliverySchedule = z.output<typeof deliverySchedule>;

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** How deals are delivered. A feed is read at its address and sends nothing. */
export const deliveryFormat = z.enum(['email', 'slack', 'teams', 'webhook', 'feed']).meta({ id: 'DeliveryFormat' });
export type DeliveryFormat = z.infer<typeof deliveryFormat>;

/** Whether a target fits its format. */
function isTarget({ format, target }: { format: DeliveryFormat; target: string }): boolean {
  if (format === 'feed') return target === '';
  return (format === 'email' ? z.email() : z.url({ protocol: /^https?$/ })).safeParse(target).success;
}

/** A delivery as a user describes it. */
export const deliveryForm = z
  .strictObject({
    name: text.max(200),
    /** Empty for all alerts of the account. */
    alert_ids: z.array(uuid).max(50).default([]),
    /** Not used by a feed. */
    schedule: deliverySchedule.prefault({ repeats: 'daily', hour: 8, zone: 'UTC' }),
    format: deliveryFormat,
    /** An address: http or https, or an email address; blank for a feed. */
    target: z.string().trim().max(2000).default(''),
    /** A stopped delivery sends nothing, and its feed is not found. */
    stopped: z.boolean().default(false),
  })
  .refine(isTarget, {
    path: ['target'],
    params: { code: 'INVALID_TARGET' },
    message: 'must be an address that starts with https://, or an email address',
  });
export type DeliveryForm = z.output<typeof deliveryForm>;

const moment = z.iso.datetime();

/** A saved delivery. */
const delivery = z
  .strictObject({
    id: uuid,
    name: z.string(),
    alert_ids: z.array(uuid),
    schedule: deliverySchedule,
    format: deliveryFormat,
    target: z.string(),
    stopped: z.boolean(),
    /** Whether messages may be sent; an email only once the link in a mail to its address was opened. */
    confirmed: z.boolean(),
    /** The member who created it; null if a key of the account without a member did. */
    member_id: uuid.nullable(),
    /** Signs webhooks by the Standard Webhooks scheme; null for other formats. */
    secret: nullableText,
    /** The secret address of a feed; null for other formats. */
    address: nullableText,
    /** When it runs next; null for a feed, and while it is stopped or unconfirmed. */
    next_at: moment.nullable(),
    last_sent_at: moment.nullable(),
    last_failed_at: moment.nullable(),
    last_problem: nullableText,
  })
  .meta({ id: 'Delivery' });
export type Delivery = z.infer<typeof delivery>;

/** One message in the log of a delivery. */
const deliveryMessage = z
  .strictObject({
    id: uuid,
    is_test: z.boolean(),
    /** When it was due, and when a gateway prepared it. */
    scheduled_at: moment,
    created_at: moment,
    deals: z.int(),
    state: z.enum(['waiting', 'sent', 'failed']),
    attempts: z.int(),
    next_attempt_at: moment,
    sent_at: moment.nullable(),
    problem: nullableText,
  })
  .meta({ id: 'DeliveryMessage' });
export type DeliveryLogEntry = z.infer<typeof deliveryMessage>;

const endpoint = declareEndpoints({ root: '/account', meta: 'count', cost: free, statusCodeInErrors: true });
const params = z.strictObject({ id: z.string() });
const oneDelivery = z.strictObject({ delivery });

/** GET /account/deliveries: oldest first, and the formats that can be sent here (email needs a mail server). */
export const readAccountDeliveries = endpoint('readAccountDeliveries', 'GET', '/deliveries', {
  summary: 'Read the deliveries of alerts',
  data: z.strictObject({ deliveries: z.array(delivery), formats: z.array(deliveryFormat) }),
});

/**
 * POST /account/deliveries: saves a delivery. What its alerts already match is not sent. An email address that is new to
 * the account gets a mail with a link that confirms it.
 */
export const createDelivery = endpoint('createDelivery', 'POST', '/deliveries', {
  summary: 'Save a delivery of alerts',
  body: deliveryForm,
  data: oneDelivery,
});

/** PUT /account/deliveries/{id}: replaces a delivery; `stopped` stops and resumes it. */
export const changeDelivery = endpoint('changeDelivery', 'PUT', '/deliveries/{id}', {
  summary: 'Change, stop or resume a delivery',
  params,
  body: deliveryForm,
  data: oneDelivery,
});

/** DELETE /account/deliveries/{id}: deletes a delivery with its log; the response contains the deleted delivery. */
export const removeDelivery = endpoint('removeDelivery', 'DELETE', '/deliveries/{id}', {
  summary: 'Delete a delivery',
  params,
  data: oneDelivery,
});

/** POST /account/deliveries/{id}/renew: a new secret, and a new address of a feed; the old ones stop working. */
export const renewDelivery = endpoint('renewDelivery', 'POST', '/deliveries/{id}/renew', {
  summary: 'Renew the secret of a webhook or the address of a feed',
  params,
  body: z.strictObject({}),
  data: oneDelivery,
});

/** POST /account/deliveries/{id}/confirmation: sends the mail with the link that confirms its address again. */
export const sendConfirmation = endpoint('sendConfirmation', 'POST', '/deliveries/{id}/confirmation', {
  summary: 'Send the link that confirms an email address again',
  params,
  body: z.strictObject({}),
  data: oneDelivery,
});

/** POST /account/deliveries/{id}/test: sends the newest deals now, marked as a test. */
export const testDelivery = endpoint('testDelivery', 'POST', '/deliveries/{id}/test', {
  summary: 'Send a test message',
  params,
  body: z.strictObject({}),
  data: z.strictObject({ message: deliveryMessage }),
});

/** GET /account/deliveries/{id}/messages: the last 100 messages, newest first. */
export const readDeliveryMessages = endpoint('readDeliveryMessages', 'GET', '/deliveries/{id}/messages', {
  summary: 'Read the log of a delivery',
  params,
  data: z.strictObject({ messages: z.array(deliveryMessage) }),
});

/** POST /account/deliveries/messages/{id}/resend: sends a message again, with the same id. */
export const resendDeliveryMessage = endpoint('resendDeliveryMessage', 'POST', '/deliveries/messages/{id}/resend', {
  summary: 'Send a message of a delivery again',
  params,
  body: z.strictObject({}),
  data: z.strictObject({ message: deliveryMessage }),
});
