import { basename } from 'node:path';
import type { Pool } from '../db/pool.ts';
import { checkDisk, readDiskNeed } from './disk-space.ts';
import { ImportError } from './import-error.ts';
import { countChanges, type ImportOutcome, listRejected, writeImportLog } from './import-log.ts';
import { load } from './load.ts';
import { openMappedFile } from './mapping/mapped-file.ts';
import type { Mapping } from './mapping/schema.ts';
import { findOneInput } from './reading/input-files.ts';

/**
 * Imports one file without anybody being asked, and logs it. A bad file changes nothing. Throws where the file is not
 * to blame: a transient ImportError can be tried again.
 */
export async function importUnattended(
  sql: Pool,
  path: string,
  mapping: Mapping,
  signal: AbortSignal,
): Promise<ImportOutcome> {
  const about = { file: basename(path), source: mapping.source.title };
  const outcome = await loadFile(sql, path, mapping, signal).catch((error: unknown) => {
    if (!(error instanceof ImportError) || error.isTransient || signal.aborted) throw error;
    return { ...noChange, message: `${error.message} ${error.remedy}` };
  });
  const logged = { ...about, ...outcome };
  await writeImportLog(sql, logged);
  return logged;
}

const noChange = { added: 0, changed: 0, removed: 0, rejected: 0, reasons: [] };

async function loadFile(
  sql: Pool,
  path: string,
  mapping: Mapping,
  signal: AbortSignal,
): Promise<Omit<ImportOutcome, 'file' | 'source'>> {
  const feed = openMappedFile(mapping, await findOneInput(path));
  let isEmpty = false;
  const report = () => {
    isEmpty = feed.readReport().files.every(({ loaded }) => loaded === 0);
    if (isEmpty)
      throw new ImportError('No record could be loaded. Nothing changed.', 'Correct the file or the mapping.');
    return feed.report?.();
  };
  try {
    checkDisk(await readDiskNeed(sql, feed.source.key, [path]));
    await load(sql, { ...feed, report }, { signal, keepBefore: true });
    return { ...(await countChanges(sql, feed.source.key)), ...listRejected(feed.readReport()), message: null };
  } catch (error) {
    if (!isEmpty || !(error instanceof ImportError)) throw error;
    return { ...noChange, ...listRejected(feed.readReport()), message: `${error.message} ${error.remedy}` };
  } finally {
    feed.close();
  }
}

/** What an import did, in lines. */
export function formatOutcome({ file, added, changed, removed, rejected, reasons, message }: ImportOutcome): string {
  const counts = `${added} added, ${changed} changed, ${removed} removed, ${rejected} ${rejected === 1 ? 'row' : 'rows'} rejected`;
  return [
    message === null ? `${file}: ${counts}` : `${file}: ${message}`,
    ...reasons.map(({ reason, count, lines }) => `  ${count} rejected: ${reason} (line ${lines.join(', ')})`),
  ].join('\n');
}
