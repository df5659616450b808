import { expect, test } from 'vitest';
import type { DeliveryLogEntry } from '#contract/deliveries.ts';
import { isUnderWay } from './deliveries.ts';

const queued: DeliveryLogEntry = {
  id: '5f4d1a0e-0000-4000-8000-000000000001',
  is_test: true,
  scheduled_at: '2026-03-01T08:00:00.000Z',
  created_at: '2026-03-01T08:00:00.000Z',
  deals: 3,
  state: 'waiting',
  attempts: 0,
  next_attempt_at: '2026-03-01T08:00:00.000Z',
  sent_at: null,
  problem: null,
};

test('a message is under way while it is queued and while it is being sent, but not between attempts', () => {
  expect(isUnderWay(queued)).toBe(true);
  expect(isUnderWay({ ...queued, attempts: 1 })).toBe(true);
  expect(isUnderWay({ ...queued, attempts: 1, problem: 'The receiver answered with status 500.' })).toBe(false);
  expect(isUnderWay({ ...queued, attempts: 1, state: 'sent', sent_at: queued.created_at })).toBe(false);
});
