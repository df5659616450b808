// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { appendToJournal, journalOfAccount, readJournal } from '../../purchase/journal.ts';
import { whenRecorded } from '../../purchase/record-bill.ts';
import { showSyncState } from './sync-state.ts';
import { unlockCompanies, unlockRoundInvestors } from './unlock.ts';
import { freeNames, unlockedCompanies, unlockedRoundInvestors } from './records.ts';

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

describe('the investors of a round', () => {
  const deal = { id: uuid(5001), investor_ids: [uuid(6001), uuid(6002)], angel_investor_ids: [] };
  const known = { id: uuid(6001), name: 'Alder Fund' };
  const unlock = async (data: object) => {
    unlockedRoundInvestors.reset();
    vi.stubGlobal(
      'fetch',
      vi.fn<typeof fetch>(async () => Response.json({ data, meta: {} }, { headers: { 'X-Credits-Used': '2.0' } })),
    );
    await unlockRoundInvestors(SpendAuthorization.issue(20), [deal]);
    return unlockedRoundInvestors.read(deal.id);
  };

  test.each([
    [{ angel_investors: [] }],
    [{ investors: null, angel_investors: [] }],
    [{ investors: 'Alder Fund', angel_investors: [] }],
    [{ investors: [{ name: 'Alder Fund' }], angel_investors: [] }],
  ])('stay locked where the service lost them in %j', async (data) => {
    await expect(unlock(data)).rejects.toMatchObject({ kind: 'unreadable', facts: { usedTenths: 20 } });
    expect(unlockedRoundInvestors.read(deal.id)).toBeUndefined();
  });

  test('are stored where only the list of angels is missing, of which the deal names none', async () => {
    expect(await unlock({ investors: [known] })).toMatchObject({ firms: [known], angels: [] });
    expect(freeNames.read(known.id)?.name).toBe('Alder Fund');
  });

  test('are none where the service says so', async () => {
    expect(await unlock({ investors: [], angel_investors: [] })).toMatchObject({ firms: [], angels: [] });
  });
});

test('nothing is sent that the authorization does not cover', async () => {
  const requests = serveEvenCompanies();
  await expect(unlockCompanies(SpendAuthorization.issue(10), [uuid(3001), uuid(3002)])).rejects.toThrow(
    'more than the price shown',
  );
  expect(requests).toEqual([]);
});
