import { type Command, InvalidArgumentError, Option } from 'commander';
import { alertForm, alertFrequency } from '#contract/alerts.ts';
import { isObject, parseJson } from '#contract/json.ts';
import { deleteSavedAlert, readSavedAlerts, insertAlert } from '../../service/alerts/saved.ts';
import { StartError } from '../../service/db/start-error.ts';
import { createFormError, type OpenDatabase, parseName, parseUuid, printResult, withDatabase } from './command.ts';
import { findLocalAccount, withWorkspace, type WorkspaceOptions } from './workspace-account.ts';

type Output = { json?: true };
type CreateOptions = Output &
  WorkspaceOptions & {
    name: string;
    frequency: string;
    description?: string;
    filters: object;
    paused?: true;
  };

/** Adds `alerts`: list, create and delete. */
export function registerAlertCommands(program: Command, openDatabase: OpenDatabase): void {
  const alerts = program.command('alerts').description('List, create and delete the alerts of an account');
  withWorkspace(alerts.command('list'))
    .description('List the alerts of an account, including paused ones')
    .option('--json', 'print JSON')
    .action(async ({ account, ...output }: Output & WorkspaceOptions) => {
      const found = await withDatabase(openDatabase, async (sql) =>
        readSavedAlerts(sql, await findLocalAccount(sql, account)),
      );
      const lines = found.map(({ configuration_id, configuration_name, frequency, paused }) => {
        return `${configuration_id}  ${frequency.padEnd(8)}  ${configuration_name}${paused ? '  (paused)' : ''}`;
      });
      printResult(found, lines, output);
    });
  registerCreate(alerts, openDatabase);
  withWorkspace(alerts.command('delete'))
    .description('Delete an alert')
    .argument('<id>', 'id of the alert', parseUuid)
    .option('--json', 'print JSON')
    .action(async (id: string, { account, ...output }: Output & WorkspaceOptions) => {
      const deleted = await withDatabase(openDatabase, async (sql) =>
        deleteSavedAlert(sql, { accountId: await findLocalAccount(sql, account), id }).catch((error: Error) => {
          throw new StartError(error.message, 'Run "alerts list" to see the alerts of the account.');
        }),
      );
      printResult(deleted, `Alert ${deleted.configuration_name} is deleted.`, output);
    });
}

function registerCreate(alerts: Command, openDatabase: OpenDatabase): void {
  withWorkspace(alerts.command('create'))
    .description('Create an alert')
    .requiredOption('--name <name>', 'name of the alert', parseName)
    .addOption(
      new Option('--frequency <frequency>', 'how often it reports').choices(alertFrequency.options).default('WEEKLY'),
    )
    .option('--description <text>', 'description')
    .option('--filters <json>', 'filters, for example {"locations":["germany"]}', parseFilters, {})
    .option('--paused', 'create it paused')
    .option('--json', 'print JSON')
    .action(async ({ account, name, json, ...form }: CreateOptions) => {
      const parsed = alertForm.safeParse({ configuration_name: name, ...form });
      if (!parsed.success) throw createFormError(parsed.error, 'Correct these members. Nothing was saved.');
      const saved = await withDatabase(openDatabase, async (sql) =>
        insertAlert(sql, await findLocalAccount(sql, account), parsed.data, new Date()),
      );
      printResult(saved, `configuration_id ${saved.configuration_id}`, { json });
    });
}

function parseFilters(text: string): object {
  const filters = parseJson(text);
  if (isObject(filters)) return filters;
  throw new InvalidArgumentError('Give a JSON object.');
}
