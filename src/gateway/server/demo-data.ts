import type { Sql } from '../../service/db/open.ts';
import { isEmpty, loadDemo, renewDemo } from '../../service/import/demo/load-demo.ts';
import type { Closing } from '../shutdown.ts';
import { untilClosed } from '../run-until-shutdown.ts';

type Say = (text: string) => void;

/** Fills a database without any records with the demo data. */
export async function fillIfEmpty(sql: Sql, onProgress: Say, closing: Closing): Promise<void> {
  if (!(await isEmpty(sql))) return;
  await untilClosed(closing, async (signal) => {
    await loadDemo(sql, { onProgress, signal }).catch(async (error: unknown) => {
      // Another gateway that started at the same moment may have filled it.
      if (signal.aborted || (await isEmpty(sql))) throw error;
    });
  });
}

/** Moves a demo of some days ago to today, while the old one is served already: nobody waits for it. */
export function renewIfOld(sql: Sql, onProgress: Say, closing: Closing): void {
  void untilClosed(closing, async (signal) => {
    await renewDemo(sql, { onProgress, signal }).catch((error: Error) => {
      if (!signal.aborted) onProgress(`The demo data stays as it was. ${error.message}`);
    });
  });
}
