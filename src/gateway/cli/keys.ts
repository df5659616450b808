import { type Command, InvalidArgumentError } from 'commander';
import { createKey, listKeys, rotateKey, setKeyDisabled } from '../../service/accounts/keys.ts';
import { StartError } from '../../service/db/start-error.ts';
import { type OpenDb, print, readAccountId, runOn, toName, withAccount } from './command.ts';

type Output = { json?: true };

/** Adds `keys`: list, create, disable, enable and rotate. */
export function registerKeys(program: Command, openDb: OpenDb): void {
  const keys = program.command('keys').description('List, make, disable, enable and rotate API keys');
  registerList(keys, openDb);
  withAccount(keys.command('create'))
    .description('Add a key to an account; it is shown this once')
    .requiredOption('--name <name>', 'what the key is for', toName)
    .option('--json', 'print JSON')
    .action(async ({ account, name, ...output }: { account: string; name: string } & Output) => {
      const made = await runOn(openDb, async (sql) => createKey(sql, await readAccountId(sql, account), name));
      print(made, `key ${made.key}`, output);
    });
  for (const verb of ['disable', 'enable'] as const) {
    keys
      .command(verb)
      .description(verb === 'disable' ? 'Refuse a key from now on' : 'Accept a disabled key again')
      .argument('<prefix>', 'the 12 hex digits after vg_, as "keys list" shows them', toPrefix)
      .option('--json', 'print JSON')
      .action(async (prefix: string, output: Output) => {
        const key = await runOn(openDb, (sql) => setKeyDisabled(sql, prefix, verb === 'disable'));
        if (!key) throw noSuchKey(prefix);
        print(key, `The key ${prefix} (${key.name}) of ${key.account_name} is ${verb}d.`, output);
      });
  }
  keys
    .command('rotate')
    .description('Make a new key, shown this once, and disable the old one in the same moment')
    .argument('<prefix>', 'the 12 hex digits after vg_ of the old key', toPrefix)
    .option('--json', 'print JSON')
    .action(async (prefix: string, output: Output) => {
      const made = await runOn(openDb, (sql) => rotateKey(sql, prefix));
      if (!made) throw noSuchKey(prefix, ' that is not disabled');
      print({ ...made, replaces: prefix }, `key ${made.key}`, output);
    });
}

function registerList(keys: Command, openDb: OpenDb): void {
  keys
    .command('list')
    .description('List keys by their first part; no key itself is kept')
    .option('--account <id or name>', 'only those of this account', toName)
    .option('--json', 'print JSON')
    .action(async ({ account, ...output }: { account?: string } & Output) => {
      const found = await runOn(openDb, async (sql) =>
        listKeys(sql, account === undefined ? undefined : await readAccountId(sql, account)),
      );
      const lines = found.map(({ prefix, name, account_name, created_at, disabled_at }) => {
        const state = disabled_at ? `disabled ${disabled_at.toISOString()}` : 'working';
        return `vg_${prefix}  ${created_at.toISOString()}  ${state}  ${account_name}: ${name}`;
      });
      print(found, lines, output);
    });
}

function toPrefix(text: string): string {
  // Whoever pastes a whole key means its first part; the rest must not be echoed.
  const prefix = /^(?:vg_)?([0-9a-f]{12})(?:_|$)/.exec(text)?.[1];
  if (prefix === undefined) throw new InvalidArgumentError('It is the 12 hex digits after vg_.');
  return prefix;
}

const noSuchKey = (prefix: string, which = '') =>
  new StartError(`There is no key ${prefix}${which}.`, 'The command "keys list" lists them.');
