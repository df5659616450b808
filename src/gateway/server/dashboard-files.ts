import { unzipSync } from 'fflate';
import { existsSync, readFileSync } from 'node:fs';
import { StartError } from '../../service/db/start-error.ts';

/** The files of the built dashboard by path, such as `assets/0a1b2c3.js`; compressed copies end in `.br`. */
export type DashboardFiles = ReadonlyMap<string, Uint8Array>;

/** Reads the archive that the build writes. Throws a StartError if there is none. */
export function readDashboardFiles(archive: string): DashboardFiles {
  if (!existsSync(archive)) {
    throw new StartError('The dashboard is not built.', 'Run npm run build, or npm start, which builds it.');
  }
  return new Map(Object.entries(unzipSync(readFileSync(archive))));
}
