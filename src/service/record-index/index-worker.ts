import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import { serveIndex } from './serve-index.ts';

// The thread of the index, built as a file of its own.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
if (parentPort) serveIndex(parentPort, collectGarbage);
