import { startHere, startWorker, type Thread } from '../threads/thread.ts';
import { type IndexTasks, serveIndex } from './serve-index.ts';

/** The thread that holds the records of the index. */
export type IndexThread = Thread<IndexTasks>;

/** Starts the thread from its built file. */
export const startIndexWorker = (file: URL): IndexThread =>
  // Requests create few objects besides their arrays; a larger young generation would stay in memory unused.
  startWorker<IndexTasks>('index', file, { resourceLimits: { maxYoungGenerationSizeMb: 8 } });

/** Serves requests on this thread. */
export const startIndexHere = (): IndexThread => startHere<IndexTasks>('index', (port) => serveIndex(port));

/** In a build, the thread is a file next to this one. */
export const startIndexThread = (): IndexThread =>
  import.meta.env.PROD ? startIndexWorker(new URL('record-index.js', import.meta.url)) : startIndexHere();
