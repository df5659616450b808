import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JournalEntry } from './journal-entry.ts';
import {
  applyToSession,
  createSession as createNext,
  emptyCarriedOver,
  findLost,
  getBudgetLeft,
  getCommittedTenths,
  isCovered,
  advanceSession,
  spendingSession,
  type SpendingSession,
} from './session.ts';

/** A session with a budget and nothing spent. */
const createSession = (now: number, budgetTenths: number | null) =>
  createNext(now, { ...emptyCarriedOver, budgetTenths });

const reply = { status: 200, ms: 1 };
const reserve = (id: string, tenths: number, tab = 'a'): JournalEntry => ({
  type: 'reserved',
  at: 1000,
  id,
  tab,
  tenths,
  fingerprint: `request ${id}`,
  summary: 'Search deals',
  place: '/deals',
});
const call = { place: '/deals', method: 'POST', path: '/deals', summary: 'Search deals', quotedTenths: 0 } as const;
const send = (id: string): JournalEntry => ({ type: 'sent', at: 1000, id, call });
const bill = (id: string, tenths: number): JournalEntry => ({
  type: 'billed',
  at: 1000,
  id,
  tenths,
  listedTenths: 0,
  rows: 1,
  unlockedRows: 0,
  reply,
});
const play = (session: SpendingSession, ...entries: readonly JournalEntry[]) => entries.reduce(applyToSession, session);

const step = fc.oneof(
  fc.record({ do: fc.constant('reserve' as const), id: fc.nat(9), tenths: fc.integer({ min: 1, max: 600 }) }),
  fc.record({ do: fc.constantFrom('sent', 'lost', 'dismissed', 'rejected'), id: fc.nat(9), tenths: fc.constant(0) }),
  fc.record({ do: fc.constant('billed' as const), id: fc.nat(9), tenths: fc.nat(600) }),
);

/** The same in the plainest words: what was billed, and the highest prices of what is open or was dismissed. */
class Model {
  used = 0;
  dismissed = 0;
  readonly open = new Map<string, number>();
  get committed() {
    return [...this.open.values()].reduce((sum, one) => sum + one, this.used + this.dismissed);
  }
}

function buildEntry(session: SpendingSession, model: Model, what: string, id: string, tenths: number): JournalEntry[] {
  const open = model.open.get(id);
  if (what === 'reserve') {
    if (open !== undefined) return [];
    expect(isCovered(session, tenths, 1000)).toBe(model.committed + tenths <= 1000);
    if (!isCovered(session, tenths, 1000)) return [];
    model.open.set(id, tenths);
    return [reserve(id, tenths)];
  }
  if (open === undefined) return [];
  if (what === 'sent') return [send(id)];
  if (what === 'lost') return [{ type: 'lost', at: 1000, id, reply }];
  model.open.delete(id);
  if (what === 'dismissed') {
    model.dismissed += open;
    return [{ type: 'dismissed', at: 1000, id }];
  }
  if (what === 'rejected') return [{ type: 'rejected', at: 1000, id, reply }];
  model.used += Math.min(open, tenths);
  return [bill(id, Math.min(open, tenths))];
}

describe('the budget', () => {
  test('is never exceeded, and counts like its model, whatever is reserved, billed, rejected, lost and dismissed', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const model = new Model();
        let session = createSession(1000, 1000);
        for (const { do: what, id, tenths } of steps) {
          session = play(session, ...buildEntry(session, model, what, String(id), tenths));
          expect(getCommittedTenths(session)).toBe(model.committed);
          expect(session.usedTenths).toBe(model.used);
          expect(getBudgetLeft(session, 1000)?.tenths).toBeGreaterThanOrEqual(0);
          expect(spendingSession.parse(JSON.parse(JSON.stringify(session)))).toEqual(session);
        }
      }),
    );
  });

  test('of a day is never exceeded, across sessions and midnights, and counts what each UTC day was billed', () => {
    const wanted = fc.record({
      after: fc.integer({ min: 0, max: 20 * 3600_000 }),
      tenths: fc.integer({ min: 1, max: 900 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      how: fc.constantFrom('billed', 'rejected', 'dismissed', 'open'),
      isNewSession: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(wanted, { maxLength: 40 }), (purchases) => {
        const start = Date.parse('2026-11-20T12:00:00Z');
        let session = createNext(start, { ...emptyCarriedOver, budgetTenths: null, dayBudgetTenths: 1000 });
        const spent = new Map<string, number>();
        let at = start;
        for (const [index, { after, tenths, share, how, isNewSession }] of purchases.entries()) {
          at += after;
          if (isNewSession) session = play(session, { type: 'session-started', at });
          if (!isCovered(session, tenths, at)) continue;
          const id = String(index);
          session = play(session, { ...reserve(id, tenths), at }, { ...send(id), at });
          if (how === 'open') continue;
          const billed = how === 'billed' ? Math.floor(tenths * share) : how === 'dismissed' ? tenths : 0;
          session = play(
            session,
            how === 'billed'
              ? { ...bill(id, billed), at }
              : how === 'dismissed'
                ? { type: 'dismissed', at, id }
                : { type: 'rejected', at, id, reply },
          );
          const day = new Date(at).toISOString().slice(0, 10);
          spent.set(day, (spent.get(day) ?? 0) + billed);
          expect(getBudgetLeft(session, at)?.tenths).toBeGreaterThanOrEqual(0);
        }
        for (const tenths of spent.values()) expect(tenths).toBeLessThanOrEqual(1000);
      }),
    );
  });

  test('that allows less is the one that counts', () => {
    const both = { ...createSession(0, 1000), dayBudgetTenths: 300 };
    expect(getBudgetLeft(both, 0)).toEqual({ of: 'day', tenths: 300 });
    expect(getBudgetLeft({ ...both, usedTenths: 900 }, 0)).toEqual({ of: 'session', tenths: 100 });
  });

  test('is not charged with what it has not reserved', () => {
    const session = play(createSession(0, 1000), reserve('own', 100));
    expect(play(session, bill('foreign', 250))).toEqual(session);
  });

  test('counts a bill above the highest price only up to that price, and shows the rest', () => {
    const session = play(createSession(0, 1000), reserve('a', 100), bill('a', 1e10));
    expect(session).toMatchObject({ usedTenths: 100, overchargedTenths: 1e10 - 100, pending: [] });
    expect(getBudgetLeft(session, 1000)?.tenths).toBe(900);
  });

  test('of a session that an earlier version stored continues', () => {
    const { overchargedTenths, dayBudgetTenths, day, lostTries, ...stored } = createSession(0, 1000);
    expect(spendingSession.parse(stored)).toEqual({ ...stored, overchargedTenths, dayBudgetTenths, day, lostTries });
  });

  test('of none lets everything through', () => {
    expect(isCovered(createSession(0, null), 1e9, 0)).toBe(true);
    expect(getBudgetLeft(createSession(0, null), 0)).toBeUndefined();
  });

  test('stays when a new session starts, and so do requests in flight', () => {
    const before = { ...play(createSession(0, 700), reserve('a', 100)), usedTenths: 300, savedTenths: 20 };
    const after = play(before, { type: 'session-started', at: 1000 });
    expect(after).toMatchObject({ budgetTenths: 700, usedTenths: 0, savedTenths: 0, pending: [{ id: 'a' }] });
  });
});

describe('a session', () => {
  const spent = { ...createSession(0, 700), usedTenths: 300 };

  test('continues within eight hours of the last purchase, and then starts anew with the same budget', () => {
    expect(advanceSession(spent, 8 * 3600_000).usedTenths).toBe(300);
    expect(advanceSession(spent, 8 * 3600_000 + 1)).toMatchObject({ usedTenths: 0, budgetTenths: 700 });
    expect(applyToSession(spent, { ...reserve('a', 100), at: 9 * 3600_000 }).usedTenths).toBe(0);
  });

  test('ignores entries that a later version wrote', () => {
    expect(applyToSession(spent, { type: 'unreadable', at: 0, seq: 3 })).toBe(spent);
  });
});

describe('a tab that is loaded again', () => {
  test('drops what it had not sent, lists what it had sent as lost, and leaves the other tabs alone', () => {
    const session = play(
      createSession(1000, 1000),
      reserve('unsent', 100),
      reserve('sent', 100),
      reserve('other', 100, 'b'),
      send('sent'),
      { type: 'tab-reopened', at: 1000, tab: 'a' },
    );
    expect(session.pending.map(({ id, step: at }) => [id, at])).toEqual([
      ['sent', 'lost'],
      ['other', 'reserved'],
    ]);
    expect(findLost(session, 'request sent')?.id).toBe('sent');
    expect(findLost(session, 'request other')).toBeUndefined();
  });

  test('never comes back: after five minutes its requests are lost or were never sent', () => {
    const session = play(createSession(1000, 5000), reserve('unsent', 100), reserve('sent', 100), send('sent'));
    expect(advanceSession(session, 1000 + 5 * 60_000).pending).toHaveLength(2);
    expect(advanceSession(session, 1001 + 5 * 60_000).pending).toMatchObject([{ id: 'sent', step: 'lost' }]);
  });
});
