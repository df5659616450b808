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
  sendConfirmation,
  testDelivery,
} from '#contract/deliveries.ts';
import type { Sql } from '../../db/sql.ts';
import { isAllowed } from '../../http/access.ts';
import { HttpError } from '../../http/http-error.ts';
import type { KeyOwner } from '../../http/rate-limit.ts';
import { parseId } from '../../http/validation.ts';
import type { ServiceOptions } from '../../http/options.ts';
import { route } from '../../http/route.ts';
import { precheckPlan } from '../query.ts';
import { requestConfirmation } from './confirmations.ts';
import { findMessage, insertTestMessage, type LoggedMessage, readDeliveryLog, resendMessage } from './delivery-log.ts';
import { countMail } from './mail-limit.ts';
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
  const readOwn = async (sql: Sql, caller: KeyOwner) =>
    (await readDeliveries(sql, caller.accountId)).filter((saved) => isManaged(caller, saved));
  const findOne: FindOne = async (caller, given) => {
    const id = parseId(given, 'invalidDeliveryId');
    return (await readOwn(own, caller)).find((saved) => saved.id === id) ?? throwNotFound();
  };

  route(account, options, readAccountDeliveries, forPlan, async ({ caller, db }) => {
    const saved = await readOwn(db, caller);
    return { data: { deliveries: saved.map(build), formats: [...formats] }, rows: saved.length };
  });
  route(account, options, createDelivery, forPlan, async ({ body, caller: { accountId, memberId }, now }) => {
    const saved = await insertDelivery(own, { accountId, memberId, source }, body, now);
    if (!saved) throw new HttpError('deliveryRejected', { max: maxDeliveries, errors: [] });
    deliveries.onWaiting();
    return { data: { delivery: build(saved) }, rows: 1 };
  });
  route(account, options, changeDelivery, forPlan, async ({ body, params, caller, now }) => {
    const { id } = await findOne(caller, params.id);
    const { accountId } = caller;
    const saved = await replaceDelivery(own, { accountId, source }, id, { form: body, now });
    if (!saved) throw new HttpError('deliveryRejected', { max: maxDeliveries, errors: [] });
    deliveries.onWaiting();
    return { data: { delivery: build(saved) }, rows: 1 };
  });
  route(account, options, removeDelivery, forPlan, async ({ params, caller }) => {
    const saved = await findOne(caller, params.id);
    await deleteDelivery(own, caller.accountId, saved.id);
    return { data: { delivery: build(saved) }, rows: 1 };
  });
  route(account, options, renewDelivery, forPlan, async ({ params, caller }) => {
    const { id } = await findOne(caller, params.id);
    const saved = (await renewSecrets(own, caller.accountId, id)) ?? throwNotFound();
    return { data: { delivery: build(saved) }, rows: 1 };
  });
  route(account, options, sendConfirmation, forPlan, async ({ params, caller, now }) => {
    const saved = await findOne(caller, params.id);
    if (saved.format === 'email')
      await own.begin((tx) => requestConfirmation(tx, caller.accountId, saved.target, { now, again: true }));
    deliveries.onWaiting();
    return { data: { delivery: build(await findOne(caller, params.id)) }, rows: 1 };
  });
  registerMessages(account, options, { deliveries, findOne });
}

type FindOne = (caller: KeyOwner, id: string) => Promise<SavedDelivery>;

/** Whether a delivery is the caller's own, or the caller may manage those of others. */
const isManaged = (caller: KeyOwner, { member_id }: SavedDelivery): boolean =>
  member_id === caller.memberId || isAllowed(caller, 'manageOtherDeliveries');

function registerMessages(
  account: FastifyInstance,
  options: ServiceOptions,
  { deliveries, findOne }: { readonly deliveries: DeliveryOptions; readonly findOne: FindOne },
): void {
  const { db: own } = options;
  const forPlan = { checkCaller: precheckPlan };
  const readOne = async (accountId: string, id: string): Promise<LoggedMessage> =>
    (await findMessage(own, accountId, id)) ?? throwNotFound();
  route(account, options, testDelivery, forPlan, async ({ params, caller, now }) => {
    const { accountId } = caller;
    const saved = await findOne(caller, params.id);
    requireSendable(saved);
    if (saved.format === 'email') await own.begin((tx) => countMail(tx, accountId, 'test', now));
    const id = await insertTestMessage(own, { accountId, source: deliveries.source }, saved, now);
    deliveries.onWaiting();
    return { data: { message: buildMessage(await readOne(accountId, id)) }, rows: 1 };
  });
  route(account, options, readDeliveryMessages, forPlan, async ({ params, caller }) => {
    const { id } = await findOne(caller, params.id);
    const messages = await readDeliveryLog(own, caller.accountId, id);
    return { data: { messages: messages.map(buildMessage) }, rows: messages.length };
  });
  route(account, options, resendDeliveryMessage, forPlan, async ({ params, caller, now }) => {
    const { accountId } = caller;
    const id = parseId(params.id, 'invalidDeliveryId');
    const saved = await findOne(caller, (await readOne(accountId, id)).delivery_id);
    requireSendable(saved);
    if (saved.format === 'email') await own.begin((tx) => countMail(tx, accountId, 'test', now));
    if (!(await resendMessage(own, accountId, id, now))) throw new HttpError('deliveryStopped');
    deliveries.onWaiting();
    return { data: { message: buildMessage(await readOne(accountId, id)) }, rows: 1 };
  });
}

/** Throws unless a message of the delivery would be sent now. */
function requireSendable({ stopped_at, confirmed }: SavedDelivery): void {
  if (stopped_at) throw new HttpError('deliveryStopped');
  if (!confirmed) throw new HttpError('deliveryUnconfirmed');
}

const toMoment = (date: Date | null): string | null => date?.toISOString() ?? null;

function buildDelivery(saved: SavedDelivery, publicUrl: string): Delivery {
  const { id, name, alert_ids, schedule, format, target, confirmed, member_id, secret, feed_token, stopped_at } = saved;
  const isFeed = format === 'feed';
  return {
    id,
    name,
    alert_ids,
    schedule,
    format,
    target,
    stopped: stopped_at !== null,
    confirmed,
    member_id,
    secret: format === 'webhook' ? secret : null,
    address: isFeed ? `${publicUrl}${feedPath}/${feed_token}` : null,
    next_at: isFeed || stopped_at || !confirmed ? null : saved.next_at.toISOString(),
    last_sent_at: toMoment(saved.last_sent_at),
    last_failed_at: toMoment(saved.last_failed_at),
    last_problem: saved.last_problem,
  };
}

const buildMessage = ({ delivery_id: _delivery, ...message }: LoggedMessage): DeliveryLogEntry => ({
  ...message,
  scheduled_at: message.scheduled_at.toISOString(),
  created_at: message.created_at.toISOString(),
  next_attempt_at: message.next_attempt_at.toISOString(),
  sent_at: toMoment(message.sent_at),
});

function throwNotFound(): never {
  throw new HttpError('deliveryNotFound');
}
