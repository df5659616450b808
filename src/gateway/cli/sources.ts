import type { Command } from 'commander';
import type { Sql } from '../../service/db/open.ts';
import { findMerges } from '../../service/import/matching/merge-report.ts';
import { toMergeList } from '../../service/import/matching/merge-text.ts';
import { findRecordSources, findSources, type LoadedSource, type SourcedRecord } from '../../service/import/sources.ts';

type OpenDb = () => Promise<{ sql: Sql; close(): Promise<void> }>;

/** Adds `sources`, which lists what was imported, and `sources of`, which says who knows a record. */
export function registerSources(program: Command, openDb: OpenDb): void {
  const sources = program
    .command('sources')
    .description('List what was imported, with licence and date')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: true }) => {
      const found = await ask(openDb, findSources);
      console.log(json ? JSON.stringify(found) : found.map(toSourceText).join('\n'));
    });
  sources
    .command('of')
    .description('Say from which sources a record comes, and under which licences')
    .argument('<record>', 'id, or the permalink of a company or firm')
    .option('--json', 'print JSON')
    .action(async (record: string, _options: object, command: Command) => {
      const { json } = command.optsWithGlobals<{ json?: true }>();
      const found = await ask(openDb, (sql) => findRecordSources(sql, record));
      if (found.length === 0) {
        throw Object.assign(new Error(`There is no record ${record}.`), {
          remedy: 'Give the id of a company, deal, firm or person, or the permalink of a company or firm.',
        });
      }
      console.log(json ? JSON.stringify(found) : found.map(toRecordText).join('\n'));
    });
  addMerges(sources, openDb);
}

/** Adds `sources merges`, which says what became one record, for whoever wants to take it apart. */
function addMerges(sources: Command, openDb: OpenDb): void {
  sources
    .command('merges')
    .description('List the records of several sources that became one, and why')
    .option('--json', 'print JSON')
    .action(async (_options: object, command: Command) => {
      const { json } = command.optsWithGlobals<{ json?: true }>();
      const merges = await ask(openDb, findMerges);
      console.log(json ? JSON.stringify(merges) : toMergeList(merges).join('\n'));
    });
}

async function ask<T>(openDb: OpenDb, read: (sql: Sql) => Promise<T>): Promise<T> {
  const { sql, close } = await openDb();
  try {
    return await read(sql);
  } finally {
    await close();
  }
}

const toDay = (moment: Date | string): string => new Date(moment).toISOString().slice(0, 10);

const words = [
  ['companies', 'company', 'companies'],
  ['deals', 'deal', 'deals'],
  ['investors', 'firm', 'firms'],
  ['people', 'person', 'people'],
] as const;

function toSourceText(source: LoadedSource): string {
  const { key, title, licence, address, imported_at, snapshot, merges } = source;
  const counts = words
    .filter(([kind]) => source[kind] > 0)
    .map(([kind, one, many]) => `${source[kind].toLocaleString('en')} ${source[kind] === 1 ? one : many}`);
  return [
    `${key}: ${title}`,
    `  licence   ${licence}`,
    ...(address ? [`  address   ${address}`] : []),
    `  imported  ${toDay(imported_at)}${snapshot ? `, as of ${snapshot}` : ''}${merges ? '' : ', kept apart from all others'}`,
    `  records   ${counts.join(', ') || 'none'}`,
  ].join('\n');
}

function toRecordText({ kind, id, name, permalink, sources }: SourcedRecord): string {
  return [
    `${name} (${kind}${permalink ? `, ${permalink}` : ''}, ${id})`,
    ...sources.map(({ key, title, licence, imported_at, own_id, reason }) => {
      const joined = reason ? `, there ${own_id}, joined by ${reason}` : '';
      return `  ${key}: ${title}; ${licence}; imported ${toDay(imported_at)}${joined}`;
    }),
  ].join('\n');
}
