import type { FastifyInstance } from 'fastify';
import {
  changeDelivery,
  createDelivery,
  type Delivery,
  type DeliveryFormat,
  type DeliveryLogEntry,
  readAccountDeliveries,
  readDeliveryMessages,
  removeDelivery,
  renewDelivery,
  resendDeliveryMessage,
  testDelivery,
} from '#contract/deliveries.ts';
import { HttpError } from '../../http/http-error.ts';
import { parseId } from '../../http/validation.ts';
import type { ServiceOptions } from '../../http/options.ts';
import { route } from '../../http/route.ts';
import { precheckPlan } from '../query.ts';
import { findMessage, insertTestMessage, type LoggedMessage, readDeliveryLog, resendMessage } from './delivery-log.ts';
import {
  type AlertSource,
  deleteDelivery,
  insertDelivery,
  maxDeliveries,
  readDeliveries,
  renewSecrets,
  replaceDelivery,
  type SavedDelivery,
} from './saved-deliveries.ts';

/** The path of feeds; a token follows. */
export const feedPath = '/account/feed';

/** How the deals of alerts are delivered. */
export type DeliveryOptions = {
  readonly source: AlertSource;
  /** The formats that can be sent. */
  readonly formats: readonly DeliveryFormat[];
  /** The address at which others open the dashboard, without a trailing slash. */
  readonly publicUrl: string;
  /** Called when a message is ready to be sent. */
  readonly onWaiting: () => void;
};

/** Registers the deliveries of the Account API: free, for plans with alerts. */
export function registerDeliveries(
  account: FastifyInstance,
  options: ServiceOptions,
  deliveries: DeliveryOptions,
): void {
  const { db: own } = options;
  const { source, formats } = deliveries;
  const forPlan = { checkCaller: precheckPlan };
  const build = (saved: SavedDelivery) => buildDelivery(saved, deliveries.publicUrl);
  const findOne: FindOne = async (accountId, given) => {
    const id = parseId(given, 'invalidDeliveryId');
    return (await readDeliveries(own, accountId)).find((saved) => saved.id === id) ?? throwNotFound();
  };

  route(account, options, readAccountDeliveries, forPlan, async ({ caller, db }) => {
    const saved = await readDeliveries(db, caller.accountId);
    return { data: { deliveries: saved.map(build), formats: [...formats] }, rows: saved.length };
  });
  route(account, options, createDelivery, forPlan, async ({ body, caller, now }) => {
    const saved = await insertDelivery(own, { accountId: caller.accountId, source }, body, now);
    if (!saved) throw new HttpError('deliveryRejected', { max: maxDeliveries, errors: [] });
    return { data: { delivery: build(saved) }, rows: 1 };
  });
  route(account, options, changeDelivery, forPlan, async ({ body, params, caller: { accountId }, now }) => {
    const { id } = await findOne(accountId, params.id);
    const saved = await replaceDelivery(own, { accountId, source }, id, { form: body, now });
    if (!saved) throw new HttpError('deliveryRejected', { max: maxDeliveries, errors: [] });
    return { data: { delivery: build(saved) }, rows: 1 };
  });
  route(account, options, removeDelivery, forPlan, async ({ params, caller: { accountId } }) => {
    const saved = await findOne(accountId, params.id);
    await deleteDelivery(own, accountId, saved.id);
    return { data: { delivery: build(saved) }, rows: 1 };
  });
  route(account, options, renewDelivery, forPlan, async ({ params, caller: { accountId } }) => {
    const { id } = await findOne(accountId, params.id);
    const saved = (await renewSecrets(own, accountId, id)) ?? throwNotFound();
    return { data: { delivery: build(saved) }, rows: 1 };
  });
  registerMessages(account, options, { deliveries, findOne });
}

type FindOne = (accountId: string, id: string) => Promise<SavedDelivery>;

function registerMessages(
  account: FastifyInstance,
  options: ServiceOptions,
  { deliveries, findOne }: { readonly deliveries: DeliveryOptions; readonly findOne: FindOne },
): void {
  const { db: own } = options;
  const forPlan = { checkCaller: precheckPlan };
  const readOne = async (accountId: string, id: string): Promise<DeliveryLogEntry> =>
    buildMessage((await findMessage(own, accountId, id)) ?? throwNotFound());
  route(account, options, testDelivery, forPlan, async ({ params, caller: { accountId }, now }) => {
    const saved = await findOne(accountId, params.id);
    if (saved.stopped_at) throw new HttpError('deliveryStopped');
    const id = await insertTestMessage(own, { accountId, source: deliveries.source }, saved, now);
    deliveries.onWaiting();
    return { data: { message: await readOne(accountId, id) }, rows: 1 };
  });
  route(account, options, readDeliveryMessages, forPlan, async ({ params, caller: { accountId } }) => {
    const { id } = await findOne(accountId, params.id);
    const messages = await readDeliveryLog(own, accountId, id);
    return { data: { messages: messages.map(buildMessage) }, rows: messages.length };
  });
  route(account, options, resendDeliveryMessage, forPlan, async ({ params, caller: { accountId }, now }) => {
    const id = parseId(params.id, 'invalidDeliveryId');
    const isQueued = await resendMessage(own, accountId, id, now);
    const message = await readOne(accountId, id);
    if (!isQueued) throw new HttpError('deliveryStopped');
    deliveries.onWaiting();
    return { data: { message }, rows: 1 };
  });
}

const toMoment = (date: Date | null): string | null => date?.toISOString() ?? null;

function buildDelivery(saved: SavedDelivery, publicUrl: string): Delivery {
  const { id, name, alert_ids, schedule, format, target, secret, token, stopped_at, last_problem } = saved;
  const isFeed = format === 'feed';
  return {
    id,
    name,
    alert_ids,
    schedule,
    format,
    target,
    stopped: stopped_at !== null,
    secret: format === 'webhook' ? secret : null,
    address: isFeed ? `${publicUrl}${feedPath}/${token}` : null,
    next_at: isFeed || stopped_at ? null : saved.next_at.toISOString(),
    last_sent_at: toMoment(saved.last_sent_at),
    last_failed_at: toMoment(saved.last_failed_at),
    last_problem,
  };
}

const buildMessage = (message: LoggedMessage): DeliveryLogEntry => ({
  ...message,
  scheduled_at: message.scheduled_at.toISOString(),
  created_at: message.created_at.toISOString(),
  next_attempt_at: message.next_attempt_at.toISOString(),
  sent_at: toMoment(message.sent_at),
});

function throwNotFound(): never {
  throw new HttpError('deliveryNotFound');
}
