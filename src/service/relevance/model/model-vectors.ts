import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { currentGeneration } from '../../db/permalinks.ts';
import type { Pool } from '../../db/pool.ts';
import { LruCache } from '../../lru-cache.ts';
import type { EmbeddingModel, TextEmbedder } from './endpoint.ts';
import { countVectors, createVectors, type Pass, readVectors, releaseLease, takeLease } from './vector-store.ts';
import { unrelatedTexts } from './unrelated-texts.ts';
import type { UnrelatedSimilarity } from '../ranking/cosines.ts';
import { runInRankingThread } from '../ranking/ranking-thread.ts';
import { toBytes, type VectorIndex } from './vectors.ts';

/** The vectors of all companies by one model. */
export type LoadedVectors = {
  /** The name of the model. */
  readonly name: string;
  /** Whether it is a quick model. */
  readonly isQuick: boolean;
  readonly index: VectorIndex;
  /** How similar unrelated texts and companies are. */
  readonly similarity: UnrelatedSimilarity;
  /** The vector of a text; undefined if the model does not respond. */
  readonly embedQuery: (text: string) => Promise<Int8Array | undefined>;
};

/** A running model: it keeps the vectors of all companies up to date. */
export type ModelVectors = {
  readonly name: string;
  /**
   * The vectors of this load of the records: those of a quick model until the model has embedded all companies; undefined
   * while neither has.
   */
  readonly at: (generation: number) => LoadedVectors | undefined;
  /**
   * Keeps the vectors in step with the records until `signal` aborts, which closes the model; reports delays and
   * failures.
   */
  readonly maintain: (sql: Pool, signal: AbortSignal, report: (text: string) => void) => Promise<void>;
  /** Resolves when no code of the model is running; a process that exits earlier may be aborted by its runtime. */
  readonly close: () => Promise<void>;
};

const queryMs = 3_000;
const idleMs = 2_000;
const progressMs = 5_000;
/** After a failure the model is not called for this long; the built-in ranking is used. */
const pauseMs = 30_000;
const rememberedQueries = 200;
/** If there are more companies, only every second, third and so on is compared with the unrelated texts. */
const sample = 100_000;
/** If a model finds all unrelated texts equally similar, smaller differences than this count as none. */
const smallestSpread = 0.1;

/**
 * Makes and stores the vectors of all companies that have none of this model; `owner` identifies this process. Resolves
 * to false, at once or later, if another process is doing it. After a failure or an abort, stored vectors remain.
 */
export async function embedCompanies(
  sql: Pool,
  model: TextEmbedder,
  owner: string,
  signal: AbortSignal,
  onPass: (pass: Pass) => void,
): Promise<boolean> {
  try {
    for (let [lastId, isDone] = [-1, false]; !isDone;) {
      if (!(await takeLease(sql, model.name, owner))) return false;
      const pass = await createVectors(sql, model, lastId, signal);
      signal.throwIfAborted();
      onPass(pass);
      ({ lastId, isDone } = pass);
    }
    return true;
  } finally {
    // So that the next gateway, or this one after a restart, need not wait until it expires.
    await releaseLease(sql, model.name, owner).catch(() => undefined);
  }
}

/** Embeds the texts of searches, of which it remembers the last ones, and the unrelated texts, once. */
function createTextReader(model: TextEmbedder) {
  const queries = new LruCache<Int8Array>(rememberedQueries);
  const unrelated: Int8Array[] = [];
  let pausedUntil = 0;

  async function embedQuery(text: string): Promise<Int8Array | undefined> {
    const known = queries.get(text);
    if (known || Date.now() < pausedUntil) return known;
    try {
      const [values = []] = await model.embed([text], AbortSignal.timeout(queryMs));
      const read = toBytes(values);
      queries.set(text, read);
      return read;
    } catch {
      pausedUntil = Date.now() + pauseMs;
      return undefined;
    }
  }

  async function embedUnrelated(signal: AbortSignal): Promise<Int8Array[]> {
    for (let from = unrelated.length; from < unrelatedTexts.length; from = unrelated.length) {
      const part = await model.embed(unrelatedTexts.slice(from, from + model.textsAtOnce), signal);
      unrelated.push(...part.map((values) => toBytes(values)));
    }
    return unrelated;
  }

  return { embedQuery, embedUnrelated };
}

/** Creates the ranking by a model; the model is not called before the first use. */
export function createModelVectors(model: EmbeddingModel): ModelVectors {
  const owner = randomUUID();
  const exact = { ...createTextReader(model), by: model, isQuick: false };
  const quick = model.quick && { ...createTextReader(model.quick), by: model.quick, isQuick: true };
  let loaded: LoadedVectors | undefined;

  /** Embeds all companies by a model and loads their vectors, unless another process is embedding them. */
  async function renewBy(
    { by, isQuick, embedQuery, embedUnrelated }: NonNullable<typeof quick>,
    sql: Pool,
    signal: AbortSignal,
    report: (text: string) => void,
  ): Promise<void> {
    const [row] = await sql<{ generation: number; companies: number }[]>`
      SELECT ${currentGeneration(sql)} AS generation, companies FROM totals`;
    if (!row || row.companies === 0) return;
    let reportedAt = Date.now();
    const isDone = await embedCompanies(sql, by, owner, signal, ({ lastId }) => {
      if (Date.now() - reportedAt < progressMs) return;
      reportedAt = Date.now();
      report(`The model has read ${lastId.toLocaleString('en')} of ${row.companies.toLocaleString('en')} companies.`);
    });
    const index = isDone ? await readVectors(sql, by, row.generation) : undefined;
    if (!index) return;
    const texts = await embedUnrelated(signal);
    const similarity = await runInRankingThread('measureUnrelated', { vectors: index, texts, sample, smallestSpread });
    loaded = { name: by.name, isQuick, index, similarity, embedQuery };
  }

  async function renew(sql: Pool, signal: AbortSignal, report: (text: string) => void): Promise<void> {
    const [row] = await sql<{ generation: number }[]>`SELECT ${currentGeneration(sql)} AS generation`;
    const isCurrent = row?.generation === loaded?.index.generation;
    if (isCurrent && !loaded?.isQuick) return;
    if (!isCurrent && quick) {
      const { companies, embedded } = await countVectors(sql, model.name);
      if (embedded < companies) await renewBy(quick, sql, signal, report);
    }
    await renewBy(exact, sql, signal, report);
  }

  return {
    name: model.name,
    at: (generation) => (loaded?.index.generation === generation ? loaded : undefined),
    async maintain(sql, signal, report) {
      let reported = '';
      while (!signal.aborted) {
        const failure = await renew(sql, signal, report).then(
          () => '',
          (error: Error) => error.message,
        );
        // A repeated error is logged once.
        if (failure !== '' && failure !== reported && !signal.aborted)
          report(
            `The ${loaded?.isQuick ? 'word table of the model' : 'built-in ranking'} answers searches: ${failure}`,
          );
        reported = failure;
        await sleep(failure ? pauseMs : idleMs, undefined, { signal }).catch(() => undefined);
      }
      await model.close();
    },
    close: () => model.close(),
  };
}
