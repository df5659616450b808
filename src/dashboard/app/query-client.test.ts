import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { createQueryClient } from '../platform/http/query-client.ts';

afterEach(() => onlineManager.setOnline(true));

test('a purchase tried while offline fails then, and is not sent later by the reconnect', async () => {
  const client = createQueryClient();
  let sent = 0;
  const queryFn = async () => {
    sent += 1;
    throw new Error('offline');
  };
  onlineManager.setOnline(false);
  await expect(client.query({ queryKey: ['page'], queryFn, staleTime: 0 })).rejects.toThrow('offline');
  onlineManager.setOnline(true);
  await client.resumePausedMutations();
  expect(sent).toBe(1);
});

test('an answer is never asked again by mounting a second time', async () => {
  const client = createQueryClient();
  let sent = 0;
  const options = {
    queryKey: ['look-up'],
    queryFn: async () => {
      sent += 1;
      return sent;
    },
  };
  await client.query(options);
  const observer = new QueryObserver(client, client.defaultQueryOptions(options));
  observer.subscribe(() => undefined)();
  observer.subscribe(() => undefined)();
  expect(sent).toBe(1);
});

test('what a change invalidated while no screen showed it is read again by the next screen that does, once', async () => {
  const client = createQueryClient();
  let sent = 0;
  const options = {
    queryKey: ['matches'],
    queryFn: async () => {
      sent += 1;
      return sent;
    },
  };
  await client.query(options);
  await client.invalidateQueries({ queryKey: ['matches'] });
  expect(sent).toBe(1);
  const observer = new QueryObserver(client, client.defaultQueryOptions(options));
  await new Promise<void>((resolve) => {
    observer.subscribe(({ data }) => data === 2 && resolve());
  });
  observer.destroy();
  observer.subscribe(() => undefined)();
  expect(sent).toBe(2);
});
