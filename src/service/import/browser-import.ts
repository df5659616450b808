import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  type ImportCorrection,
  type ImportField,
  importFields,
  type ImportPreview,
  type ImportState,
} from '#contract/imports.ts';
import type { Pool } from '../db/pool.ts';
import { checkImport } from './check.ts';
import type { LoadStep } from './build-next.ts';
import { checkDisk, readDiskNeed } from './disk-space.ts';
import { draftMapping, sourceDoubt } from './guess/guess.ts';
import { ImportError } from './import-error.ts';
import { countChanges, listRejected, writeImportLog } from './import-log.ts';
import { hasSchemaBefore, load, restoreSchemaBefore } from './load.ts';
import { openMappedFile } from './mapping/mapped-file.ts';
import { type Mapping, mappingSchema } from './mapping/schema.ts';
import { findOneInput } from './reading/input-files.ts';

/** Imports of the dashboard: files that were sent, and the one import that runs. */
type BrowserImports = {
  /** Guesses the columns of a file, and reads it; throws an ImportError if it cannot be imported. */
  check: (given: GivenFile, correction: ImportCorrection | undefined, today: string) => Promise<ImportPreview>;
  /** Starts the import of a file that was checked. */
  start: (file: string) => Promise<ImportState>;
  read: () => Promise<ImportState>;
  /** Restores the records before the last import. */
  undo: () => Promise<ImportState>;
};

type GivenFile = { name: string; content: string } | { file: string };
type SentFile = { folder: string; path: string; name: string; mapping?: Mapping; timer: NodeJS.Timeout };

/** A file that was sent is deleted after this time. */
const storedMs = 3_600_000;
const maxFiles = 3;

const steps: Record<LoadStep, string> = {
  records: 'Reading the file',
  matching: 'Merging records',
  figures: 'Computing figures',
  indexes: 'Building indexes',
  swap: 'Replacing records',
};

/** The files that were sent, each in a folder of its own until it is deleted. */
function openSentFiles() {
  const files = new Map<string, SentFile>();
  const remove = async (id: string) => {
    const file = files.get(id);
    if (!file) return;
    files.delete(id);
    clearTimeout(file.timer);
    await rm(file.folder, { recursive: true, force: true });
  };
  const store = async (name: string, content: string): Promise<string> => {
    for (const id of [...files.keys()].slice(0, Math.max(0, files.size - maxFiles + 1))) await remove(id);
    const id = randomUUID();
    const folder = await mkdtemp(join(tmpdir(), 'fundscope-import-'));
    const plain =
      basename(name)
        .replace(/[^\p{L}\p{N}._ -]/gu, '-')
        .replace(/^\.+/, '') || 'table.csv';
    const path = join(folder, plain);
    await writeFile(path, Buffer.from(content, 'base64'), { mode: 0o600 });
    const timer = setTimeout(() => void remove(id), storedMs).unref();
    files.set(id, { folder, path, name: plain, timer });
    return id;
  };
  return { files, store };
}

export function createBrowserImports(sql: Pool): BrowserImports {
  const { files, store } = openSentFiles();
  let last: Omit<ImportState, 'undo'> = { state: 'none', step: null, share: 0, message: null };
  const read = async (): Promise<ImportState> => ({
    ...last,
    undo: last.state !== 'running' && (await hasSchemaBefore(sql)),
  });
  const run = async ({ path, mapping }: SentFile & { mapping: Mapping }) => {
    const feed = openMappedFile(mapping, await findOneInput(path), (_, share) => void (last = { ...last, share }));
    try {
      checkDisk(await readDiskNeed(sql, feed.source.key, [path]));
      await load(sql, feed, { keepBefore: true, onStep: (step) => void (last = { ...last, step: steps[step] }) });
      const report = feed.readReport();
      const changes = { ...(await countChanges(sql, feed.source.key)), ...listRejected(report), message: null };
      await writeImportLog(sql, { file: basename(path), source: feed.source.title, ...changes });
      const { figures } = report;
      last = { state: 'done', step: null, share: 1, message: describeImported(figures) };
    } finally {
      feed.close();
    }
  };
  const fail = (error: unknown) => {
    const message =
      error instanceof ImportError ? `${error.message} ${error.remedy}` : 'The import failed. Nothing changed.';
    last = { state: 'failed', step: null, share: 0, message };
  };
  return {
    read,
    async check(given, correction, today) {
      const id = 'file' in given ? given.file : await store(given.name, given.content);
      const file = files.get(id);
      if (!file) throw new ImportError('The file is no longer here.', 'Choose it again.');
      const input = await findOneInput(file.path);
      const { draft, doubts, rows, columns } = await draftMapping(input, today, correction?.columns);
      const mapping = mappingSchema.parse(applySettings(draft, correction));
      const found = await checkImport(openMappedFile(mapping, input), today);
      file.mapping = mapping;
      const { rows: counted, companies, investors, people, deals, sums, largest, frequent } = found;
      return {
        file: id,
        name: file.name,
        rows: `In this table, ${rows}.`,
        columns: columns.map(({ name, examples, field }) => ({ name, examples, field: toField(field) })),
        counts: { rows: counted.read, companies, investors, people, deals },
        sums,
        largest,
        frequent,
        doubts: [...doubts, ...found.doubts].filter((text) => !text.startsWith(sourceDoubt)).map(forScreen),
      };
    },
    async start(id) {
      const file = files.get(id);
      if (last.state === 'running') return read();
      if (!file?.mapping) {
        fail(new ImportError('The file is no longer here.', 'Choose it again.'));
        return read();
      }
      last = { state: 'running', step: steps.records, share: 0, message: null };
      void run({ ...file, mapping: file.mapping }).catch(fail);
      return read();
    },
    async undo() {
      if (last.state !== 'running') {
        const restored = await restoreSchemaBefore(sql);
        last = {
          state: 'none',
          step: null,
          share: 0,
          message: restored ? 'The data before the import is back.' : null,
        };
      }
      return read();
    },
  };
}

/** The selects of the screen take the place of the mapping. */
const forScreen = (doubt: string) => doubt.replace(/\. The mapping decides it in .*$/s, '.');

const toField = (field: string | undefined): ImportField | null =>
  field !== undefined && field in importFields ? (field as ImportField) : null;

const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

function describeImported({ deals = 0, companies = 0, investors = 0 }: Record<string, number>): string {
  const parts = [
    plural(deals, 'round', 'rounds'),
    plural(companies, 'company', 'companies'),
    plural(investors, 'investor', 'investors'),
  ];
  return `Imported ${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}.`;
}

/** The mapping with what a person says of the amounts and dates of rounds. */
function applySettings(
  draft: Record<string, unknown>,
  correction: ImportCorrection | undefined,
): Record<string, unknown> {
  const { multiplier, currency, order } = correction ?? {};
  const change = (deal: unknown) => {
    if (typeof deal !== 'object' || deal === null) return deal;
    const { raised, date, ...rest } = deal as { raised?: object; date?: object };
    return {
      ...rest,
      ...(raised
        ? {
            raised: {
              ...raised,
              ...(multiplier ? { multiplier: multiplier === 'one' ? 1 : multiplier } : {}),
              ...(currency ? { currency } : {}),
            },
          }
        : {}),
      ...(date ? { date: { ...date, ...(order ? { order } : {}) } } : {}),
    };
  };
  const { deal, deals } = draft as { deal?: unknown; deals?: unknown[] };
  return { ...draft, ...(deal ? { deal: change(deal) } : {}), ...(deals ? { deals: deals.map(change) } : {}) };
}
