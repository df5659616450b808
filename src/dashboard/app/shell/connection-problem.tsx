import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../../platform/http/api-error.ts';
import { changeConnection, connection, readConfig } from '../../platform/http/connection.ts';
import { useHasKey } from '../../platform/http/key.ts';
import { isTemporary, useGatewayContact } from '../../platform/http/workspace.ts';

const repeatMs = 5000;

/** Why the gateway does not respond; null if it does. Asking again is free. */
const gatewayProblem = queryOptions({
  queryKey: ['gateway problem'],
  queryFn: async ({ client }): Promise<ApiError['kind'] | null> => {
    try {
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
  const contact = useGatewayContact();
  const isRejected = contact.error instanceof ApiError && contact.error.kind === 'key';
  useEffect(() => {
    if (error || isTemporary(contact.error)) void check();
  }, [error, contact.error, check]);
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
      ? 'This device is offline. Only what was loaded before is shown.'
      : 'The gateway does not respond. Once it runs again, this page connects by itself.'
    : !data
      ? ''
      : data.key !== 'gateway' && !hasKey
        ? 'No key yet: see Settings'
        : hasKey && isRejected
          ? 'You are no longer a member of this workspace. Ask an owner for a new invitation, or check your key in Settings.'
          : '';
  return <output className="border-b border-line bg-warn-soft px-4.5 py-1.5 text-warn empty:hidden">{text}</output>;
}
