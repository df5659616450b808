import { z } from 'zod';

/** The text of a record, and the part of it that sums it up; empty where it has none. */
export type RecordText = { readonly text: string; readonly summary: string };

/** A model that turns texts into vectors, each text into one of the same length. */
export type EmbeddingModel = {
  /** Vectors of one name are never compared with those of another. */
  readonly name: string;
  /** How many texts one request may hold; it must be answered within a minute. */
  readonly textsAtOnce: number;
  readonly embed: (texts: readonly string[], signal: AbortSignal) => Promise<number[][]>;
  /** The same for records, where that is done apart, so that no search waits for it; their summaries count more. */
  readonly embedRecords?: (records: readonly RecordText[], signal: AbortSignal) => Promise<number[][]>;
  /** Frees its resources; may be called again. No other call may follow. */
  readonly close: () => Promise<void>;
};

/** An OpenAI-compatible embedding service and the model to use. */
type EndpointOptions = { readonly url: URL; readonly model: string; readonly key: string | undefined };

const answer = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1) })),
});

/** A model behind `POST {url}/embeddings`. What it throws holds neither the key nor a text. */
export function createEndpointModel({ url, model, key }: EndpointOptions): EmbeddingModel {
  const address = `${url.href.replace(/\/+$/, '')}/embeddings`;
  const authorization: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  return {
    name: model,
    textsAtOnce: 64,
    async embed(texts, signal) {
      const response = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...authorization },
        body: JSON.stringify({ model, input: texts, encoding_format: 'float' }),
        signal,
        redirect: 'error',
      }).catch(() => {
        throw new Error('The embedding service cannot be reached, or took too long.');
      });
      if (!response.ok) throw new Error(`The embedding service answered ${response.status}.`);
      const read = answer.safeParse(await response.json().catch(() => undefined));
      const vectors = read.data?.data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => embedding) ?? [];
      if (vectors.length !== texts.length)
        throw new Error('The embedding service did not answer with one vector a text.');
      return vectors;
    },
    close: () => Promise.resolve(),
  };
}
