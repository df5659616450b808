import { getPriority, setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import { serveIndex } from './serve-index.ts';

// The thread of the index, built as a file of its own.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
if (process.platform === 'linux') giveWay();
if (parentPort) serveIndex(parentPort, collectGarbage);

/** Where processors are short, searches wait for look-ups and charges. Only Linux has priorities of threads. */
function giveWay(): void {
  try {
    setPriority(Math.min(getPriority() + 2, 19));
  } catch {
    // Where the system forbids it, this thread runs like the others.
  }
}
