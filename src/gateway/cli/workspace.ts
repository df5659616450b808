import type { Command } from 'commander';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { StartError } from '../../service/db/start-error.ts';
import { exportWorkspace } from '../../service/workspace/export.ts';
import { type OpenDatabase, readAccountId, withAccount, withDatabase } from './command.ts';

/** Adds `workspace export`. */
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
