import { QueryClient } from '@tanstack/react-query';

/**
 * A cache that never sends a request again by itself: no retry, no refetch on focus or reconnect, and no pausing while
 * offline, because a paused request would be sent by the reconnect instead of by a person. Only what a change of the
 * user invalidated while no screen showed it is read again by the next screen that does; paid queries never are.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        gcTime: Infinity,
        retry: false,
        refetchOnMount: ({ state }) => state.isInvalidated,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
