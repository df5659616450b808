import { type Command, Option } from 'commander';
import { plan } from '#contract/enums.ts';
import {
  createAccount,
  listAccounts,
  setAccountDisabled,
  setAccountUnmetered,
} from '../../service/accounts/accounts.ts';
import type { Sql } from '../../service/db/sql.ts';
import { type OpenDatabase, parseCredits, parseName, printResult, findAccountId, withDatabase } from './command.ts';

type CreateOptions = Parameters<typeof createAccount>[1] & { json?: true };

/** Adds `accounts`: create, list, disable, enable, unmeter and meter. */
export function registerAccounts(program: Command, openDatabase: OpenDatabase): void {
  const accounts = program
    .command('accounts')
    .description('Create, list, disable and enable accounts, or make the calls of one free');
  registerCreate(accounts, openDatabase);
  accounts
    .command('list')
    .description('List all accounts with their plans and credits')
    .option('--json', 'print JSON')
    .action(async (options: { json?: true }) => {
      const found = await withDatabase(openDatabase, listAccounts);
      const lines = found.map((account) => {
        const { account_id, name, monthly_credits, purchased_credits, unmetered, disabled_at } = account;
        const credits = `${monthly_credits} monthly, ${purchased_credits} purchased`;
        const state = `${unmetered ? '  (unmetered)' : ''}${disabled_at ? '  (disabled)' : ''}`;
        return `${account_id}  ${account.plan.padEnd(8)}  ${credits}  ${name}${state}`;
      });
      printResult(found, lines, options);
    });
  for (const one of switches) registerSwitch(accounts, openDatabase, one);
}

type AccountSwitch = {
  readonly verb: string;
  readonly description: string;
  /** What the JSON output says. */
  readonly state: Record<string, boolean>;
  readonly set: (sql: Sql, accountId: string) => Promise<boolean>;
};

const switches: readonly AccountSwitch[] = [
  {
    verb: 'disable',
    description: 'Reject all keys of an account; nothing is deleted',
    state: { disabled: true },
    set: (sql, id) => setAccountDisabled(sql, id, true),
  },
  {
    verb: 'enable',
    description: 'Accept the keys of a disabled account again, except keys that were disabled themselves',
    state: { disabled: false },
    set: (sql, id) => setAccountDisabled(sql, id, false),
  },
  {
    verb: 'unmeter',
    description: 'Make all calls of an account free',
    state: { unmetered: true },
    set: (sql, id) => setAccountUnmetered(sql, id, true),
  },
  {
    verb: 'meter',
    description: 'Charge an unmetered account for its calls again',
    state: { unmetered: false },
    set: (sql, id) => setAccountUnmetered(sql, id, false),
  },
];

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
  { verb, description, state, set }: AccountSwitch,
): void {
  accounts
    .command(verb)
    .description(description)
    .argument('<account>', 'the account, by id or name')
    .option('--json', 'print JSON')
    .action(async (idOrName: string, options: { json?: true }) => {
      const account_id = await withDatabase(openDatabase, async (sql) => {
        const id = await findAccountId(sql, idOrName);
        await set(sql, id);
        return id;
      });
      const participle = verb.endsWith('e') ? `${verb}d` : `${verb}ed`;
      printResult({ account_id, ...state }, `Account ${idOrName} is ${participle}.`, options);
    });
}
