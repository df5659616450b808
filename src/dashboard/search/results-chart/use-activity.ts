import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { buyCounts, countedIn, type Period } from './activity.ts';

/** The counts of periods as far as they were bought, and the acts that buy and stop. */
export function useActivity(periods: readonly Period[]) {
  const client = useQueryClient();
  const counts = useQueries({ queries: periods.map(countedIn) });
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<Error>();
  const stopped = useRef(false);
  // Who leaves the chart stops the run: no request goes out that nobody sees.
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );
  const run = async (authorization: SpendAuthorization, wanted: readonly Period[]) => {
    if (running) return;
    stopped.current = false;
    setRunning(true);
    setFailure(undefined);
    try {
      await buyCounts(authorization, client, wanted, () => stopped.current);
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)));
    }
    setRunning(false);
  };
  return {
    counts: counts.map(({ data }) => data),
    /** When the oldest of them was counted, in milliseconds; 0 where none was. */
    countedAt: counts.reduce(
      (oldest, { data, dataUpdatedAt: at }) => (data && (oldest === 0 || at < oldest) ? at : oldest),
      0,
    ),
    missing: periods.filter((_, at) => counts[at]?.data === undefined),
    running,
    failure,
    run,
    stop: () => {
      stopped.current = true;
    },
  };
}
