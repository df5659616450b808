import { createEndpointModel } from '../../service/relevance/model/endpoint.ts';
import { openLocalModel } from '../../service/relevance/model/local-model.ts';
import { createModelVectors, type ModelVectors } from '../../service/relevance/model/model-vectors.ts';
import type { Embeddings } from '../environment-embeddings.ts';

/**
 * The model that is configured for search by meaning. Undefined where there is none, and, with a word about why, where
 * its folder holds none that works: then what is built in ranks.
 */
export async function openSearchModel(
  embeddings: Embeddings | undefined,
  say: (text: string) => void,
): Promise<ModelVectors | undefined> {
  if (!embeddings) return undefined;
  if ('url' in embeddings) return createModelVectors(createEndpointModel(embeddings));
  try {
    return createModelVectors(await openLocalModel(embeddings.folder));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    say(`The built-in search by meaning answers, because EMBEDDINGS_LOCAL cannot be used: ${why}`);
    return undefined;
  }
}
