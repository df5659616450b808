import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { replayMs } from './journal-entry.ts';

// Reads the page, of which these tests have none.
vi.mock('../platform/http/account.ts', () => ({ whenAccountOpen: () => Promise.resolve() }));
const { Journal, journalOfAccount, readJournal } = await import('./journal.ts');
const { coverBudget, readBudgetPrompt, reserveBudget } = await import('./reserve-budget.ts');

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
const settleAll = () => new Promise((resolve) => setTimeout(resolve));
const lose = (id: string) => journal.append((_, at) => [{ type: 'lost', at, id, reply: { status: 0, ms: 1 } }]);

describe('a reservation', () => {
  test('within the budget asks nothing', async () => {
    const purchase = await reserve('a', 1000);
    expect(readBudgetPrompt()).toBeUndefined();
    expect(journal.read().session.pending).toEqual([{ ...purchase, at: expect.any(Number) }]);
  });

  test('over the budget asks, and a yes raises it just as far as needed', async () => {
    await reserve('a', 800);
    const second = reserve('b', 300);
    await vi.waitFor(() => expect(readBudgetPrompt()).toMatchObject({ tenths: 300 }));
    readBudgetPrompt()?.onDecide(true);
    await second;
    expect(journal.read().session.budgetTenths).toBe(1100);
    expect(readBudgetPrompt()).toBeUndefined();
  });

  test('one prompt is open at a time, and a no is a no to all that waited with it', async () => {
    await reserve('a', 1000);
    const waiting = ['b', 'c', 'd'].map((one) => reserve(one, 100).catch((error: unknown) => error));
    await vi.waitFor(() => expect(readBudgetPrompt()).toBeDefined());
    readBudgetPrompt()?.onDecide(false);
    for (const error of await Promise.all(waiting)) expect(error).toMatchObject({ kind: 'budget' });
    expect(readBudgetPrompt()).toBeUndefined();
    expect(journal.read().session.pending).toHaveLength(1);
  });

  test('one that fits after all, because another was rejected in the meantime, is not asked about', async () => {
    const first = await reserve('a', 900);
    const [second, third] = [reserve('b', 500), reserve('c', 400)];
    await vi.waitFor(() => expect(readBudgetPrompt()).toMatchObject({ tenths: 500 }));
    await journal.append((_, at) => [{ type: 'rejected', at, id: first.id, reply: { status: 402, ms: 1 } }]);
    readBudgetPrompt()?.onDecide(true);
    await Promise.all([second, third]);
    expect(readBudgetPrompt()).toBeUndefined();
    expect(journal.read().session).toMatchObject({ budgetTenths: 1000, pending: [{ tenths: 500 }, { tenths: 400 }] });
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

test('whatever is wanted at once and however it is decided, nothing is reserved over the budget', async () => {
  const wanted = fc.array(fc.record({ tenths: fc.integer({ min: 1, max: 700 }), raises: fc.boolean() }), {
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(wanted, async (purchases) => {
      journal = await Journal.open('nobody', undefined, () => undefined);
      await journal.append((_, at) => [{ type: 'budget-set', at, budgetTenths: 1000 }]);
      const done = { is: false };
      const all = Promise.allSettled(purchases.map(({ tenths }, index) => reserve(String(index), tenths)));
      void all.then(() => (done.is = true));
      for (let index = 0; !done.is && index < 100; index += 1) {
        await settleAll();
        const prompt = readBudgetPrompt();
        const before = journal.read().session;
        const raises = purchases[index % purchases.length]?.raises === true;
        prompt?.onDecide(raises);
        if (prompt && !raises) expect(journal.read().session.budgetTenths).toBe(before.budgetTenths);
      }
      await all;
      const { budgetTenths, pending } = journal.read().session;
      expect(pending.reduce((sum, { tenths }) => sum + tenths, 0)).toBeLessThanOrEqual(budgetTenths ?? 0);
    }),
    { numRuns: 40 },
  );
});

test('a purchase of several requests is asked about once, and reserves nothing itself', async () => {
  await journalOfAccount.open({ account: 'nobody', database: undefined });
  const current = await readJournal();
  await current.append((_, at) => [{ type: 'budget-set', at, budgetTenths: 1000 }]);
  await coverBudget(900);
  expect(readBudgetPrompt()).toBeUndefined();
  const covering = coverBudget(2500);
  await vi.waitFor(() => expect(readBudgetPrompt()).toMatchObject({ tenths: 2500 }));
  readBudgetPrompt()?.onDecide(true);
  await covering;
  expect(current.read().session).toMatchObject({ budgetTenths: 2500, pending: [] });
});
