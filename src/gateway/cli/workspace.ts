import type { Command } from 'commander';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { StartError } from '../../service/db/start-error.ts';
import { emptyWorkspace } from '../../service/workspace/entries.ts';
import { exportWorkspace } from '../../service/workspace/export.ts';
import { type OpenDatabase, printResult, readAccountId, withAccount, withDatabase } from './command.ts';

/** Adds `workspace export` and `workspace delete`. */
export function registerWorkspaceCommands(program: Command, openDatabase: OpenDatabase): void {
  const workspace = program.command('workspace').description('The workspace that the browsers of an account share');
  withAccount(workspace.command('export'))
    .description('Write unlocked records and own work as JSON, which Settings restores into any browser')
    .requiredOption('--out <file>', 'file to create')
    .action(({ account, out }: { account: string; out: string }) =>
      withDatabase(openDatabase, async (sql) => {
        const accountId = await readAccountId(sql, account);
        const file = createWriteStream(out, { flags: 'wx', mode: 0o600 });
        await pipeline(exportWorkspace(sql, accountId, new Date()), file).catch((error: unknown) => {
          throw explainWriteError(error, out);
        });
      }),
    );
  withAccount(workspace.command('delete'))
    .description('Delete unlocked records and own work here and in every browser; credits and market data stay')
    .option('--yes', 'delete without asking')
    .option('--json', 'print JSON')
    .action(({ account, yes, json }: { account: string; yes?: true; json?: true }) =>
      withDatabase(openDatabase, async (sql) => {
        const accountId = await readAccountId(sql, account);
        if (!yes) {
          throw new StartError(
            `This deletes the workspace of "${account}" for good, here and in every browser.`,
            'Export it first with "workspace export", then add --yes.',
          );
        }
        const { deleted } = await emptyWorkspace(sql, accountId);
        printResult({ deleted }, `Deleted ${deleted} entries. Browsers delete their copies when they connect.`, {
          json,
        });
      }),
    );
}

function explainWriteError(error: unknown, out: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST') return new StartError(`${out} already exists.`, 'Choose another file, or delete it.');
  if (code !== 'ENOENT' && code !== 'EACCES') return error;
  return new StartError(
    `${out} cannot be written.`,
    'Choose a file in a folder that exists and that you may write to.',
  );
}
