import { type Command, Option } from 'commander';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StartError } from '../../service/db/start-error.ts';
import { emptyWorkspace } from '../../service/workspace/entries.ts';
import type { Pool } from '../../service/db/pool.ts';
import { exportWorkspaceCsv } from '../../service/workspace/export-csv.ts';
import { exportWorkspace } from '../../service/workspace/export.ts';
import { type OpenDatabase, printResult, withDatabase } from './command.ts';
import { readWorkspaceAccount, withWorkspace, type WorkspaceOptions } from './workspace-account.ts';

/** Adds `workspace export` and `workspace delete`. */
export function registerWorkspaceCommands(program: Command, openDatabase: OpenDatabase): void {
  const workspace = program.command('workspace').description('The workspace that the browsers of an account share');
  withWorkspace(workspace.command('export'))
    .description('Write unlocked records and own work: JSON, which Settings restores into any browser, or CSV to read')
    .addOption(
      new Option('--format <format>', 'one JSON file, or a folder of CSV files')
        .choices(['json', 'csv'])
        .default('json'),
    )
    .requiredOption('--out <path>', 'file or folder to create')
    .action(({ account, format, out }: WorkspaceOptions & { format: 'json' | 'csv'; out: string }) =>
      withDatabase(openDatabase, async (sql) => {
        const accountId = await readWorkspaceAccount(sql, account);
        const writing =
          format === 'csv'
            ? writeFiles(sql, accountId, out)
            : writeText(exportWorkspace(sql, accountId, new Date()), out);
        await writing.catch((error: unknown) => {
          throw explainWriteError(error, out);
        });
      }),
    );
  registerDelete(workspace, openDatabase);
}

function registerDelete(workspace: Command, openDatabase: OpenDatabase): void {
  withWorkspace(workspace.command('delete'))
    .description('Delete unlocked records and own work here and in every browser; credits and market data stay')
    .option('--yes', 'delete without asking')
    .option('--json', 'print JSON')
    .action(({ account, yes, json }: WorkspaceOptions & { yes?: true; json?: true }) =>
      withDatabase(openDatabase, async (sql) => {
        const accountId = await readWorkspaceAccount(sql, account);
        if (!yes) {
          throw new StartError(
            `This deletes the workspace${account === undefined ? '' : ` of "${account}"`} for good, here and in every browser.`,
            'Export it first with "workspace export", then add --yes.',
          );
        }
        const { deleted } = await emptyWorkspace(sql, accountId);
        const text = `Deleted ${deleted === 1 ? '1 entry' : `${deleted} entries`}. Browsers delete their copies when they connect.`;
        printResult({ deleted }, text, { json });
      }),
    );
}

const writeText = (parts: AsyncIterable<string>, path: string): Promise<void> =>
  pipeline(parts, createWriteStream(path, { flags: 'wx', mode: 0o600 }));

async function writeFiles(sql: Pool, accountId: string, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  for await (const { name, parts } of exportWorkspaceCsv(sql, accountId)) {
    await writeText(parts, join(folder, `${name}.csv`));
  }
}

function explainWriteError(error: unknown, out: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST') return new StartError(`${out} already exists.`, 'Choose another name, or delete it.');
  if (code !== 'ENOENT' && code !== 'EACCES') return error;
  return new StartError(
    `${out} cannot be written.`,
    'Choose a place in a folder that exists and that you may write to.',
  );
}
