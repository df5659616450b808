import type { Command } from 'commander';
import { createInterface } from 'node:readline/promises';
import { checkImport } from '../../service/import/check.ts';
import { importFormats } from '../../service/import/formats.ts';
import { guessAndCheck, guessMapping } from '../../service/import/guess/guess.ts';
import { ImportError } from '../../service/import/import-error.ts';
import { openMapped, openMappedFile, readMapping } from '../../service/import/mapping/mapped-file.ts';
import { type Mapping, mappingSchema } from '../../service/import/mapping/schema.ts';
import { printTemplates } from '../../service/import/presets/api-template.ts';
import { openPreset, type Preset } from '../../service/import/presets/preset.ts';
import { formatCheck } from '../../service/import/print-check.ts';
import { findOneInput, type InputFile } from '../../service/import/reading/input-files.ts';
import { runImport, type ImportOptions } from '../../service/import/run-import.ts';
import { listenForStop, rejectOnAbort } from '../../service/import/stop.ts';
import type { OpenDatabase } from './command.ts';

/** Adds `import`: one command per source format, and any other table with guessed columns or with `--mapping`. */
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
    .argument('<file>', 'CSV, TSV, XLSX, JSON or JSONL, plain, .gz or .zip')
    .action(printGuess);
  command
    .command('template')
    .description('Print a template in the field names of the API')
    .argument('<format>', 'csv or jsonl')
    .argument('[record]', 'deals, companies, investors or people; without it all four')
    .action((format: string, record?: string) => void process.stdout.write(printTemplates(format, record)));
}

type MappedOptions = ImportOptions & { mapping?: string; guess?: string; check?: true; yes?: true };

function addMapped(command: Command, openDatabase: OpenDatabase): void {
  addCommonOptions(command)
    .argument('[file]', 'CSV, TSV, XLSX, JSON or JSONL, plain, .gz or .zip: columns are guessed without --mapping')
    .option('--mapping <file>', 'mapping of columns to fields')
    .option('--guess <file>', 'propose a mapping for this file')
    .option('--check', 'print what would come in; write nothing')
    .option('--yes', 'import without asking')
    .action(async (path: string | undefined, options: MappedOptions) => {
      const { mapping, guess } = options;
      if (guess) return printGuess(guess);
      if (path && (options.check || !mapping)) return checkAndImport(path, options, openDatabase);
      if (mapping && path)
        return runImport((onProgress) => openMapped({ mapping, path, onProgress }), openDatabase, options, [path]);
      throw new ImportError(
        'Nothing to import.',
        `Name a file, or a format (${importFormats.map(({ name }) => name).join(', ')}) with its files.`,
      );
    });
}

/** Guesses the columns, prints what would come in, asks, and imports. With --check nothing is written. */
async function checkAndImport(path: string, options: MappedOptions, openDatabase: OpenDatabase): Promise<void> {
  const { signal, end } = listenForStop(() => 'Nothing changed.');
  const today = new Date().toISOString().slice(0, 10);
  let mapping: Mapping;
  let file: InputFile;
  try {
    file = await rejectOnAbort(findOneInput(path), signal);
    const { rows, check, ...guessed } = options.mapping
      ? await rejectOnAbort(checkMapping(options.mapping, file, today), signal)
      : await rejectOnAbort(guessAndCheck(file, today), signal);
    mapping = mappingSchema.parse(guessed.mapping);
    process.stdout.write(formatCheck(rows, check));
    if (options.check) return;
    await rejectOnAbort(confirmImport(path, options.yes ?? false), signal);
  } finally {
    end();
  }
  await runImport((onProgress) => openMappedFile(mapping, file, onProgress), openDatabase, options, [path]);
}

async function checkMapping(path: string, file: InputFile, today: string) {
  const mapping = await readMapping(path);
  return { mapping, rows: undefined, check: await checkImport(openMappedFile(mapping, file), today) };
}

/** Asks at the terminal; anything but yes changes nothing. */
async function confirmImport(path: string, yes: boolean): Promise<void> {
  if (yes) return;
  const remedy = `If this is right, add --yes. If not, "import guess ${path} > mapping.json" has the mapping to correct.`;
  if (!process.stdin.isTTY) throw new ImportError('Nothing was imported: nobody can be asked here.', remedy);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question('Import this? (y/N) ').finally(() => terminal.close());
  if (!/^y(es)?$/i.test(answer.trim())) throw new ImportError('Nothing was imported.', remedy);
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
