import { setTimeout as sleep } from 'node:timers/promises';
import { openLocalModel } from '../../service/relevance/model/local-model.ts';
import { createModelVectors, type ModelVectors } from '../../service/relevance/model/model-vectors.ts';
import { readInstalledModel } from './installed-model.ts';
import { toErrorMessage } from '../../service/db/start-error.ts';
import { requireRuntime } from './runtime.ts';

const pollMs = 2_000;

/**
 * The ranking by the model that is currently installed in a data folder. `fundscope model install` and `remove` take
 * effect in a running gateway within seconds; without a model nothing is ranked.
 */
export function followInstalledModel(dataDir: string): ModelVectors {
  let current: ModelVectors | undefined;
  return {
    get name() {
      return current?.name ?? 'none';
    },
    at: (generation) => current?.at(generation),
    close: async () => current?.close(),
    async maintain(sql, signal, report) {
      let running: { model: string; stop: () => Promise<unknown> } | undefined;
      while (!signal.aborted) {
        const installed = await readInstalledModel(dataDir).catch(() => undefined);
        // Its vectors are named after its content; its runtime may have been missing.
        const model = installed && `${installed.vectors} ${installed.runtime?.name}`;
        if (model !== running?.model) {
          current = undefined;
          await running?.stop();
          running = undefined;
          if (installed && model) {
            const { name, folder } = installed;
            running = { model, stop: () => Promise.resolve() };
            try {
              const runtime = await requireRuntime(dataDir);
              current = createModelVectors(await openLocalModel(folder, runtime.folder));
              const stopping = new AbortController();
              const kept = current.maintain(sql, AbortSignal.any([signal, stopping.signal]), report);
              running.stop = () => (stopping.abort(), kept);
            } catch (error) {
              report(
                `The model ${name} cannot be used: ${toErrorMessage(error)} Run "fundscope model install ${name}" again.`,
              );
            }
          }
        }
        await sleep(pollMs, undefined, { signal }).catch(() => undefined);
      }
      await running?.stop();
    },
  };
}
