// @vitest-environment jsdom
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { followAccount, readAccountName, whenAccountKnown } from './account.ts';
import { changeConnection } from './connection.ts';
import { deleteKey, storeKey } from './key.ts';
import { queryClient } from './query-client.ts';
import { ownConfig } from './testing-config.ts';
import { resetWorkspace, watchWorkspace } from './workspace.ts';

const onChange = vi.fn();
const requested: string[] = [];

beforeAll(async () => {
  vi.stubGlobal('fetch', async (path: string) => {
    requested.push(path);
    return Response.json(path === '/config.json' ? ownConfig : { success: true, data: { versions: {} } });
  });
  followAccount(onChange);
  await whenAccountKnown();
});
beforeEach(() => onChange.mockClear());

test('screens wait for the versions of what they read, so that no change in between is missed', () => {
  expect(requested).toEqual(['/config.json', '/workspace/versions']);
});

test('another key is another account, and its name says nothing of the key', () => {
  expect(readAccountName()).toBe('a');
  storeKey('secret-key', false);
  const name = readAccountName();
  expect(name).toMatch(/^[0-9a-f]{16}$/);
  storeKey('other-key', false);
  expect(readAccountName()).not.toBe(name);
  deleteKey();
  expect(readAccountName()).toBe('a');
  expect(onChange).toHaveBeenCalledTimes(3);
});

test('a configuration that is read again changes nothing, unless it is of another account', () => {
  changeConnection(queryClient, { ...ownConfig });
  expect(onChange).not.toHaveBeenCalled();
  changeConnection(queryClient, { ...ownConfig, accountId: 'b' });
  expect(onChange).toHaveBeenCalledTimes(1);
  changeConnection(queryClient, ownConfig);
});

test('after a change of account nothing is left of what was read but the configuration', () => {
  const forgotten = vi.fn();
  watchWorkspace('reset', forgotten);
  queryClient.setQueryData(['workspace', 'statuses'], 1);
  queryClient.setQueryData(['balance'], 1);
  resetWorkspace();
  expect(queryClient.getQueryData(['workspace', 'statuses'])).toBeUndefined();
  expect(queryClient.getQueryData(['balance'])).toBeUndefined();
  expect(queryClient.getQueryData(['config'])).toMatchObject({ accountId: 'a' });
  expect(forgotten).toHaveBeenCalledTimes(1);
});
