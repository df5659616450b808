import { type Command, InvalidArgumentError } from 'commander';
import { createKey, listKeys, rotateKey, setKeyDisabled } from '../../service/accounts/keys.ts';
import { StartError } from '../../service/db/start-error.ts';
import { readEnvironment } from '../environment.ts';
import { isHostedAccount } from '../server/hosted-alerts.ts';
import { type OpenDatabase, printResult, findAccountId, withDatabase, parseName, withAccount } from './command.ts';

type Output = { json?: true };

/** Adds `keys`: list, create, disable, enable and rotate. */
export function registerKeys(program: Command, openDatabase: OpenDatabase): void {
  const keys = program.command('keys').description('List, create, disable, enable and rotate API keys');
  registerList(keys, openDatabase);
  withAccount(keys.command('create'))
    .description('Create a key for an account; it is shown only once')
    .requiredOption('--name <name>', 'name of the key', parseName)
    .option('--json', 'print JSON')
    .action(async ({ account, name, ...output }: { account: string; name: string } & Output) => {
      const created = await withDatabase(openDatabase, async (sql) => {
        const accountId = await findAccountId(sql, account);
        rejectHosted((await listKeys(sql, accountId))[0]);
        return createKey(sql, accountId, name);
      });
      printResult(created, `key ${created.key}`, output);
    });
  for (const verb of ['disable', 'enable'] as const) {
    keys
      .command(verb)
      .description(verb === 'disable' ? 'Reject a key from now on' : 'Accept a disabled key again')
      .argument('<prefix>', 'the 12 hex digits after vg_, as shown by "keys list"', parseKeyPrefix)
      .option('--json', 'print JSON')
      .action(async (prefix: string, output: Output) => {
        const key = await withDatabase(openDatabase, (sql) => setKeyDisabled(sql, prefix, verb === 'disable'));
        if (!key) throw noSuchKey(prefix);
        printResult(key, `Key ${prefix} (${key.name}) of ${key.account_name} is ${verb}d.`, output);
      });
  }
  registerRotate(keys, openDatabase);
}

function registerRotate(keys: Command, openDatabase: OpenDatabase): void {
  keys
    .command('rotate')
    .description('Replace a key: create a new one, shown only once, and disable the old one')
    .argument('<prefix>', 'the 12 hex digits after vg_ of the old key', parseKeyPrefix)
    .option('--json', 'print JSON')
    .action(async (prefix: string, output: Output) => {
      const created = await withDatabase(openDatabase, async (sql) => {
        rejectHosted((await listKeys(sql)).find((key) => key.prefix === prefix));
        return rotateKey(sql, prefix);
      });
      if (!created) throw noSuchKey(prefix, ' that is enabled');
      printResult({ ...created, replaces: prefix }, `key ${created.key}`, output);
    });
}

function registerList(keys: Command, openDatabase: OpenDatabase): void {
  keys
    .command('list')
    .description('List keys by prefix; the keys themselves are not stored')
    .option('--account <id or name>', 'only keys of this account', parseName)
    .option('--json', 'print JSON')
    .action(async ({ account, ...output }: { account?: string } & Output) => {
      const found = await withDatabase(openDatabase, async (sql) =>
        listKeys(sql, account === undefined ? undefined : await findAccountId(sql, account)),
      );
      const lines = found.map(({ prefix, name, account_name, created_at, disabled_at }) => {
        const state = disabled_at ? `disabled ${disabled_at.toISOString()}` : 'active';
        return `vg_${prefix}  ${created_at.toISOString()}  ${state}  ${account_name}: ${name}`;
      });
      printResult(found, lines, output);
    });
}

function parseKeyPrefix(text: string): string {
  // A user may paste the whole key; its secret part must not be printed.
  const prefix = /^(?:vg_)?([0-9a-f]{12})(?:_|$)/.exec(text)?.[1];
  if (prefix === undefined) throw new InvalidArgumentError('Give the 12 hex digits after vg_.');
  return prefix;
}

const noSuchKey = (prefix: string, which = '') =>
  new StartError(`There is no key ${prefix}${which}.`, 'Run "keys list" to see all keys.');

/** Throws for a key of a hosted account: its gateway accepts only the keys that its members got by their invitations. */
function rejectHosted(key: { readonly account_name: string } | undefined): void {
  if (!key || !isHostedAccount(key.account_name, readEnvironment(process.env).dataDir)) return;
  throw new StartError(
    `The account ${key.account_name} is of a hosted service, so its gateway accepts no key that is created here.`,
    'Run "members invite" for a colleague, or "members link" for another browser. Nothing was changed.',
  );
}
