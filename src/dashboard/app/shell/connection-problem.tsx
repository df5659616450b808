import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSyncState } from '../../library/records/sync-state.ts';
import type { ApiError } from '../../platform/http/api-error.ts';
import { connection, isDirect } from '../../platform/http/connection.ts';
import { useHasKey } from '../../platform/http/key.ts';

/** Why nothing can be searched yet; empty when the connection is complete. */
export function ConnectionProblem() {
  const { data, error, refetch } = useQuery(connection);
  // The cache reads nothing again by itself; without this, a page that was loaded offline would stay without a service.
  useEffect(() => {
    if (!error) return undefined;
    const connect = () => void refetch();
    window.addEventListener('online', connect);
    return () => window.removeEventListener('online', connect);
  }, [error, refetch]);
  const hasKey = useHasKey();
  const isRejected = useSyncState().kind === 'rejected';
  const text = error
    ? (error as ApiError).kind === 'offline'
      ? 'This device is offline. Only what is stored here is shown.'
      : 'The gateway is not running. Start it, then reload.'
    : !data
      ? ''
      : isDirect && data.host === null
        ? 'No service yet: see Settings'
        : data.key !== 'gateway' && !hasKey
          ? 'No key yet: see Settings'
          : isRejected
            ? 'You are no longer a member of this workspace. Your data here is kept. Ask an owner for a new invitation.'
            : '';
  return <output className="border-b border-line bg-warn-soft px-4.5 py-1.5 text-warn empty:hidden">{text}</output>;
}
