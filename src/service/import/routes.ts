import type { FastifyInstance } from 'fastify';
import { checkImportFile, readImport, readImports, startImport, undoImport } from '#contract/imports.ts';
import { readRecordSources } from '#contract/sources.ts';
import type { ServiceOptions } from '../http/options.ts';
import { route } from '../http/route.ts';
import { createBrowserImports } from './browser-import.ts';
import { ImportError } from './import-error.ts';
import { readImportLog } from './import-log.ts';
import { readProvenance } from './provenance.ts';

const shownImports = 50;

/**
 * Registers the import of files from the dashboard, which only the local key may use, as `access.ts` says, and where
 * records come from.
 */
export function registerImports(account: FastifyInstance, options: ServiceOptions): void {
  const imports = createBrowserImports(options.db);
  route(account, options, checkImportFile, async ({ body, now }) => {
    const { correction, ...given } = body;
    try {
      const preview = await imports.check(given, correction, now.toISOString().slice(0, 10));
      return { data: { preview, problem: null }, rows: 1 };
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      return { data: { preview: null, problem: `${error.message} ${error.remedy}` }, rows: 0 };
    }
  });
  route(account, options, startImport, async ({ body }) => ({ data: await imports.start(body.file), rows: 1 }));
  route(account, options, readImport, async () => ({ data: await imports.read(), rows: 1 }));
  route(account, options, readRecordSources, async ({ body, db }) => {
    const records = [...(await readProvenance(db, body.kind, body.ids)).values()];
    return { data: { records }, rows: records.length };
  });
  route(account, options, readImports, async () => {
    const found = await readImportLog(options.db, shownImports);
    return { data: { imports: found }, rows: found.length };
  });
  route(account, options, undoImport, async () => ({ data: await imports.undo(), rows: 1 }));
}
