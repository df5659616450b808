import type { Command } from 'commander';
import { importFormats } from '../../service/import/formats.ts';
import { guessMapping } from '../../service/import/guess/guess.ts';
import { ImportError } from '../../service/import/import-error.ts';
import { openMapped } from '../../service/import/mapping/mapped-file.ts';
import { printTemplates } from '../../service/import/presets/api-template.ts';
import { openPreset, type Preset } from '../../service/import/presets/preset.ts';
import { runImport, type ImportOptions } from '../../service/import/run-import.ts';
import { listenForStop, rejectOnAbort } from '../../service/import/stop.ts';
import type { OpenDatabase } from './command.ts';

/** Adds `import`: one command per source format, and `--mapping` for any other table. */
export function registerImport(program: Command, openDatabase: OpenDatabase): void {
  const command = program.command('import').description('Load funding data; a failure or Ctrl-C changes nothing');
  // Without this, `import` and the program would consume the options of a format's own command.
  program.enablePositionalOptions();
  command.enablePositionalOptions();
  addMapped(command, openDatabase);
  for (const preset of importFormats) addPreset(command, preset, openDatabase);
  command
    .command('guess')
    .description('Propose a mapping for a table: edit it, then import with --mapping')
    .argument('<file>', 'CSV, TSV, JSON or JSONL, plain, .gz or .zip')
    .action(printGuess);
  command
    .command('template')
    .description('Print a template in the field names of the API')
    .argument('<format>', 'csv or jsonl')
    .argument('[record]', 'deals, companies, investors or people; without it all four')
    .action((format: string, record?: string) => void process.stdout.write(printTemplates(format, record)));
}

function addMapped(command: Command, openDatabase: OpenDatabase): void {
  addCommonOptions(command)
    .argument('[file]', 'with --mapping: CSV, TSV, JSON or JSONL, plain, .gz or .zip')
    .option('--mapping <file>', 'mapping of columns to fields')
    .option('--guess <file>', 'propose a mapping for this file')
    .action((path: string | undefined, options: ImportOptions & { mapping?: string; guess?: string }) => {
      const { mapping, guess } = options;
      if (guess) return printGuess(guess);
      if (mapping && path)
        return runImport((onProgress) => openMapped({ mapping, path, onProgress }), openDatabase, options, [path]);
      throw new ImportError(
        path && !mapping ? `There is no format ${path}. To import a file, add --mapping.` : 'Nothing to import.',
        `Name a format (${importFormats.map(({ name }) => name).join(', ')}), or --mapping with a file, which "import guess ${path ?? 'FILE'}" proposes.`,
      );
    });
}

function addPreset(command: Command, preset: Preset, openDatabase: OpenDatabase): void {
  const { name, description, argument, options = [] } = preset;
  const added = addCommonOptions(command.command(name))
    .description(description)
    .argument(argument.name, argument.description)
    .action((given: string | string[], chosen: ImportOptions & Record<string, string | undefined>) => {
      const paths = [given].flat();
      return runImport((onProgress) => openPreset(preset, paths, chosen, onProgress), openDatabase, chosen, paths);
    });
  for (const option of options) added.option(option.flags, option.description);
}

/** Adds the options that every import has. */
function addCommonOptions(command: Command): Command {
  return command
    .option('--dry-run', 'do everything except replacing the records')
    .option('--replace-newer', 'let an older edition of the source replace a newer one')
    .option('--no-merge', 'do not merge the records of this source with those of others')
    .option('--keep-apart <file>', 'pairs of records that must not merge: two ids, domains or slugs per line; stored')
    .option('--report <file>', 'write the whole report to this file, as JSON')
    .option('--json', 'print the whole report as JSON');
}

async function printGuess(path: string): Promise<void> {
  const { signal, end } = listenForStop(() => 'Nothing changed.');
  try {
    const mapping = await rejectOnAbort(guessMapping(path, new Date().toISOString().slice(0, 10)), signal);
    process.stdout.write(`${JSON.stringify(mapping, null, 2)}\n`);
  } finally {
    end();
  }
}
