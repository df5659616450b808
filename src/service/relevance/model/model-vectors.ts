import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { currentGeneration } from '../../db/permalinks.ts';
import type { Pool } from '../../db/pool.ts';
import type { EmbeddingModel } from './endpoint.ts';
import { leaveLease, makeVectors, type Pass, readVectors, takeLease } from './vector-store.ts';
import { unrelatedTexts } from './unrelated-texts.ts';
import { measureUnrelated, scoreVectors, toBytes, type UnrelatedSimilarity, type VectorIndex } from './vectors.ts';

/**
 * How close each company of a load comes to a text: 0 as an unrelated company does on average, 1 as the closest
 * unrelated one, more where they have something in common.
 */
export type ModelScores = { readonly ids: Int32Array; readonly closeness: Float64Array };

/** A configured model at work: it keeps the vectors of all companies, and holds texts against them. */
export type ModelVectors = {
  readonly name: string;
  /** Undefined where the model does not answer, or has not read all companies of that load. */
  readonly score: (text: string, generation: number) => Promise<ModelScores | undefined>;
  /** Keeps the vectors up with the records until it is stopped, which closes the model; says what takes long and what fails. */
  readonly keep: (sql: Pool, signal: AbortSignal, say: (text: string) => void) => Promise<void>;
};

const queryMs = 3_000;
const idleMs = 2_000;
const progressMs = 5_000;
/** After a failure the model is left alone for so long, and what is built in ranks. */
const restMs = 30_000;
const rememberedQueries = 200;

/**
 * Makes and stores the vectors of all companies that have none of this model, `owner` naming who does it. Resolves to
 * false, at once or later, where another process is at it. What was stored stays when it fails or is aborted.
 */
export async function embedCompanies(
  sql: Pool,
  model: EmbeddingModel,
  owner: string,
  signal: AbortSignal,
  onPass: (pass: Pass) => void,
): Promise<boolean> {
  try {
    for (let [lastId, isDone] = [-1, false]; !isDone;) {
      if (!(await takeLease(sql, model.name, owner))) return false;
      const pass = await makeVectors(sql, model, lastId, signal);
      signal.throwIfAborted();
      onPass(pass);
      ({ lastId, isDone } = pass);
    }
    return true;
  } finally {
    // The next gateway, or this one after a restart, need not wait until it expires.
    await leaveLease(sql, model.name, owner).catch(() => undefined);
  }
}

/** Creates the ranking by a model; the model is not called before the first use. */
export function createModelVectors(model: EmbeddingModel): ModelVectors {
  const owner = randomUUID();
  const queries = new Map<string, Int8Array>();
  const unrelated: Int8Array[] = [];
  let present: { index: VectorIndex; similarity: UnrelatedSimilarity } | undefined;
  let restsUntil = 0;

  async function readQuery(text: string): Promise<Int8Array | undefined> {
    const known = queries.get(text);
    if (known || Date.now() < restsUntil) return known;
    try {
      const [values = []] = await model.embed([text], AbortSignal.timeout(queryMs));
      const read = toBytes(values);
      queries.set(text, read);
      for (const oldest of queries.keys()) if (queries.size > rememberedQueries) queries.delete(oldest);
      return read;
    } catch {
      restsUntil = Date.now() + restMs;
      return undefined;
    }
  }

  /** The vectors of texts that no company answers, made once. */
  async function embedUnrelated(signal: AbortSignal): Promise<Int8Array[]> {
    for (let from = unrelated.length; from < unrelatedTexts.length; from = unrelated.length) {
      const part = unrelatedTexts.slice(from, from + model.textsAtOnce);
      unrelated.push(...(await model.embed(part, signal)).map((values) => toBytes(values)));
    }
    return unrelated;
  }

  async function renew(sql: Pool, signal: AbortSignal, say: (text: string) => void): Promise<void> {
    const [row] = await sql<{ generation: number; companies: number }[]>`
      SELECT ${currentGeneration(sql)} AS generation, companies FROM totals`;
    if (!row || row.generation === present?.index.generation || row.companies === 0) return;
    let said = Date.now();
    const isDone = await embedCompanies(sql, model, owner, signal, ({ lastId }) => {
      if (Date.now() - said < progressMs) return;
      said = Date.now();
      say(`The model has read ${lastId.toLocaleString('en')} of ${row.companies.toLocaleString('en')} companies.`);
    });
    const index = isDone ? await readVectors(sql, model.name, row.generation) : undefined;
    if (!index) return;
    present = { index, similarity: await measureUnrelated(index, await embedUnrelated(signal)) };
  }

  return {
    name: model.name,
    async score(text, generation) {
      if (present?.index.generation !== generation) return undefined;
      const { index, similarity } = present;
      const vector = await readQuery(text);
      if (vector?.length !== index.dimensions) return undefined;
      return { ids: index.ids, closeness: await scoreVectors(index, vector, similarity) };
    },
    async keep(sql, signal, say) {
      let said = '';
      while (!signal.aborted) {
        const failure = await renew(sql, signal, say).then(
          () => '',
          (error: Error) => error.message,
        );
        // An error that repeats is logged once.
        if (failure !== '' && failure !== said && !signal.aborted)
          say(`The built-in search by meaning answers: ${failure}`);
        said = failure;
        await sleep(failure ? restMs : idleMs, undefined, { signal }).catch(() => undefined);
      }
      await model.close();
    },
  };
}
