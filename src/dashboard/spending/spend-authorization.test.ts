import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SpendAuthorization } from './spend-authorization.ts';

test('an authorization never has more left than its quote less what was billed, and never less than nothing', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.array(fc.nat(400)), (quoted, bills) => {
      const authorization = SpendAuthorization.issue(quoted);
      for (const tenths of bills) authorization.take(tenths);
      const billed = bills.reduce((sum, tenths) => sum + tenths, 0);
      expect(authorization.leftTenths).toBe(Math.max(0, quoted - billed));
    }),
  );
});

test('a cancelled authorization says why nothing more is sent', () => {
  const authorization = SpendAuthorization.issue(100);
  authorization.cancel();
  expect(() => authorization.cancelled.throwIfAborted()).toThrow('You stopped this.');
});
