import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  abandonTab,
  blankLedger,
  findLost,
  leave,
  move,
  raiseBudget,
  readLedger,
  reserve,
  settle,
  toBudgetLeft,
  toCommitted,
  type Ledger,
  type PendingRequest,
} from './ledger.ts';

const toRequest = (id: string, tenths: number, tab = 'a'): PendingRequest => ({
  id,
  tab,
  at: 1000,
  tenths,
  question: `question ${id}`,
  summary: 'Search deals',
  place: '/deals',
  step: 'reserved',
});

const step = fc.oneof(
  fc.record({ do: fc.constant('reserve' as const), id: fc.nat(9), tenths: fc.integer({ min: 1, max: 600 }) }),
  fc.record({ do: fc.constantFrom('sent', 'lose', 'leave', 'refuse'), id: fc.nat(9), tenths: fc.constant(0) }),
  fc.record({ do: fc.constant('answer' as const), id: fc.nat(9), tenths: fc.nat(600) }),
);

/** The same in the plainest words: what was billed, and the highest prices of what is open or was lost. */
class Model {
  used = 0;
  left = 0;
  readonly open = new Map<string, number>();
  get committed() {
    return [...this.open.values()].reduce((sum, one) => sum + one, this.used + this.left);
  }
}

function play(
  ledger: Ledger,
  model: Model,
  { do: what, id: number, tenths }: { do: string; id: number; tenths: number },
) {
  const id = String(number);
  const open = model.open.get(id);
  if (what === 'reserve') {
    if (open !== undefined) return ledger;
    const next = reserve(ledger, toRequest(id, tenths));
    expect(next !== undefined).toBe(model.committed + tenths <= 1000);
    if (next) model.open.set(id, tenths);
    return next ?? ledger;
  }
  if (open === undefined) return ledger;
  if (what === 'sent' || what === 'lose') return move(ledger, id, { step: what === 'lose' ? 'lost' : 'sent' });
  model.open.delete(id);
  if (what === 'leave') {
    model.left += open;
    return leave(ledger, id);
  }
  const billed = what === 'answer' ? Math.min(open, tenths) : 0;
  model.used += billed;
  return settle(ledger, id, billed, 1000);
}

describe('the budget', () => {
  test('is never overshot, and counts like its model, whatever is reserved, billed, refused, lost and left', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const model = new Model();
        let ledger = blankLedger(1000, 1000);
        for (const one of steps) {
          ledger = play(ledger, model, one);
          expect(toCommitted(ledger)).toBe(model.committed);
          expect(ledger.usedTenths).toBe(model.used);
          expect(toBudgetLeft(ledger)).toBeGreaterThanOrEqual(0);
          expect(readLedger(JSON.parse(JSON.stringify(ledger)), 1000)).toEqual(ledger);
        }
      }),
    );
  });

  test('is raised just as far as a purchase needs, and never lowered by it', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.integer({ min: 1, max: 5000 }), (used, tenths) => {
        const ledger = { ...blankLedger(0, 1000), usedTenths: used };
        const raised = raiseBudget(ledger, tenths);
        expect(reserve(raised, toRequest('x', tenths))).toBeDefined();
        expect(raised.budgetTenths).toBe(Math.max(1000, used + tenths));
      }),
    );
  });

  test('is not charged with what the session of another key had set aside', () => {
    const ledger = reserve(blankLedger(0, 1000), toRequest('own', 100))!;
    expect(settle(ledger, 'foreign', 250, 5)).toEqual(ledger);
  });

  test('of none lets everything through', () => {
    expect(reserve(blankLedger(0, null), toRequest('x', 1e9))).toBeDefined();
    expect(toBudgetLeft(blankLedger(0, null))).toBeNull();
  });
});

describe('a session', () => {
  const spent = { ...blankLedger(0, 700), usedTenths: 300 };

  test('goes on within eight hours of the last purchase, and then begins anew with the same budget', () => {
    expect(readLedger(spent, 8 * 3600_000).usedTenths).toBe(300);
    expect(readLedger(spent, 8 * 3600_000 + 1)).toMatchObject({ usedTenths: 0, budgetTenths: 700 });
  });

  test.each([[undefined], ['text'], [{ budgetTenths: 'many' }]])('begins from %j as from nothing', (kept) => {
    expect(readLedger(kept, 5)).toEqual(blankLedger(5));
  });
});

describe('a tab that is loaded again', () => {
  test('drops what it had not sent, lists what it had sent as lost, and leaves the other tabs alone', () => {
    let ledger: Ledger = blankLedger(1000, 1000);
    for (const [id, tab] of [
      ['unsent', 'a'],
      ['sent', 'a'],
      ['other', 'b'],
    ] as const)
      ledger = reserve(ledger, toRequest(id, 100, tab))!;
    ledger = abandonTab(move(ledger, 'sent', { step: 'sent' }), 'a');
    expect(ledger.pending.map(({ id, step: at }) => [id, at])).toEqual([
      ['sent', 'lost'],
      ['other', 'reserved'],
    ]);
    expect(findLost(ledger, 'question sent')?.id).toBe('sent');
    expect(findLost(ledger, 'question other')).toBeUndefined();
  });
});
