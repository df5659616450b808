import type { Command } from 'commander';
import {
  findMerges,
  findRecordSources,
  findSources,
  type LoadedSource,
  type SourcedRecord,
} from '../../service/import/sources.ts';
import { listMerges } from '../../service/import/print-report.ts';
import { formatOrigin, listDisagreements } from '#contract/sources.ts';
import { StartError } from '../../service/db/start-error.ts';
import { type OpenDatabase, printResult, withDatabase } from './command.ts';

/** Adds `sources`, which lists the imports, with `of` and `merges`. */
export function registerSources(program: Command, openDatabase: OpenDatabase): void {
  const sources = program
    .command('sources')
    .description('List imported sources with licence and date')
    .option('--json', 'print JSON')
    .action(async (options: { json?: true }) => {
      const found = await withDatabase(openDatabase, findSources);
      printResult(found, found.map(describeSource), options);
    });
  sources
    .command('of')
    .description('Show which sources a record comes from, with licences')
    .argument('<record>', 'id, or permalink of a company or investor')
    .option('--json', 'print JSON')
    .action(async (record: string, _options: object, command: Command) => {
      const found = await withDatabase(openDatabase, (sql) => findRecordSources(sql, record));
      if (found.length === 0) {
        throw new StartError(
          `There is no record ${record}.`,
          'Give the id of a company, deal, investor or person, or the permalink of a company or investor.',
        );
      }
      printResult(found, found.map(describeRecord), command.optsWithGlobals<{ json?: true }>());
    });
  sources
    .command('merges')
    .description('List records of several sources that were merged, with the reason')
    .option('--json', 'print JSON')
    .action(async (_options: object, command: Command) => {
      const merges = await withDatabase(openDatabase, findMerges);
      printResult(merges, listMerges(merges), command.optsWithGlobals<{ json?: true }>());
    });
}

const formatDay = (time: Date | string): string => new Date(time).toISOString().slice(0, 10);

const kinds = [
  ['companies', 'company', 'companies'],
  ['deals', 'deal', 'deals'],
  ['investors', 'investor', 'investors'],
  ['people', 'person', 'people'],
] as const;

function describeSource(source: LoadedSource): string {
  const { key, title, licence, address, imported_at, snapshot, merges } = source;
  const counts = kinds
    .filter(([kind]) => source[kind] > 0)
    .map(([kind, one, many]) => `${source[kind].toLocaleString('en')} ${source[kind] === 1 ? one : many}`);
  return [
    `${key}: ${title}`,
    `  licence   ${licence}`,
    ...(address ? [`  address   ${address}`] : []),
    `  imported  ${formatDay(imported_at)}${snapshot ? `, as of ${snapshot}` : ''}${merges ? '' : ', not merged with other sources'}`,
    `  records   ${counts.join(', ') || 'none'}`,
  ].join('\n');
}

function describeRecord(record: SourcedRecord): string {
  const { kind, id, name, permalink, sources } = record;
  return [
    `${name} (${kind}${permalink ? `, ${permalink}` : ''}, ${id})`,
    ...sources.map((source) => {
      const { key, title, licence, imported_at, own_id, reason } = source;
      const origin = formatOrigin(source);
      const merged = reason ? `, there ${own_id}, merged by ${reason}` : '';
      return `  ${key}: ${title}; ${licence}; ${origin ? `${origin}; ` : ''}imported ${formatDay(imported_at)}${merged}`;
    }),
    ...listDisagreements(record).map((line) => `  ${line}`),
  ].join('\n');
}
