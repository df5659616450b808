import { setTimeout as sleep } from 'node:timers/promises';
import { openLocalModel } from '../../service/relevance/model/local-model.ts';
import { createModelVectors, type ModelVectors } from '../../service/relevance/model/model-vectors.ts';
import { readInstalledModel } from './installed-model.ts';

const pollMs = 2_000;

/**
 * The ranking by whichever model is installed in a data folder. `fundscope model install` and `remove` next to a running
 * gateway take effect within seconds; without a model nothing is ranked.
 */
export function followInstalledModel(dataDir: string): ModelVectors {
  let current: ModelVectors | undefined;
  return {
    get name() {
      return current?.name ?? 'none';
    },
    score: async (text, generation) => current?.score(text, generation),
    async keep(sql, signal, say) {
      let running: { vectors: string; stop: () => Promise<unknown> } | undefined;
      while (!signal.aborted) {
        const installed = await readInstalledModel(dataDir).catch(() => undefined);
        if (installed?.vectors !== running?.vectors) {
          current = undefined;
          await running?.stop();
          running = undefined;
          if (installed) {
            const { vectors, name, folder, runtime } = installed;
            running = { vectors, stop: () => Promise.resolve() };
            try {
              current = createModelVectors(await openLocalModel(folder, runtime));
              const stopping = new AbortController();
              const kept = current.keep(sql, AbortSignal.any([signal, stopping.signal]), say);
              running.stop = () => (stopping.abort(), kept);
            } catch (error) {
              say(`The model ${name} cannot be used: ${String(error)} Run "fundscope model install" again.`);
            }
          }
        }
        await sleep(pollMs, undefined, { signal }).catch(() => undefined);
      }
      await running?.stop();
    },
  };
}
