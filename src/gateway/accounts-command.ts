import { type Command, InvalidArgumentError, Option } from 'commander';
import { createAccount, listAccounts } from '../service/accounts/accounts.ts';
import type { Sql } from '../service/db/open.ts';

type OpenDb = () => Promise<{ sql: Sql; close(): Promise<void> }>;
type Plan = Parameters<typeof createAccount>[1]['plan'];

interface CreateOptions {
  name: string;
  plan: Plan;
  monthly?: number;
  purchased?: number;
  json?: true;
}

/** Adds `accounts create` and `accounts list`. */
export function registerAccounts(program: Command, openDb: OpenDb): void {
  const accounts = program.command('accounts').description('Accounts and their first keys');
  accounts
    .command('create')
    .description('Make an account with a key, which is shown this once')
    .requiredOption('--name <name>', 'what the account is called', toName)
    .addOption(
      new Option('--plan <plan>', 'its plan').choices(['FREE', 'PRO', 'PRO_PLUS', 'API']).makeOptionMandatory(),
    )
    .option('--monthly <credits>', "credits a month; the plan's when not given", toCredits)
    .option('--purchased <credits>', 'purchased credits at the start; 200 when not given', toCredits)
    .option('--json', 'print JSON')
    .action(async ({ json, ...account }: CreateOptions) => {
      const { sql, close } = await openDb();
      const made = await createAccount(sql, account);
      await close();
      console.log(json ? JSON.stringify(made) : `account_id ${made.account_id}\nkey        ${made.key}`);
    });
  accounts
    .command('list')
    .description('List all accounts with their plans and credits')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: true }) => {
      const { sql, close } = await openDb();
      const found = await listAccounts(sql);
      await close();
      if (json) return console.log(JSON.stringify(found));
      for (const { account_id, name, plan, monthly_credits, purchased_credits } of found) {
        console.log(
          `${account_id}  ${plan.padEnd(8)}  ${monthly_credits} monthly, ${purchased_credits} purchased  ${name}`,
        );
      }
    });
}

function toName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > 200) throw new InvalidArgumentError('A name has 1 to 200 characters.');
  return name;
}

function toCredits(text: string): number {
  if (!/^\d{1,9}(\.\d)?$/.test(text)) {
    throw new InvalidArgumentError('Credits are a number from 0 to 999999999 with at most one decimal.');
  }
  return Number(text);
}
