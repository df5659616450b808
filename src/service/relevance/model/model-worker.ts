import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { serveTasks } from '../../threads/thread.ts';
import { createModelTasks } from './model-tasks.ts';

// The thread of a local model, built as a separate file. On Linux a thread has its own priority; elsewhere a low one
// would slow down the whole process.
if (workerData === 'low' && process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
if (parentPort) serveTasks(parentPort, createModelTasks());
