import { QueryClient } from '@tanstack/react-query';

/**
 * Creates a cache that never sends a request again by itself: no retry, not when another part is shown, no refetch on focus or reconnect, and no pausing
 * while offline, because a paused request would be sent by the reconnect instead of by a person. Only what a change
 * invalidated is read again. Paid requests are mutations, so that no query can spend.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        gcTime: Infinity,
        retry: false,
        retryOnMount: false,
        refetchOnMount: ({ state }) => state.isInvalidated,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

/** The cache of this page. */
export const queryClient = createQueryClient();
