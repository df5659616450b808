import { resolve } from 'node:path';
import { z } from 'zod';
import { StartError } from '../service/db/start-error.ts';

/** A model for search by meaning: an OpenAI-compatible service that turns texts into vectors, or a folder with one. */
export type Embeddings = { url: URL; model: string; key: string | undefined } | { folder: string };

const meaning = 'must be an address like https://api.example.com/v1, without user, password, ? and #';

/** What the environment may say of a model. */
export const embeddingsVariables = {
  EMBEDDINGS_URL: z
    .url({ protocol: /^https?$/, error: meaning })
    .transform((text) => new URL(text.trim().replace(/\/+$/, '')))
    .refine(({ username, password, search, hash }) => `${username}${password}${search}${hash}` === '', meaning)
    .optional(),
  EMBEDDINGS_MODEL: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be the name of a model, without blanks')
    .optional(),
  EMBEDDINGS_KEY: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,1024}$/, 'must be the key alone, without "Bearer" and without blanks')
    .optional(),
  EMBEDDINGS_LOCAL: z.string().optional(),
};

type Known = { [Name in keyof typeof embeddingsVariables]?: z.output<(typeof embeddingsVariables)[Name]> };

/** The one model that is meant; throws a StartError where two are, or half of one. */
export function toEmbeddings(known: Known): Embeddings | undefined {
  const { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model, EMBEDDINGS_KEY: key, EMBEDDINGS_LOCAL: folder } = known;
  if (folder !== undefined) {
    if (!url && !model && !key) return { folder: resolve(folder) };
    throw new StartError(
      'EMBEDDINGS_LOCAL names a model in a folder, and EMBEDDINGS_URL, EMBEDDINGS_MODEL and EMBEDDINGS_KEY one behind an address.',
      'Set EMBEDDINGS_LOCAL alone, or unset it.',
    );
  }
  if (url && model) return { url, model, key };
  if (!url && !model && !key) return undefined;
  throw new StartError(
    `A model for search by meaning needs ${url ? 'EMBEDDINGS_MODEL' : model ? 'EMBEDDINGS_URL' : 'EMBEDDINGS_URL and EMBEDDINGS_MODEL'} too.`,
    'Set both, or unset all that begin with EMBEDDINGS_.',
  );
}
