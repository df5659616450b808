import { type Command, Option } from 'commander';
import { plan } from '#contract/enums.ts';
import { createAccount, listAccounts, setAccountDisabled } from '../../service/accounts/accounts.ts';
import { type OpenDb, print, readAccountId, runOn, toCredits, toName } from './command.ts';

type CreateOptions = Parameters<typeof createAccount>[1] & { json?: true };

/** Adds `accounts`: create, list, disable and enable. */
export function registerAccounts(program: Command, openDb: OpenDb): void {
  const accounts = program.command('accounts').description('Make, list, disable and enable accounts');
  accounts
    .command('create')
    .description('Make an account with a key, which is shown this once')
    .requiredOption('--name <name>', 'what the account is called', toName)
    .addOption(new Option('--plan <plan>', 'its plan').choices(plan.options).makeOptionMandatory())
    .option('--monthly <credits>', "credits a month; the plan's when not given", toCredits)
    .option('--purchased <credits>', 'purchased credits at the start; 200 when not given', toCredits)
    .option('--json', 'print JSON')
    .action(async ({ json, ...account }: CreateOptions) => {
      const made = await runOn(openDb, (sql) => createAccount(sql, account));
      print(made, [`account_id ${made.account_id}`, `key        ${made.key}`], { json });
    });
  accounts
    .command('list')
    .description('List all accounts with their plans and credits')
    .option('--json', 'print JSON')
    .action(async (options: { json?: true }) => {
      const found = await runOn(openDb, listAccounts);
      const lines = found.map((account) => {
        const { account_id, name, monthly_credits, purchased_credits, disabled_at } = account;
        const credits = `${monthly_credits} monthly, ${purchased_credits} purchased`;
        return `${account_id}  ${account.plan.padEnd(8)}  ${credits}  ${name}${disabled_at ? '  (disabled)' : ''}`;
      });
      print(found, lines, options);
    });
  registerSwitch(accounts, openDb, 'disable', 'Refuse all keys of an account; nothing of it is lost');
  registerSwitch(
    accounts,
    openDb,
    'enable',
    'Accept the keys of a disabled account again, but those disabled themselves',
  );
}

function registerSwitch(accounts: Command, openDb: OpenDb, verb: 'disable' | 'enable', meaning: string): void {
  accounts
    .command(verb)
    .description(meaning)
    .argument('<account>', 'the account, by its id or its name')
    .option('--json', 'print JSON')
    .action(async (named: string, options: { json?: true }) => {
      const account_id = await runOn(openDb, async (sql) => {
        const id = await readAccountId(sql, named);
        await setAccountDisabled(sql, id, verb === 'disable');
        return id;
      });
      print({ account_id, disabled: verb === 'disable' }, `The account ${named} is ${verb}d.`, options);
    });
}
