import { type Command, Option } from 'commander';
import { plan } from '#contract/enums.ts';
import { createAccount, listAccounts, setAccountDisabled } from '../../service/accounts/accounts.ts';
import { type OpenDatabase, parseCredits, parseName, printResult, readAccountId, withDatabase } from './command.ts';

type CreateOptions = Parameters<typeof createAccount>[1] & { json?: true };

/** Adds `accounts`: create, list, disable and enable. */
export function registerAccounts(program: Command, openDatabase: OpenDatabase): void {
  const accounts = program.command('accounts').description('Create, list, disable and enable accounts');
  registerCreate(accounts, openDatabase);
  accounts
    .command('list')
    .description('List all accounts with their plans and credits')
    .option('--json', 'print JSON')
    .action(async (options: { json?: true }) => {
      const found = await withDatabase(openDatabase, listAccounts);
      const lines = found.map((account) => {
        const { account_id, name, monthly_credits, purchased_credits, disabled_at } = account;
        const credits = `${monthly_credits} monthly, ${purchased_credits} purchased`;
        return `${account_id}  ${account.plan.padEnd(8)}  ${credits}  ${name}${disabled_at ? '  (disabled)' : ''}`;
      });
      printResult(found, lines, options);
    });
  registerSwitch(accounts, openDatabase, 'disable', 'Reject all keys of an account; nothing is deleted');
  registerSwitch(
    accounts,
    openDatabase,
    'enable',
    'Accept the keys of a disabled account again, except keys that were disabled themselves',
  );
}

function registerCreate(accounts: Command, openDatabase: OpenDatabase): void {
  accounts
    .command('create')
    .description('Create an account with an API key, which is shown only once')
    .requiredOption('--name <name>', 'name of the account', parseName)
    .addOption(new Option('--plan <plan>', 'its plan').choices(plan.options).makeOptionMandatory())
    .option('--monthly <credits>', "credits per month (default: the plan's)", parseCredits)
    .option('--purchased <credits>', 'purchased credits at the start (default: 200)', parseCredits)
    .option('--json', 'print JSON')
    .action(async ({ json, ...account }: CreateOptions) => {
      const created = await withDatabase(openDatabase, (sql) => createAccount(sql, account));
      printResult(created, [`account_id ${created.account_id}`, `key        ${created.key}`], { json });
    });
}

function registerSwitch(
  accounts: Command,
  openDatabase: OpenDatabase,
  verb: 'disable' | 'enable',
  description: string,
): void {
  accounts
    .command(verb)
    .description(description)
    .argument('<account>', 'the account, by id or name')
    .option('--json', 'print JSON')
    .action(async (idOrName: string, options: { json?: true }) => {
      const account_id = await withDatabase(openDatabase, async (sql) => {
        const id = await readAccountId(sql, idOrName);
        await setAccountDisabled(sql, id, verb === 'disable');
        return id;
      });
      printResult({ account_id, disabled: verb === 'disable' }, `Account ${idOrName} is ${verb}d.`, options);
    });
}
