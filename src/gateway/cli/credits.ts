import { type Command, Option } from 'commander';
import { formatTenths } from '#contract/credits.ts';
import { type CreditSource, creditSource } from '#contract/enums.ts';
import { type Balances, grantCredits, setCredits } from '../../service/accounts/credits.ts';
import { StartError } from '../../service/db/start-error.ts';
import {
  type OpenDatabase,
  printResult,
  findAccountId,
  withDatabase,
  parseName,
  parseCreditTenths,
  withAccount,
} from './command.ts';

type Output = { json?: true };
type GrantOptions = Output & { account: string; credits: number; source: CreditSource; reason: string };
type SetOptions = Output & { account: string; allowance?: number; monthly?: number; purchased?: number };

/** Adds `credits`: grant and set. */
export function registerCredits(program: Command, openDatabase: OpenDatabase): void {
  const credits = program.command('credits').description('Grant credits to an account, or set its balances');
  withAccount(credits.command('grant'))
    .description('Add credits to a balance; the ledger records it')
    .requiredOption('--credits <credits>', 'number of credits, at most one decimal', parseCreditTenths)
    .addOption(new Option('--source <source>', 'which balance').choices(creditSource.options).default('purchased'))
    .option('--reason <text>', 'reason shown in the ledger', parseName, 'granted')
    .option('--json', 'print JSON')
    .action(async ({ account, credits: tenths, source, reason, ...output }: GrantOptions) => {
      const balances = await withDatabase(openDatabase, async (sql) =>
        grantCredits(sql, await findAccountId(sql, account), { source, tenths, reason }),
      );
      printBalances(balances, output);
    });
  withAccount(credits.command('set'))
    .description('Set balances or the monthly allowance; the ledger records the difference')
    .option('--allowance <credits>', 'credits per month, from next month on', parseCreditTenths)
    .option('--monthly <credits>', 'credits left this month', parseCreditTenths)
    .option('--purchased <credits>', 'purchased credits left', parseCreditTenths)
    .option('--json', 'print JSON')
    .action(async ({ account, json, ...balances }: SetOptions) => {
      if (Object.keys(balances).length === 0) {
        throw new StartError('There is nothing to set.', 'Give --allowance, --monthly or --purchased.');
      }
      const updated = await withDatabase(openDatabase, async (sql) =>
        setCredits(sql, await findAccountId(sql, account), balances),
      );
      printBalances(updated, { json });
    });
}

function printBalances({ allowance, monthly, purchased }: Balances, output: { json?: true | undefined }): void {
  const figures = {
    monthly_allowance: allowance / 10,
    monthly_credits: monthly / 10,
    purchased_credits: purchased / 10,
  };
  const text = `${formatTenths(monthly)} monthly (${formatTenths(allowance)} per month), ${formatTenths(purchased)} purchased`;
  printResult(figures, text, output);
}
