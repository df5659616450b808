import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SpendAuthorization } from './spend-authorization.ts';

test('an authorization never covers more than its quote, whatever is drawn in whatever order', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.array(fc.nat(400)), (quoted, prices) => {
      const authorization = SpendAuthorization.issue(quoted);
      let drawn = 0;
      for (const price of prices) {
        if (drawn + price <= quoted) {
          authorization.draw(price);
          drawn += price;
        } else expect(() => authorization.draw(price)).toThrow('more than the price shown');
      }
      expect(drawn).toBeLessThanOrEqual(quoted);
    }),
  );
});

test('a rejected draw leaves the rest as it was', () => {
  const authorization = SpendAuthorization.issue(100);
  expect(() => authorization.draw(101)).toThrow('more than the price shown');
  expect(() => authorization.draw(100)).not.toThrow();
});

test('a cancelled authorization covers nothing more, and says why', () => {
  const authorization = SpendAuthorization.issue(100);
  authorization.draw(10);
  authorization.cancel();
  expect(authorization.cancelled.aborted).toBe(true);
  expect(() => authorization.draw(10)).toThrow('You stopped this.');
});
