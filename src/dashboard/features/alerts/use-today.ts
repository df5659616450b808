import { useSyncExternalStore } from 'react';
import { toToday } from './days.ts';

/** The UTC day, kept up to date: a page may stay open over midnight. */
export const useToday = (): string =>
  useSyncExternalStore(
    (listener) => {
      const timer = setInterval(listener, 60_000);
      return () => clearInterval(timer);
    },
    () => toToday(Date.now()),
  );
