import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
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
import { findOneInput, type InputFile, type OnProgress } from '../../service/import/reading/input-files.ts';
import { runImport, type ImportOptions } from '../../service/import/run-import.ts';
import { listenForStop, rejectOnAbort } from '../../service/import/stop.ts';
import { formatOutcome, importUnattended } from '../../service/import/scheduled-import.ts';
import { isMappingName, listMappings, readStoredMapping, storeMapping } from '../../service/import/stored-mappings.ts';
import { setAside, watchFolder } from '../../service/import/watch-folder.ts';
import { type OpenDatabase, printResult, withDatabase } from './command.ts';

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
    .command('mapping')
    .description('Store a mapping by name, for --mapping NAME; without a name, list those that are stored')
    .argument('[name]', 'such as weekly-rounds')
    .argument('[file]', 'the mapping, as JSON')
    .option('--json', 'print JSON')
    .action((name: string | undefined, file: string | undefined, options: { json?: true }) =>
      storeOrListMappings(openDatabase, [name, file], options),
    );
  command
    .command('template')
    .description('Print a template in the field names of the API')
    .argument('<format>', 'csv or jsonl')
    .argument('[record]', 'deals, companies, investors or people; without it all four')
    .action((format: string, record?: string) => void process.stdout.write(printTemplates(format, record)));
}

type MappedOptions = ImportOptions & {
  mapping?: string;
  guess?: string;
  check?: true;
  yes?: true;
  watch?: string;
  every?: number;
};

function addMapped(command: Command, openDatabase: OpenDatabase): void {
  addCommonOptions(command)
    .argument('[file]', 'CSV, TSV, XLSX, JSON or JSONL, plain, .gz or .zip: columns are guessed without --mapping')
    .option('--mapping <file or name>', 'mapping of columns to fields: a file, or one that is stored')
    .option('--watch <folder>', 'import what is put into this folder until Ctrl-C; needs --mapping')
    .option('--every <time>', 'with --watch: look only this often, such as 30m or 6h', parsePeriod)
    .option('--guess <file>', 'propose a mapping for this file')
    .option('--check', 'print what would come in; write nothing')
    .option('--yes', 'import without asking')
    .action(async (path: string | undefined, options: MappedOptions) => {
      const { guess } = options;
      if (guess) return printGuess(guess);
      if (options.watch !== undefined) return watchAndImport(options.watch, options, openDatabase);
      const { mapping } = options;
      if (path && (options.check || !mapping)) return checkAndImport(path, options, openDatabase);
      if (mapping && path) return importMapped(mapping, path, options, openDatabase);
      throw new ImportError(
        'Nothing to import.',
        `Name a file, or a format (${importFormats.map(({ name }) => name).join(', ')}) with its files.`,
      );
    });
}

async function importMapped(mapping: string, path: string, options: MappedOptions, openDatabase: OpenDatabase) {
  const open = isMappingFile(mapping)
    ? (onProgress: OnProgress) => openMapped({ mapping, path, onProgress })
    : async (onProgress: OnProgress) =>
        openMappedFile(await findMapping(mapping, openDatabase), await findOneInput(path), onProgress);
  return runImport(open, openDatabase, options, [path]);
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
      ? await rejectOnAbort(checkMapping(await findMapping(options.mapping, openDatabase), file, today), signal)
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

async function checkMapping(mapping: Mapping, file: InputFile, today: string) {
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

/** Whether a mapping is given as a file; stored names have no dots and slashes. */
const isMappingFile = (given: string): boolean => !isMappingName(given) || existsSync(given);

/** A mapping by the path of its file, or by the name under which it is stored. */
const findMapping = (given: string, openDatabase: OpenDatabase): Promise<Mapping> =>
  isMappingFile(given) ? readMapping(given) : withDatabase(openDatabase, (sql) => readStoredMapping(sql, given));

/** Imports each file of a folder and moves it to `imported`, or to `rejected` with a note that says why. */
async function watchAndImport(folder: string, options: MappedOptions, openDatabase: OpenDatabase): Promise<void> {
  if (options.mapping === undefined)
    throw new ImportError('--watch needs --mapping.', 'Store one with "import mapping NAME FILE", then name it.');
  const mapping = await findMapping(options.mapping, openDatabase);
  const { signal, end } = listenForStop(() => 'Files that are not yet imported stay in the folder.');
  console.error(`Watching ${folder}. Ctrl-C stops it.`);
  const onFile = async (path: string) => {
    const outcome = await withDatabase(openDatabase, (sql) => importUnattended(sql, path, mapping, signal)).catch(
      (error: unknown) => {
        if (!(error instanceof ImportError) || !error.isTransient || signal.aborted) throw error;
        console.error(`${basename(path)}: ${error.message} It is tried again soon.`);
      },
    );
    if (!outcome) return false;
    const text = formatOutcome(outcome);
    const isBad = outcome.message !== null;
    const aside = await setAside(path, isBad ? 'rejected' : 'imported', isBad ? text : undefined);
    if (options.json) console.log(JSON.stringify({ ...outcome, moved_to: aside }));
    else console.log(`${text}\n  moved to ${aside}`);
    return true;
  };
  try {
    await watchFolder(folder, { everyMs: options.every, signal, onFile });
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    end();
  }
}

async function storeOrListMappings(
  openDatabase: OpenDatabase,
  [name, file]: readonly [string | undefined, string | undefined],
  options: { json?: true },
): Promise<void> {
  if (name === undefined) {
    const names = await withDatabase(openDatabase, listMappings);
    return printResult(names, names, options);
  }
  if (file === undefined) throw new ImportError('The mapping has no file.', `Run "import mapping ${name} FILE".`);
  const text = await readFile(file, 'utf8').catch((cause: Error) => {
    throw new ImportError(`The mapping ${file} cannot be read.`, 'Check the path.', { cause });
  });
  await withDatabase(openDatabase, (sql) => storeMapping(sql, name, text));
  printResult({ name }, `Stored the mapping ${name}.`, options);
}

const periodUnits = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Option parser: a time such as 30m, 6h or 1d, in milliseconds. */
function parsePeriod(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  const ms = Number(count) * (periodUnits[unit as keyof typeof periodUnits] ?? 0);
  if (ms === 0 || ms > 20 * periodUnits.d) throw new InvalidArgumentError('Give a time such as 30m, 6h or 1d.');
  return ms;
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
