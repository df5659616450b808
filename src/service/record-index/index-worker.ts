import { parentPort } from 'node:worker_threads';
import { serveIndex } from './serve-index.ts';

// The thread of the index, built as a file of its own.
if (parentPort) serveIndex(parentPort);
