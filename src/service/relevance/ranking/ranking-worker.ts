import { parentPort } from 'node:worker_threads';
import { serveTasks } from '../../threads/thread.ts';
import { rankingTasks } from './ranking-tasks.ts';

// The ranking thread, built as a separate file.
if (parentPort) serveTasks(parentPort, rankingTasks);
