// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { appendToJournal, journalOfAccount, readJournal } from '../../purchase/journal.ts';
import { whenRecorded } from '../../purchase/record-bill.ts';
import { showSyncState } from './sync-state.ts';
import { unlockCompanies } from './unlock.ts';
import { unlockedCompanies } from './records.ts';

afterEach(() => vi.unstubAllGlobals());

const uuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

/** A service that knows only companies with even numbers, and bills what it returns. */
function serveEvenCompanies(): { identifiers: { ids: string[] }; page_size: number }[] {
  const requests: { identifiers: { ids: string[] }; page_size: number }[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async (_url, init) => {
      const body = JSON.parse(init?.body as string) as (typeof requests)[number];
      requests.push(body);
      const companies = body.identifiers.ids
        .filter((id) => Number(id.at(-1)) % 2 === 0)
        .map((id) => ({ id, name: `Company ${id}` }));
      const headers = { 'X-Credits-Used': companies.length.toFixed(1) };
      return new Response(JSON.stringify({ data: { companies }, meta: { total_count: companies.length } }), {
        headers,
      });
    }),
  );
  return requests;
}

test('names are bought in batches of 500, each page as large as its batch, and unknown ids are not requested again', async () => {
  await journalOfAccount.open({ account: 'nobody', database: undefined });
  await appendToJournal((_, at) => [{ type: 'budget-set', at, budgetTenths: null }]);
  const requests = serveEvenCompanies();
  const ids = Array.from({ length: 1201 }, (_, index) => uuid(index));
  await unlockCompanies(SpendAuthorization.issue(ids.length * 10), ids);
  expect(requests.map(({ identifiers, page_size: pageSize }) => [identifiers.ids.length, pageSize])).toEqual([
    [500, 500],
    [500, 500],
    [201, 201],
  ]);
  expect(requests.flatMap(({ identifiers }) => identifiers.ids)).toEqual(ids);
  expect(unlockedCompanies.read(uuid(2))?.name).toBe(`Company ${uuid(2)}`);
  expect(unlockedCompanies.isUnknown(uuid(1))).toBe(true);
  expect(unlockedCompanies.missing(ids)).toEqual([]);
  await whenRecorded();
  expect((await readJournal()).read().session).toMatchObject({ usedTenths: 6010, pending: [] });
});

test('a browser that is still receiving the workspace buys only what a colleague did not', async () => {
  const requests = serveEvenCompanies();
  showSyncState({ kind: 'receiving', entries: 1 });
  const unlocking = unlockCompanies(SpendAuthorization.issue(20), [uuid(4002), uuid(4004)]);
  unlockedCompanies.merge({ rows: [{ at: 1, row: { id: uuid(4002) } as never }], unknown: [] });
  showSyncState({ kind: 'synced' });
  await unlocking;
  expect(requests.map(({ identifiers }) => identifiers.ids)).toEqual([[uuid(4004)]]);
});

test('nothing is sent that the authorization does not cover', async () => {
  const requests = serveEvenCompanies();
  await expect(unlockCompanies(SpendAuthorization.issue(10), [uuid(3001), uuid(3002)])).rejects.toThrow(
    'more than the price shown',
  );
  expect(requests).toEqual([]);
});
