import { type Command, InvalidArgumentError, Option } from 'commander';
import { alertForm, alertFrequency } from '#contract/alerts.ts';
import { uuid } from '#contract/scalars.ts';
import { deleteSavedAlert, readSavedAlerts, saveAlert } from '../../service/alerts/saved.ts';
import { StartError } from '../../service/db/start-error.ts';
import { type OpenDb, print, readAccountId, runOn, toName, withAccount } from './command.ts';

type Output = { json?: true };
type CreateOptions = Output & {
  account: string;
  name: string;
  frequency: string;
  description?: string;
  filters: object;
  paused?: true;
};

/** Adds `alerts`: list, create and delete. */
export function registerAlertCommands(program: Command, openDb: OpenDb): void {
  const alerts = program.command('alerts').description('List, save and delete the alerts of an account');
  withAccount(alerts.command('list'))
    .description('List the alerts of an account, paused ones too')
    .option('--json', 'print JSON')
    .action(async ({ account, ...output }: Output & { account: string }) => {
      const found = await runOn(openDb, async (sql) => readSavedAlerts(sql, await readAccountId(sql, account)));
      const lines = found.map(({ configuration_id, configuration_name, frequency, paused }) => {
        return `${configuration_id}  ${frequency.padEnd(8)}  ${configuration_name}${paused ? '  (paused)' : ''}`;
      });
      print(found, lines, output);
    });
  registerCreate(alerts, openDb);
  withAccount(alerts.command('delete'))
    .description('Delete an alert')
    .argument('<id>', 'the alert, by its id', toId)
    .option('--json', 'print JSON')
    .action(async (id: string, { account, ...output }: Output & { account: string }) => {
      const gone = await runOn(openDb, async (sql) =>
        deleteSavedAlert(sql, { accountId: await readAccountId(sql, account), id }).catch((error: Error) => {
          throw new StartError(error.message, 'The command "alerts list" lists the alerts of the account.');
        }),
      );
      print(gone, `The alert ${gone.configuration_name} is deleted.`, output);
    });
}

function registerCreate(alerts: Command, openDb: OpenDb): void {
  withAccount(alerts.command('create'))
    .description('Save an alert')
    .requiredOption('--name <name>', 'what the alert is called', toName)
    .addOption(new Option('--frequency <frequency>', 'how often').choices(alertFrequency.options).default('WEEKLY'))
    .option('--description <text>', 'what it is for')
    .option('--filters <json>', 'its filters, for example {"locations":["germany"]}', toFilters, {})
    .option('--paused', 'save it paused')
    .option('--json', 'print JSON')
    .action(async ({ account, name, json, ...wanted }: CreateOptions) => {
      const read = alertForm.safeParse({ configuration_name: name, ...wanted });
      if (!read.success) {
        const problems = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
        throw new StartError(problems.join('\n'), 'Correct the named members. Nothing was saved.');
      }
      const saved = await runOn(openDb, async (sql) =>
        saveAlert(sql, await readAccountId(sql, account), read.data, new Date()),
      );
      print(saved, `configuration_id ${saved.configuration_id}`, { json });
    });
}

function toFilters(text: string): object {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read;
  } catch {
    // Said below.
  }
  throw new InvalidArgumentError('It is a JSON object.');
}

function toId(text: string): string {
  const id = uuid.safeParse(text);
  if (!id.success) throw new InvalidArgumentError('It is a uuid.');
  return id.data;
}
