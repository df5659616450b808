// @vitest-environment jsdom
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { connection, readConnected, watchConnected } from './connection.ts';
import { ownConfig } from './testing-config.ts';

afterEach(() => vi.unstubAllGlobals());

test('the service of the page is requested once, and known even if the component that requested it was unmounted', async () => {
  let answer: (response: Response) => void = () => undefined;
  const fetched = vi.fn(() => new Promise<Response>((resolve) => (answer = resolve)));
  vi.stubGlobal('fetch', fetched);
  const heard = vi.fn();
  watchConnected(heard);
  const client = createQueryClient();
  const loading = client.query(connection);
  const leave = new QueryObserver(client, connection).subscribe(() => undefined);
  leave();
  answer(Response.json(ownConfig));
  await expect(loading).resolves.toMatchObject({ accountId: 'a' });
  expect(readConnected()).toMatchObject({ accountId: 'a' });
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(heard).toHaveBeenCalledTimes(1);
});
