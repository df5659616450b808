import { type Command, Option } from 'commander';
import { formatTenths } from '#contract/credits.ts';
import { type CreditSource, creditSource } from '#contract/enums.ts';
import { type Balances, grantCredits, setCredits } from '../../service/accounts/credits.ts';
import { StartError } from '../../service/db/start-error.ts';
import { type OpenDb, print, readAccountId, runOn, toName, toTenthsOfCredits, withAccount } from './command.ts';

type Output = { json?: true };
type GrantOptions = Output & { account: string; credits: number; source: CreditSource; reason: string };
type SetOptions = Output & { account: string; allowance?: number; monthly?: number; purchased?: number };

/** Adds `credits`: grant and set. */
export function registerCredits(program: Command, openDb: OpenDb): void {
  const credits = program.command('credits').description('Grant credits to an account, or set what it has');
  withAccount(credits.command('grant'))
    .description('Add credits to a balance; the ledger shows it')
    .requiredOption('--credits <credits>', 'how many, with at most one decimal', toTenthsOfCredits)
    .addOption(new Option('--source <source>', 'which balance').choices(creditSource.options).default('purchased'))
    .option('--reason <text>', 'why, for the ledger', toName, 'granted')
    .option('--json', 'print JSON')
    .action(async ({ account, credits: tenths, source, reason, ...output }: GrantOptions) => {
      const balances = await runOn(openDb, async (sql) =>
        grantCredits(sql, await readAccountId(sql, account), { source, tenths, reason }),
      );
      printBalances(balances, output);
    });
  withAccount(credits.command('set'))
    .description('Set balances, or the allowance of the months to come; the ledger shows the difference')
    .option('--allowance <credits>', 'credits of every month from the next one on', toTenthsOfCredits)
    .option('--monthly <credits>', 'what is left of this month', toTenthsOfCredits)
    .option('--purchased <credits>', 'the purchased balance', toTenthsOfCredits)
    .option('--json', 'print JSON')
    .action(async ({ account, json, ...wish }: SetOptions) => {
      if (Object.keys(wish).length === 0) {
        throw new StartError('Nothing was given to set.', 'Give --allowance, --monthly or --purchased.');
      }
      const balances = await runOn(openDb, async (sql) => setCredits(sql, await readAccountId(sql, account), wish));
      printBalances(balances, { json });
    });
}

function printBalances({ allowance, monthly, purchased }: Balances, output: { json?: true | undefined }): void {
  const figures = {
    monthly_allowance: allowance / 10,
    monthly_credits: monthly / 10,
    purchased_credits: purchased / 10,
  };
  const text = `${formatTenths(monthly)} monthly (${formatTenths(allowance)} a month), ${formatTenths(purchased)} purchased`;
  print(figures, text, output);
}
