import { z } from 'zod';

/** The text of a record, and the part of it that is its summary; empty if it has none. */
export type RecordText = { readonly text: string; readonly summary: string };

/** What converts texts to vectors, all of the same length. */
export type TextEmbedder = {
  /** Vectors are compared only with those of a model with the same name. */
  readonly name: string;
  /** How many texts one request may contain; the response must arrive within a minute. */
  readonly textsAtOnce: number;
  readonly embed: (texts: readonly string[], signal: AbortSignal) => Promise<number[][]>;
  /** As `embed`, for records, if done separately so that no search waits for it; their summaries count more. */
  readonly embedRecords?: (records: readonly RecordText[], signal: AbortSignal) => Promise<number[][]>;
};

/** A model that converts texts to vectors. */
export type EmbeddingModel = TextEmbedder & {
  /** A rougher one that is many times as fast: it ranks until this model has embedded all records. */
  readonly quick?: TextEmbedder;
  /** Frees its resources; may be called more than once. No other call may follow. */
  readonly close: () => Promise<void>;
};

/** An OpenAI-compatible embedding service and the model to use. */
type EndpointOptions = { readonly url: URL; readonly model: string; readonly key: string | undefined };

const answer = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1) })),
});

/** A model behind `POST {url}/embeddings`. Its errors contain neither the key nor a text. */
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
