// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Config } from '#contract/config.ts';
import { changeConnection } from '../platform/http/connection.ts';
import { ownConfig } from '../platform/http/testing-config.ts';
import { freeNames } from './records.ts';
import { areNamesFree, isNameComing, readFreeName, waitForNames } from './request-names.ts';

const uuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const connect = (changed: Partial<Config> = {}) => changeConnection(new QueryClient(), { ...ownConfig, ...changed });

type ReceivedNames = Partial<Record<'company_ids' | 'investor_ids' | 'person_ids', string[]>>;
const kinds = { company_ids: 'company', investor_ids: 'investor', person_ids: 'person' } as const;

/** A service that names every id but those that `knows` rejects; the first requests fail with `fails`. */
function serve({ knows = () => true, fails = [] }: { knows?: (id: string) => boolean; fails?: Response[] } = {}) {
  const received: ReceivedNames[] = [];
  const answer = async (url: Parameters<typeof fetch>[0], init?: RequestInit) => {
    expect(url).toBe('/account/names');
    const body = JSON.parse(init?.body as string) as ReceivedNames;
    received.push(body);
    const failure = fails.shift();
    if (failure) return failure;
    const names = Object.entries(kinds).flatMap(([member, kind]) =>
      (body[member as keyof ReceivedNames] ?? [])
        .filter(knows)
        .map((id) => ({ id, kind, name: `Name ${id}`, domain: null })),
    );
    return Response.json({ success: true, data: { names }, meta: { total_count: names.length } });
  };
  vi.stubGlobal('fetch', vi.fn<typeof fetch>(answer));
  return received;
}

beforeEach(() => {
  vi.useFakeTimers();
  connect();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const settle = (ms = 1000) => vi.advanceTimersByTimeAsync(ms);

test('names that are read together are requested once, by kind, at most 500 at a time', async () => {
  const received = serve();
  const ids = Array.from({ length: 700 }, (_, index) => uuid(index));
  for (const round of ['first', 'again']) {
    for (const id of ids) expect(readFreeName('company', id), round).toBeUndefined();
  }
  readFreeName('investor', uuid(1000));
  readFreeName('person', uuid(1001));
  readFreeName('company', 'not an id');
  await settle();
  expect(received).toEqual([
    { company_ids: ids.slice(0, 500) },
    { company_ids: ids.slice(500), investor_ids: [uuid(1000)], person_ids: [uuid(1001)] },
  ]);
  expect(readFreeName('company', uuid(699))).toBe(`Name ${uuid(699)}`);
  expect(freeNames.read(uuid(1000))).toMatchObject({ kind: 'investor', remark: '' });
  await settle();
  expect(received).toHaveLength(2);
});

test('a record that the service does not know has no pending name, and is not requested again', async () => {
  const received = serve({ knows: () => false });
  readFreeName('company', uuid(2000));
  expect(isNameComing(uuid(2000))).toBe(true);
  await settle();
  expect(isNameComing(uuid(2000))).toBe(false);
  readFreeName('company', uuid(2000));
  await settle();
  expect(received).toHaveLength(1);
});

test('names that did not arrive are requested again after a wait, or at once when the connection is back', async () => {
  const received = serve({ fails: [new Response('', { status: 503 }), new Response('', { status: 503 })] });
  readFreeName('company', uuid(3000));
  await settle();
  expect(received).toHaveLength(1);
  await settle(2000);
  expect(received).toHaveLength(2);
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  await settle(100);
  expect(received).toHaveLength(3);
  expect(readFreeName('company', uuid(3000))).toBe(`Name ${uuid(3000)}`);
});

test('after a 429 names wait as long as the service says, and an export does not wait for them', async () => {
  const headers = { 'retry-after': '300' };
  const received = serve({ fails: [new Response('', { status: 429, headers })] });
  readFreeName('investor', uuid(4000));
  await settle();
  await waitForNames();
  await settle(298_000);
  expect(received).toHaveLength(1);
  await settle(2000);
  expect(received).toHaveLength(2);
});

test('nothing is requested from a service that charges for names', async () => {
  const received = serve();
  connect({ service: 'upstream', names: false });
  readFreeName('company', uuid(5000));
  await settle();
  expect([received, areNamesFree(), isNameComing(uuid(5000))]).toEqual([[], false, false]);
  connect();
  await settle();
  expect(received).toEqual([{ company_ids: [uuid(5000)] }]);
});
