import { type Command, InvalidArgumentError, Option } from 'commander';
import { type DeliveryForm, deliveryForm, deliveryFormat, deliverySchedule } from '#contract/deliveries.ts';
import type { Pool } from '../../service/db/pool.ts';
import type { Sql } from '../../service/db/sql.ts';
import { StartError } from '../../service/db/start-error.ts';
import {
  findMessage,
  insertTestMessage,
  type LoggedMessage,
  readDeliveryLog,
  resendMessage,
} from '../../service/alerts/deliveries/delivery-log.ts';
import {
  type AlertSource,
  deleteDelivery,
  type DeliveryOwner,
  insertDelivery,
  maxDeliveries,
  readDeliveries,
  ownAlerts,
  renewSecrets,
  replaceDelivery,
  resumeDelivery,
  type SavedDelivery,
} from '../../service/alerts/deliveries/saved-deliveries.ts';
import { requestConfirmation } from '../../service/alerts/deliveries/confirmations.ts';
import { feedPath } from '../../service/alerts/deliveries/routes.ts';
import { sendDueMessage } from '../../service/alerts/deliveries/send.ts';
import { readEnvironment } from '../environment.ts';
import { createHostedAlerts, nameHostedAccount } from '../server/hosted-alerts.ts';
import { createSender } from '../server/run-deliveries.ts';
import { createFormError, type OpenDatabase, parseName, parseUuid, printResult, withDatabase } from './command.ts';
import {
  openWorkspaceAccount,
  withWorkspace,
  withWorkspaceAccount,
  type WorkspaceOptions,
} from './workspace-account.ts';

type Output = { json?: true };
type WithAccount = Output & WorkspaceOptions;
type DescribeOptions = {
  name?: string;
  to?: string;
  format?: DeliveryForm['format'];
  repeats?: DeliveryForm['schedule']['repeats'];
  weekday?: number;
  hour?: number;
  zone?: string;
  alert?: string[];
};

const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Adds `deliveries`: list, add, edit, remove, resume, renew, confirm, test, log and resend. */
export function registerDeliveryCommands(program: Command, openDatabase: OpenDatabase): void {
  const deliveries = program
    .command('deliveries')
    .description('Send the deals that alerts match by webhook, email or chat');
  withWorkspace(deliveries.command('list'))
    .description('List the deliveries of an account')
    .option('--json', 'print JSON')
    .action(async ({ account, ...output }: WithAccount) => {
      const found = await withWorkspaceAccount(openDatabase, account, readDeliveries);
      printResult(found, found.map(formatDelivery), output);
    });
  registerAdd(deliveries, openDatabase);
  registerOne(deliveries, openDatabase);
  registerLog(deliveries, openDatabase);
}

function formatDelivery({ id, name, format, target, schedule, next_at, ...rest }: SavedDelivery): string {
  const { repeats, weekday, hour, zone } = schedule;
  const day = repeats === 'weekly' ? `weekly on ${weekdayNames[weekday - 1]}` : repeats;
  const state = [
    rest.stopped_at ? 'stopped' : rest.confirmed ? `next ${formatMinute(next_at)}` : 'waiting for confirmation',
    rest.last_sent_at && `sent ${formatMinute(rest.last_sent_at)}`,
    rest.last_failed_at && `failed ${formatMinute(rest.last_failed_at)}: ${rest.last_problem}`,
  ].filter(Boolean);
  if (format === 'feed') return `${id}  ${name}, feed${rest.stopped_at ? '; stopped' : ''}`;
  return `${id}  ${name}, ${format} to ${target}, ${day} at ${hour}:00 ${zone}; ${state.join('; ')}`;
}

const formatMinute = (moment: Date): string => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Adds the options that describe a delivery, without defaults if they change an existing one. */
const withDescription = (command: Command): Command =>
  command
    .option('--to <address>', 'address that receives it; none for a feed')
    .addOption(new Option('--format <format>', 'what is sent').choices(deliveryFormat.options))
    .addOption(new Option('--repeats <days>', 'on which days').choices(deliverySchedule.shape.repeats.options))
    .option('--weekday <number>', 'day of a weekly delivery, 1 for Monday', parseNumber)
    .option('--hour <number>', 'hour of the day, 0 to 23', parseNumber)
    .option('--zone <zone>', 'time zone of the hour, such as Europe/Berlin')
    .option('--alert <id...>', 'only these alerts')
    .option('--json', 'print JSON');

/** The delivery that the options describe, based on an existing one. */
function parseForm(before: DeliveryForm, { name, to, format, alert, ...options }: DescribeOptions): DeliveryForm {
  const { repeats, weekday, hour, zone } = { ...before.schedule, ...definedOf(options) };
  const parsed = deliveryForm.safeParse({
    name: name ?? before.name,
    format: format ?? before.format,
    target: to ?? before.target,
    alert_ids: alert ?? before.alert_ids,
    schedule: { repeats, weekday, hour, zone },
    stopped: before.stopped,
  });
  if (parsed.success) return parsed.data;
  throw createFormError(parsed.error, 'Correct these options. Nothing was saved.');
}

const definedOf = <T extends object>(options: T): Partial<T> =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<T>;

const usualForm: DeliveryForm = {
  name: '',
  alert_ids: [],
  schedule: { repeats: 'daily', weekday: 1, hour: 8, zone: 'UTC' },
  format: 'webhook',
  target: '',
  stopped: false,
};

const rejected = () =>
  new StartError(
    `An alert is not of this account, or it has ${maxDeliveries} deliveries already.`,
    'Run "alerts list" and "deliveries list" to see them. Nothing was saved.',
  );

/** The delivery on one line, with its secret or address. */
const listSaved = (saved: SavedDelivery): string[] => [
  formatDelivery(saved),
  ...(saved.format === 'webhook' ? [`secret ${saved.secret}`] : []),
  ...(saved.format === 'feed'
    ? [`address ${readEnvironment(process.env).publicUrl}${feedPath}/${saved.feed_token}`]
    : []),
];

function registerAdd(deliveries: Command, openDatabase: OpenDatabase): void {
  withDescription(
    withWorkspace(deliveries.command('add'))
      .description('Add a delivery')
      .requiredOption('--name <name>', 'name of the delivery', parseName),
  ).action(async ({ account, json, ...options }: WithAccount & DescribeOptions) => {
    const form = parseForm(usualForm, options);
    const saved = await withAlerts(openDatabase, async (sql, source) =>
      insertDelivery(sql, { accountId: await openWorkspaceAccount(sql, account), source }, form, new Date()),
    );
    if (!saved) throw rejected();
    printResult(saved, listSaved(saved), { json });
  });
  withDescription(
    withWorkspace(deliveries.command('edit'))
      .description('Change a delivery: only what is given')
      .argument('<id>', 'id of the delivery', parseUuid)
      .option('--name <name>', 'name of the delivery', parseName),
  ).action(async (id: string, { account, json, ...options }: WithAccount & DescribeOptions) => {
    const saved = await withAlerts(openDatabase, async (sql, source) => {
      const accountId = await openWorkspaceAccount(sql, account);
      const { stopped_at, ...before } = await findOne(sql, accountId, id);
      const form = parseForm({ ...before, stopped: stopped_at !== null }, options);
      return replaceDelivery(sql, { accountId, source }, id, { form, now: new Date() });
    });
    if (!saved) throw rejected();
    printResult(saved, listSaved(saved), { json });
  });
}

/** Runs work with the alerts that the gateway delivers: those in the database, or those of its hosted service. */
async function withAlerts<T>(
  openDatabase: OpenDatabase,
  work: (sql: Pool, source: AlertSource) => Promise<T>,
): Promise<T> {
  const { upstream } = readEnvironment(process.env);
  const key = upstream?.key;
  if (!upstream || key === undefined) return withDatabase(openDatabase, (sql) => work(sql, ownAlerts));
  const { createProxyDispatcher, deriveAccountId } = await import('../server/upstream.ts');
  const dispatcher = createProxyDispatcher();
  const name = nameHostedAccount(upstream, deriveAccountId(upstream.url, key));
  const source = createHostedAlerts({ upstream: { ...upstream, key }, name, dispatcher });
  try {
    return await withDatabase(openDatabase, async (sql) => work(sql, source));
  } finally {
    await dispatcher.destroy();
  }
}

async function findOne(sql: Sql, accountId: string, id: string): Promise<SavedDelivery> {
  const found = (await readDeliveries(sql, accountId)).find((one) => one.id === id);
  if (found) return found;
  throw new StartError(`There is no delivery ${id}.`, 'Run "deliveries list" to see all of the account.');
}

/** Adds the commands for a single delivery. */
function registerOne(deliveries: Command, openDatabase: OpenDatabase): void {
  const register = (
    name: string,
    description: string,
    work: (sql: Pool, found: OneDelivery) => Promise<{ text: string }>,
  ) =>
    withWorkspace(deliveries.command(name))
      .description(description)
      .argument('<id>', 'id of the delivery', parseUuid)
      .option('--json', 'print JSON')
      .action(async (id: string, { account, ...output }: WithAccount) => {
        const result = await withAlerts(openDatabase, async (sql, source) => {
          const accountId = await openWorkspaceAccount(sql, account);
          return work(sql, { accountId, source, delivery: await findOne(sql, accountId, id) });
        });
        printResult(result, result.text, output);
      });
  register('remove', 'Remove a delivery and its log', async (sql, { accountId, delivery }) => {
    await deleteDelivery(sql, accountId, delivery.id);
    return { id: delivery.id, text: `Delivery ${delivery.name} is removed.` };
  });
  register('resume', 'Let a stopped delivery run again', async (sql, { accountId, delivery }) => {
    await resumeDelivery(sql, accountId, delivery, new Date());
    return { id: delivery.id, text: `Delivery ${delivery.name} runs again.` };
  });
  register('renew', 'Renew the secret of a webhook or the address of a feed', async (sql, { accountId, delivery }) => {
    const saved = (await renewSecrets(sql, accountId, delivery.id)) ?? delivery;
    return { ...saved, text: listSaved(saved).join('\n') };
  });
  register('confirm', 'Send the link that confirms an email address again', confirmAgain);
  register('test', 'Send a test message now', sendTest);
}

async function confirmAgain(sql: Pool, { accountId, delivery }: OneDelivery) {
  const { id, name, target, confirmed } = delivery;
  if (confirmed) return { id, text: `Delivery ${name} needs no confirmation.` };
  await sql.begin((tx) => requestConfirmation(tx, accountId, target, { now: new Date(), again: true }));
  return { id, text: `The running gateway sends the link to ${target}.` };
}

async function sendTest(sql: Pool, { accountId, source, delivery }: OneDelivery) {
  if (delivery.stopped_at) throw createStoppedError(`Delivery ${delivery.name}`);
  if (!delivery.confirmed) throw createUnconfirmedError(delivery);
  const id = await insertTestMessage(sql, { accountId, source }, delivery, new Date());
  const sender = createSender(readEnvironment(process.env));
  await sendDueMessage(sql, new Date(), sender.send, id);
  await sender.close();
  const sent = (await readDeliveryLog(sql, accountId, delivery.id)).find((message) => message.id === id);
  if (sent?.state === 'failed') throw new StartError(`The test failed: ${sent.problem}`, 'Correct it and try again.');
  return { id, text: sent?.state === 'sent' ? 'The test was sent.' : 'The running gateway sends the test.' };
}

const createStoppedError = (which: string) =>
  new StartError(`${which} is stopped, so it sends nothing.`, 'Run "deliveries resume" with its id first.');

const createUnconfirmedError = ({ name, target }: SavedDelivery) =>
  new StartError(
    `Delivery ${name} waits until ${target} is confirmed.`,
    'Open the link in the mail that was sent there, or run "deliveries confirm" with its id to send it again.',
  );

type OneDelivery = DeliveryOwner & { readonly delivery: SavedDelivery };

function registerLog(deliveries: Command, openDatabase: OpenDatabase): void {
  withWorkspace(deliveries.command('log'))
    .description('List the last 100 messages, newest first')
    .argument('[id]', 'id of one delivery', parseUuid)
    .option('--json', 'print JSON')
    .action(async (id: string | undefined, { account, ...output }: WithAccount) => {
      const log = await withWorkspaceAccount(openDatabase, account, (sql, accountId) =>
        readDeliveryLog(sql, accountId, id),
      );
      printResult(log, log.map(formatLogged), output);
    });
  withWorkspace(deliveries.command('resend'))
    .description('Send a message of the log again')
    .argument('<id>', 'id of the message', parseUuid)
    .option('--json', 'print JSON')
    .action(async (id: string, { account, ...output }: WithAccount) => {
      await withWorkspaceAccount(openDatabase, account, async (sql, accountId) => {
        if (await resendMessage(sql, accountId, id, new Date())) return;
        if (await findMessage(sql, accountId, id)) throw createStoppedError('The delivery of this message');
        throw new StartError(`There is no message ${id}.`, 'Run "deliveries log" to see the last ones.');
      });
      printResult({ id }, 'The running gateway sends it again.', output);
    });
}

function formatLogged({ id, created_at, deals, state, attempts, is_test, problem }: LoggedMessage): string {
  const count = `${deals} deal${deals === 1 ? '' : 's'}${is_test ? ', test' : ''}`;
  const tries = attempts === 1 ? '' : ` after ${attempts} attempts`;
  return `${id}  ${formatMinute(created_at)}  ${count}, ${state}${tries}${problem ? `: ${problem}` : ''}`;
}

function parseNumber(text: string): number {
  if (!/^\d{1,2}$/.test(text)) throw new InvalidArgumentError('Give a whole number.');
  return Number(text);
}
