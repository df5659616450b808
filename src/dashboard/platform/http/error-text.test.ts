import { expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { describeError } from './error-text.ts';

it.each([
  [0, 'You were not charged. Add credits.'],
  [5, 'You were not charged. Choose fewer rows per page, or add credits.'],
  [undefined, 'You were not charged. Choose fewer rows per page, or add credits.'],
])('with %s credits left, its advice fits', (monthlyLeft, advice) => {
  const failure = new ApiError('credits', 'This request costs 25 credits, more than your balance.', {
    status: 402,
    creditsNeeded: 25,
    ...(monthlyLeft === undefined ? {} : { monthlyLeft }),
  });
  expect(describeError(failure).advice).toBe(advice);
});
