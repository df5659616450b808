import { getPriority, setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import { serveIndex } from './serve-index.ts';

// The thread of the index, built as a separate file.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
if (process.platform === 'linux') lowerPriority();
if (parentPort) serveIndex(parentPort, collectGarbage);

/** When processors are busy, searches wait for lookups and charges. Only Linux has thread priorities. */
function lowerPriority(): void {
  try {
    setPriority(Math.min(getPriority() + 2, 19));
  } catch {
    // If the system forbids it, this thread has the normal priority.
  }
}
