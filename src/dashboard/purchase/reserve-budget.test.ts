import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { replayMs } from './journal-entry.ts';

// Reads the page, of which these tests have none.
vi.mock('../platform/http/account.ts', () => ({ whenAccountOpen: () => Promise.resolve() }));
const { Journal, journalOfAccount, readJournal } = await import('./journal.ts');
const { checkBudget, reserveBudget } = await import('./reserve-budget.ts');

let journal: Awaited<ReturnType<typeof Journal.open>>;
beforeEach(async () => {
  journal = await Journal.open('nobody', undefined, () => undefined);
  await journal.append((_, at) => [{ type: 'budget-set', at, budgetTenths: 1000 }]);
});

const buildIntent = (fingerprint: string, tenths: number) => ({
  tenths,
  fingerprint,
  summary: 'Search deals',
  place: '/deals',
});
const reserve = (fingerprint: string, tenths: number, replays = false) =>
  reserveBudget(journal, buildIntent(fingerprint, tenths), replays);
const call = { place: '/deals', method: 'POST', path: '/deals', summary: 'Search deals', quotedTenths: 300 } as const;
const lose = (id: string) => journal.append((_, at) => [{ type: 'lost', at, id, reply: { status: 0, ms: 1 } }]);

describe('a reservation', () => {
  test('within the budget is recorded', async () => {
    const purchase = await reserve('a', 1000);
    expect(journal.read().session.pending).toEqual([{ ...purchase, at: expect.any(Number) }]);
  });

  test('a purchase over the budget of the session or of the day is rejected, with what is left', async () => {
    await reserve('a', 800);
    const failure = await reserve('b', 300).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      kind: 'budget',
      message: 'This costs up to 30 credits. 20 credits of this session’s budget are left.',
    });
    await journal.append((_, at) => [{ type: 'day-budget-set', at, budgetTenths: 810 }]);
    const second = await reserve('c', 20).catch((error: unknown) => error);
    expect(second).toMatchObject({ message: 'This costs up to 2 credits. 1 credit of today’s budget is left.' });
    expect(journal.read().session).toMatchObject({ budgetTenths: 1000, pending: [{ tenths: 800 }] });
  });

  test('fits after another was rejected', async () => {
    const first = await reserve('a', 900);
    await expect(reserve('b', 500)).rejects.toMatchObject({ kind: 'budget' });
    await journal.append((_, at) => [{ type: 'rejected', at, id: first.id, reply: { status: 402, ms: 1 } }]);
    await reserve('b', 500);
    expect(journal.read().session).toMatchObject({ pending: [{ tenths: 500 }] });
  });
});

describe('a lost request', () => {
  test('is resumed under its own key where the service replays it, and reserves nothing more', async () => {
    const first = await reserve('a', 900);
    await lose(first.id);
    const second = await reserve('a', 900, true);
    expect(second).toMatchObject({ id: first.id, step: 'sent' });
    expect(journal.read().session.pending).toMatchObject([{ id: first.id, step: 'sent' }]);
  });

  test('is sent under a new key once the service has dropped its response, however often it was resumed since', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const first = await reserve('a', 300);
      const send = () => journal.append((_, at) => [{ type: 'sent', at, id: first.id, call }]);
      await send();
      await lose(first.id);
      vi.setSystemTime(Date.now() + replayMs - 1000);
      expect((await reserve('a', 300, true)).id).toBe(first.id);
      await send();
      await lose(first.id);
      vi.setSystemTime(Date.now() + 1000);
      expect((await reserve('a', 300, true)).id).not.toBe(first.id);
      expect(journal.read().session.dismissedTenths).toBe(300);
    } finally {
      vi.useRealTimers();
    }
  });

  test('is dismissed by sending it again elsewhere, and still counts', async () => {
    const first = await reserve('a', 400);
    await lose(first.id);
    const second = await reserve('a', 400);
    expect(second.id).not.toBe(first.id);
    expect(journal.read().session).toMatchObject({ dismissedTenths: 400, pending: [{ id: second.id }] });
  });
});

test('whatever is wanted at once, nothing is reserved over a budget, and what fits is', async () => {
  const budget = fc.option(fc.integer({ min: 100, max: 2000 }), { nil: null });
  const wanted = fc.array(fc.integer({ min: 1, max: 700 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(budget, budget, wanted, async (ofSession, ofDay, purchases) => {
      journal = await Journal.open('nobody', undefined, () => undefined);
      await journal.append((_, at) => [
        { type: 'budget-set', at, budgetTenths: ofSession },
        { type: 'day-budget-set', at, budgetTenths: ofDay },
      ]);
      const least = Math.min(ofSession ?? Infinity, ofDay ?? Infinity);
      const ends = await Promise.allSettled(purchases.map((tenths, index) => reserve(String(index), tenths)));
      let expected = 0;
      for (const [index, tenths] of purchases.entries()) {
        expect(ends[index]?.status === 'fulfilled').toBe(expected + tenths <= least);
        if (expected + tenths <= least) expected += tenths;
      }
      expect(journal.read().session.pending.reduce((sum, { tenths }) => sum + tenths, 0)).toBe(expected);
    }),
    { numRuns: 60 },
  );
});

test('a purchase of several requests is checked once, and reserves nothing itself', async () => {
  await journalOfAccount.open({ account: 'nobody', database: undefined });
  const current = await readJournal();
  await current.append((_, at) => [{ type: 'budget-set', at, budgetTenths: 1000 }]);
  await checkBudget(900);
  await expect(checkBudget(2500)).rejects.toMatchObject({ kind: 'budget' });
  expect(current.read().session).toMatchObject({ budgetTenths: 1000, pending: [] });
});
