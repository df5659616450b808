import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSyncState } from '../../library/records/sync-state.ts';
import type { ApiError } from '../../platform/http/api-error.ts';
import {
  changeConnection,
  connection,
  isDirect,
  readConfig,
  readDirectService,
} from '../../platform/http/connection.ts';
import { useHasKey } from '../../platform/http/key.ts';
import { checkNetwork } from '../../platform/http/request.ts';

const repeatMs = 5000;

/** Why the gateway does not respond, or why a page without one is offline; null if neither. Asking again is free. */
const gatewayProblem = queryOptions({
  queryKey: ['gateway problem'],
  queryFn: async ({ client, signal }): Promise<ApiError['kind'] | null> => {
    try {
      if (isDirect && !navigator.onLine) await checkNetwork(readDirectService()?.address ?? '', signal);
      changeConnection(client, await readConfig());
      return null;
    } catch (error) {
      return (error as ApiError).kind;
    }
  },
  initialData: null,
  refetchInterval: ({ state }) => state.data !== null && repeatMs,
});

/** Why nothing can be searched at the moment; empty when the connection is complete. */
export function ConnectionProblem() {
  const { data, error } = useQuery(connection);
  const { data: problem, refetch: check } = useQuery(gatewayProblem);
  const sync = useSyncState();
  useEffect(() => {
    if (error || sync.kind === 'waiting') void check();
  }, [error, sync, check]);
  useEffect(() => {
    const onChange = () => void check();
    if (!navigator.onLine) onChange();
    window.addEventListener('offline', onChange);
    window.addEventListener('online', onChange);
    return () => {
      window.removeEventListener('offline', onChange);
      window.removeEventListener('online', onChange);
    };
  }, [check]);
  const hasKey = useHasKey();
  const failure = problem ?? (error as ApiError | null)?.kind;
  const text = failure
    ? failure === 'offline'
      ? 'This device is offline. Only what is stored here is shown.'
      : 'The gateway does not respond. Once it runs again, this page connects by itself.'
    : !data
      ? ''
      : isDirect && data.host === null
        ? 'No service yet: see Settings'
        : data.key !== 'gateway' && !hasKey
          ? 'No key yet: see Settings'
          : sync.kind === 'rejected'
            ? 'You are no longer a member of this workspace. Your data here is kept. Ask an owner for a new invitation.'
            : '';
  return <output className="border-b border-line bg-warn-soft px-4.5 py-1.5 text-warn empty:hidden">{text}</output>;
}
