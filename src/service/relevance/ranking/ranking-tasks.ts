import { measureUnrelated } from './cosines.ts';
import { rank } from './rank.ts';
import { rerank } from './rerank.ts';

/** What the ranking thread does. It has no state: every request names the words and vectors, in shared memory. */
export const rankingTasks = { rank, rerank, measureUnrelated };
