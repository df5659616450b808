import { type Command, Option } from 'commander';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../../service/db/start-error.ts';
import { emptyWorkspace } from '../../service/workspace/empty-workspace.ts';
import type { Pool } from '../../service/db/pool.ts';
import { exportWorkspaceCsv } from '../../service/workspace/export-csv.ts';
import { exportWorkspaceJson } from '../../service/workspace/export-json.ts';
import { explainWriteError, type OpenDatabase, printResult, writeNewFile } from './command.ts';
import { withWorkspace, withWorkspaceAccount, type WorkspaceOptions } from './workspace-account.ts';

/** Adds `workspace export` and `workspace delete`. */
export function registerWorkspaceCommands(program: Command, openDatabase: OpenDatabase): void {
  const workspace = program.command('workspace').description('What an account stores: unlocked records and own work');
  withWorkspace(workspace.command('export'))
    .description('Write unlocked records and own work: JSON, which Settings restores into any account, or CSV to read')
    .addOption(
      new Option('--format <format>', 'one JSON file, or a folder of CSV files')
        .choices(['json', 'csv'])
        .default('json'),
    )
    .requiredOption('--out <path>', 'file or folder to create')
    .action(({ account, format, out }: WorkspaceOptions & { format: 'json' | 'csv'; out: string }) =>
      withWorkspaceAccount(openDatabase, account, async (sql, accountId) => {
        const writing =
          format === 'csv'
            ? writeFiles(sql, accountId, out)
            : writeNewFile(exportWorkspaceJson(sql, accountId, new Date()), out);
        await writing.catch((error: unknown) => {
          throw explainWriteError(error, out);
        });
      }),
    );
  registerDelete(workspace, openDatabase);
}

function registerDelete(workspace: Command, openDatabase: OpenDatabase): void {
  withWorkspace(workspace.command('delete'))
    .description('Delete unlocked records and own work; credits and market data stay')
    .option('--yes', 'delete without asking')
    .option('--json', 'print JSON')
    .action(({ account, yes, json }: WorkspaceOptions & { yes?: true; json?: true }) =>
      withWorkspaceAccount(openDatabase, account, async (sql, accountId) => {
        if (!yes) {
          throw new StartError(
            `This deletes the workspace${account === undefined ? '' : ` of "${account}"`} for good.`,
            'Export it first with "workspace export", then add --yes.',
          );
        }
        const deleted = await emptyWorkspace(sql, accountId, 'everything', new Date());
        printResult({ deleted }, `Deleted ${deleted === 1 ? '1 item' : `${deleted} items`}.`, { json });
      }),
    );
}

async function writeFiles(sql: Pool, accountId: string, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  for await (const { name, parts } of exportWorkspaceCsv(sql, accountId)) {
    await writeNewFile(parts, join(folder, `${name}.csv`));
  }
}
