import { serveTasks, startHere, startWorker, type Thread } from '../../threads/thread.ts';
import { rankingTasks } from './ranking-tasks.ts';

type RankingTasks = typeof rankingTasks;

let current: Thread<RankingTasks> | undefined;

/** Runs a task in the ranking thread of this process, which starts with the first task and ends with the process. */
export function runInRankingThread<N extends keyof RankingTasks>(
  name: N,
  request: Parameters<RankingTasks[N]>[0],
): Promise<Awaited<ReturnType<RankingTasks[N]>>> {
  if (!current || current.readEnd()) current = startRankingThread();
  return current.send(name, request);
}

/** In a build, the thread is a file next to this one. */
const startRankingThread = (): Thread<RankingTasks> =>
  import.meta.env.PROD
    ? startWorker<RankingTasks>('ranking', new URL('company-ranking.js', import.meta.url))
    : startHere<RankingTasks>('ranking', (port) => serveTasks(port, rankingTasks));
