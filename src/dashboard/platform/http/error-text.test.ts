import { expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { describeError } from './error-text.ts';

it.each([
  [0, 'This request was not charged. Add credits.'],
  [5, 'This request was not charged. Add credits, or unlock less at once.'],
  [undefined, 'This request was not charged. Add credits, or unlock less at once.'],
])('with %s credits left, its advice fits', (monthlyLeft, advice) => {
  const failure = new ApiError('credits', 'This request costs 25 credits, more than your balance.', {
    status: 402,
    creditsNeeded: 25,
    ...(monthlyLeft === undefined ? {} : { monthlyLeft }),
  });
  expect(describeError(failure).advice).toBe(advice);
});
