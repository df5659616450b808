import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { removeAlert } from './alert-draft.ts';

const id = '2f6a9c30-8b1d-4e57-9c42-7d0e5b3f1a86';
const matches = (ids: string) => ['alerts', 'matches', '2026-03-01', '2026-03-07', ids];
let steps: string[];
let status: number;

beforeEach(() => {
  steps = [];
  status = 200;
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async (_url: string, { method }: RequestInit) => {
    steps.push(String(method));
    const body = { success: status === 200, data: {}, error: { code: 'ERROR', message: 'No.', details: {} } };
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => vi.unstubAllGlobals());

/** A client that reads the matches of two alerts, which never ends. */
function openReading(): QueryClient {
  const client = new QueryClient();
  const queryFn = ({ signal }: { readonly signal: AbortSignal }) =>
    new Promise<never>((_, reject) => {
      steps.push('read');
      signal.addEventListener('abort', () => {
        steps.push('given up');
        reject(new Error('aborted'));
      });
    });
  void client.query({ queryKey: matches(`other,${id}`), queryFn, retry: false }).catch(() => undefined);
  return client;
}

test('matches that name a deleted alert are given up before it is deleted, so that nobody asks for it', async () => {
  const client = openReading();
  await removeAlert(client, id);
  expect(steps).toEqual(['read', 'given up', 'DELETE']);
});

test('matches that were given up are read again where the alert could not be deleted', async () => {
  const client = openReading();
  status = 400;
  await expect(removeAlert(client, id)).rejects.toThrow('No.');
  expect(client.getQueryState(matches(`other,${id}`))?.isInvalidated).toBe(true);
});
