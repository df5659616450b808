import { type QueryKey, queryOptions, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { DataOf, Endpoint } from '#contract/endpoint.ts';
import { readVersions, type WorkspacePart, workspaceParts } from '#contract/workspace/versions.ts';
import { ApiError } from './api-error.ts';
import { connection, readConnected, useConnected } from './connection.ts';
import { queryClient } from './query-client.ts';
import { readKey, useHasKey } from './key.ts';
import { pause } from '../pause.ts';
import { type ApiRequest, send, type SendOptions } from './send.ts';

/** An endpoint of the gateway's workspace. */
type WorkspaceEndpoint = Endpoint & { readonly root: '/workspace' };
/** Those that spend are called by `spending/buy.ts` alone, with an authorization. */
type FreeWorkspaceEndpoint = WorkspaceEndpoint & { readonly spends?: never };

/**
 * Reads or changes what the gateway stores; never spends. Throws an ApiError for any status but 200. With `keepalive`,
 * the browser completes it after the page is left, if its body has at most 64 kB.
 */
export const callWorkspace = <E extends FreeWorkspaceEndpoint>(
  endpoint: E,
  request: ApiRequest<E>,
  options: { readonly keepalive?: boolean } = {},
): Promise<DataOf<E>> => sendToWorkspace(endpoint, request, options);

/**
 * The same for any endpoint of the workspace, even one that spends: only `spending/buy.ts` may use it. `cancelled` stops
 * waiting for the rate limit, but not a request that was sent.
 */
export async function sendToWorkspace<E extends WorkspaceEndpoint>(
  endpoint: E,
  request: ApiRequest<E>,
  options: Omit<SendOptions, 'priority'> = {},
): Promise<DataOf<E>> {
  const { data } = await send(endpoint, request, { priority: 'purchase', ...options });
  // The gateway and this page are one version, so that the data is as the contract has it.
  return data as DataOf<E>;
}

/** The key of a query of the workspace; all with the same part are read again when that part changes. */
export const workspaceKey = (part: WorkspacePart, ...rest: readonly unknown[]) => ['workspace', part, ...rest] as const;

const pollMs = 5000;

/** The counters of changes, polled while the page is visible and when it gets the focus. */
const versions = queryOptions({
  queryKey: ['workspace', 'versions'],
  queryFn: async ({ signal }) => (await callWorkspace(readVersions, { query: undefined, signal })).versions,
  staleTime: 0,
  refetchInterval: pollMs,
  refetchOnWindowFocus: true,
});

/** Versions that the page knows. */
const known = new Map<WorkspacePart, number>();

type WorkspaceEvent = WorkspacePart | 'reset';
const watchers = new Map<WorkspaceEvent, Set<() => void>>();

/** Calls back when a part of the workspace has changed, or when all is forgotten, for what is no query. */
export function watchWorkspace(event: WorkspaceEvent, onEvent: () => void): void {
  watchers.set(event, (watchers.get(event) ?? new Set()).add(onEvent));
}

function notify(event: WorkspaceEvent): void {
  for (const onEvent of watchers.get(event) ?? []) onEvent();
}

/** Whether this page can read its workspace: there is a key for it. */
export function useHasWorkspace(): boolean {
  const hasKey = useHasKey();
  const connected = useConnected();
  return connected !== undefined && (connected.key === 'gateway' || hasKey);
}

/** The same outside React. */
export function hasWorkspace(): boolean {
  const connected = readConnected();
  return connected !== undefined && (connected.key === 'gateway' || readKey() !== undefined);
}

/** How long screens wait for the counters, in milliseconds. */
const firstVersionsMs = 2000;

/**
 * Reads the counters before anything that they count: what changes in between is then noticed, and read again.
 * Resolves when they are here, or take too long.
 */
export async function readFirstVersions(): Promise<void> {
  if (hasWorkspace()) await Promise.race([queryClient.query(versions), pause(firstVersionsMs)]);
}

/** What a query of the workspace has read; `isLoading` until it has read anything. */
export function useWorkspaceQuery<T, K extends QueryKey>(
  options: UseQueryOptions<T, Error, T, K>,
): { readonly data: T | undefined; readonly isLoading: boolean } {
  const enabled = useHasWorkspace();
  const isUnknown = useConnected() === undefined;
  const { data } = useQuery({ ...options, enabled }, queryClient);
  return { data, isLoading: data === undefined && (enabled || isUnknown) };
}

/** Whether the same request may succeed later: no response arrived, or the gateway was busy. */
export const isTemporary = (error: Error | null): boolean =>
  error instanceof ApiError && (error.facts.status === 0 || error.facts.status === 429 || error.facts.status >= 500);

/** When the gateway last answered about changes, in milliseconds, and why it did not since; sends nothing. */
export function useGatewayContact(): { readonly answeredAt: number; readonly error: Error | null } {
  const { dataUpdatedAt: answeredAt, error } = useQuery({ ...versions, enabled: false }, queryClient);
  return { answeredAt, error };
}

/** Forgets everything that was read but the configuration, and reads what is shown again. */
export function resetWorkspace(): void {
  known.clear();
  notify('reset');
  const [config] = connection.queryKey;
  void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== config });
}

/** Reads again what members, browsers and tabs changed. Rendered once, by the shell. */
export function useWorkspaceChanges(): void {
  const { data, dataUpdatedAt } = useQuery({ ...versions, enabled: useHasWorkspace() }, queryClient);
  useEffect(() => {
    if (dataUpdatedAt === 0) return;
    // What could not be read while the gateway was away.
    const predicate = ({ state }: { readonly state: { readonly error: Error | null } }) => isTemporary(state.error);
    void queryClient.invalidateQueries({ queryKey: ['workspace'], predicate });
  }, [dataUpdatedAt]);
  useEffect(() => {
    if (!data) return;
    for (const part of workspaceParts) {
      const [before, now] = [known.get(part), data[part] ?? 0];
      known.set(part, now);
      if (before === now) continue;
      // At first, what the shell read before the counters, which may be older than they are.
      void queryClient.invalidateQueries({ queryKey: workspaceKey(part) });
      if (before !== undefined) notify(part);
    }
  }, [data]);
}

/** Puts the response to a change into the cache. What was being read meanwhile may be older, and is read again. */
export async function cacheResponse(part: WorkspacePart, store: () => void): Promise<void> {
  const filter = { queryKey: workspaceKey(part) };
  const isReading = queryClient.isFetching(filter) > 0;
  if (isReading) await queryClient.cancelQueries(filter);
  store();
  if (isReading) void queryClient.invalidateQueries(filter);
}
