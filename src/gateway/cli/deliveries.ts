import { type Command, InvalidArgumentError, Option } from 'commander';
import { uuid } from '#contract/scalars.ts';
import type { Sql } from '../../service/db/sql.ts';
import { StartError } from '../../service/db/start-error.ts';
import {
  insertTestMessage,
  type LoggedMessage,
  readDeliveryLog,
  resendMessage,
} from '../../service/alerts/deliveries/delivery-log.ts';
import {
  deleteDelivery,
  deliveryForm,
  deliveryFormats,
  insertDelivery,
  maxDeliveries,
  readDeliveries,
  resumeDelivery,
  type SavedDelivery,
} from '../../service/alerts/deliveries/saved-deliveries.ts';
import { deliverySchedule } from '../../service/alerts/deliveries/schedule.ts';
import { sendDueMessage } from '../../service/alerts/deliveries/send.ts';
import { readEnvironment } from '../environment.ts';
import { createSender } from '../server/run-deliveries.ts';
import { type OpenDatabase, parseName, printResult, readAccountId, withAccount, withDatabase } from './command.ts';

type Output = { json?: true };
type WithAccount = Output & { account: string };
type AddOptions = WithAccount & {
  name: string;
  to: string;
  format: string;
  repeats: string;
  weekday: number;
  hour: number;
  zone: string;
  alert: string[];
};

const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Adds `deliveries`: list, add, remove, resume, test, log and resend. */
export function registerDeliveryCommands(program: Command, openDatabase: OpenDatabase): void {
  const deliveries = program
    .command('deliveries')
    .description('Send the deals that alerts match by webhook, email or chat');
  withAccount(deliveries.command('list'))
    .description('List the deliveries of an account')
    .option('--json', 'print JSON')
    .action(async ({ account, ...output }: WithAccount) => {
      const found = await withDatabase(openDatabase, async (sql) =>
        readDeliveries(sql, await readAccountId(sql, account)),
      );
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
    rest.stopped_at ? 'stopped' : `next ${formatMinute(next_at)}`,
    rest.last_sent_at && `sent ${formatMinute(rest.last_sent_at)}`,
    rest.last_failed_at && `failed ${formatMinute(rest.last_failed_at)}: ${rest.last_problem}`,
  ].filter(Boolean);
  return `${id}  ${name}, ${format} to ${target}, ${day} at ${hour}:00 ${zone}; ${state.join('; ')}`;
}

const formatMinute = (moment: Date): string => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function registerAdd(deliveries: Command, openDatabase: OpenDatabase): void {
  withAccount(deliveries.command('add'))
    .description('Add a delivery')
    .requiredOption('--name <name>', 'name of the delivery', parseName)
    .requiredOption('--to <address>', 'address that receives it')
    .addOption(new Option('--format <format>', 'what is sent').choices(deliveryFormats).default('webhook'))
    .addOption(
      new Option('--repeats <days>', 'on which days').choices(deliverySchedule.shape.repeats.options).default('daily'),
    )
    .option('--weekday <number>', 'day of a weekly delivery, 1 for Monday', parseNumber, 1)
    .option('--hour <number>', 'hour of the day, 0 to 23', parseNumber, 8)
    .option('--zone <zone>', 'time zone of the hour, such as Europe/Berlin', 'UTC')
    .option('--alert <id...>', 'only these alerts (default: all)', [])
    .option('--json', 'print JSON')
    .action(async ({ account, json, alert, to, name, format, ...schedule }: AddOptions) => {
      const parsed = deliveryForm.safeParse({ name, format, target: to, alert_ids: alert, schedule });
      if (!parsed.success) {
        const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
        throw new StartError(problems.join('\n'), 'Correct these options. Nothing was saved.');
      }
      const saved = await withDatabase(openDatabase, async (sql) =>
        insertDelivery(sql, await readAccountId(sql, account), parsed.data, new Date()),
      );
      if (!saved) {
        throw new StartError(
          `An alert is not of this account, or it has ${maxDeliveries} deliveries already.`,
          'Run "alerts list" and "deliveries list" to see them. Nothing was saved.',
        );
      }
      printResult(saved, [formatDelivery(saved), ...(format === 'webhook' ? [`secret ${saved.secret}`] : [])], {
        json,
      });
    });
}

/** Adds the commands about one delivery. */
function registerOne(deliveries: Command, openDatabase: OpenDatabase): void {
  const register = (name: string, description: string, work: (sql: Sql, found: OneDelivery) => Promise<object>) =>
    withAccount(deliveries.command(name))
      .description(description)
      .argument('<id>', 'id of the delivery', parseUuid)
      .option('--json', 'print JSON')
      .action(async (id: string, { account, ...output }: WithAccount) => {
        const result = await withDatabase(openDatabase, async (sql) => {
          const accountId = await readAccountId(sql, account);
          const delivery = (await readDeliveries(sql, accountId)).find((one) => one.id === id);
          if (delivery) return work(sql, { accountId, delivery });
          throw new StartError(`There is no delivery ${id}.`, 'Run "deliveries list" to see all of the account.');
        });
        printResult(result, 'text' in result ? String(result.text) : '', output);
      });
  register('remove', 'Remove a delivery and its log', async (sql, { accountId, delivery }) => {
    await deleteDelivery(sql, accountId, delivery.id);
    return { id: delivery.id, text: `Delivery ${delivery.name} is removed.` };
  });
  register('resume', 'Let a stopped delivery run again', async (sql, { accountId, delivery }) => {
    await resumeDelivery(sql, accountId, delivery, new Date());
    return { id: delivery.id, text: `Delivery ${delivery.name} runs again.` };
  });
  register('test', 'Send a test message now', async (sql, { accountId, delivery }) => {
    const id = await insertTestMessage(sql, accountId, delivery, new Date());
    const sender = createSender(readEnvironment(process.env));
    await sendDueMessage(sql, new Date(), sender.send, id);
    await sender.close();
    const sent = (await readDeliveryLog(sql, accountId, delivery.id)).find((message) => message.id === id);
    if (sent?.state === 'failed') throw new StartError(`The test failed: ${sent.problem}`, 'Correct it and try again.');
    return { id, text: sent?.state === 'sent' ? 'The test was sent.' : 'The running gateway sends the test.' };
  });
}

type OneDelivery = { readonly accountId: string; readonly delivery: SavedDelivery };

function registerLog(deliveries: Command, openDatabase: OpenDatabase): void {
  withAccount(deliveries.command('log'))
    .description('List the last 100 messages, newest first')
    .argument('[id]', 'id of one delivery', parseUuid)
    .option('--json', 'print JSON')
    .action(async (id: string | undefined, { account, ...output }: WithAccount) => {
      const log = await withDatabase(openDatabase, async (sql) =>
        readDeliveryLog(sql, await readAccountId(sql, account), id),
      );
      printResult(log, log.map(formatLogged), output);
    });
  withAccount(deliveries.command('resend'))
    .description('Send a message of the log again')
    .argument('<id>', 'id of the message', parseUuid)
    .option('--json', 'print JSON')
    .action(async (id: string, { account, ...output }: WithAccount) => {
      const found = await withDatabase(openDatabase, async (sql) =>
        resendMessage(sql, await readAccountId(sql, account), id, new Date()),
      );
      if (!found) throw new StartError(`There is no message ${id}.`, 'Run "deliveries log" to see the last ones.');
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

function parseUuid(text: string): string {
  const id = uuid.safeParse(text);
  if (!id.success) throw new InvalidArgumentError('Give a uuid.');
  return id.data;
}
