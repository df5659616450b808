import { QueryClient } from '@tanstack/react-query';

/**
 * A cache that never sends a request again by itself: no retry, no refetch on mount, focus or reconnect, and no
 * pausing while offline, because a paused request would be sent by the reconnect instead of by a person.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        gcTime: Infinity,
        retry: false,
        refetchOnMount: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
