import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { formatSkill, researchTasks } from '../reference/research-tasks.ts';
import { explainWriteError, printResult } from './command.ts';

/** Adds `skills`. It needs no database. */
export function registerSkills(program: Command): void {
  program
    .command('skills')
    .description('Write five skills for assistants, each a folder with a SKILL.md')
    .requiredOption('--out <folder>', 'such as ~/.claude/skills; folders of other skills stay as they are')
    .option('--json', 'print JSON')
    .action(async ({ out, json }: { out: string; json?: true }) => {
      const files = researchTasks.map((task) => [join(resolve(out), `fundscope-${task.name}`), task] as const);
      for (const [folder, task] of files) {
        await mkdir(folder, { recursive: true }).catch((error: unknown) => {
          throw explainWriteError(error, folder);
        });
        await writeFile(join(folder, 'SKILL.md'), formatSkill(task));
      }
      printResult({ folders: files.map(([folder]) => folder) }, `Wrote ${files.length} skills to ${out}.`, { json });
    });
}
