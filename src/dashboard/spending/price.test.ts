import { expect, test } from 'vitest';
import { formatCredits } from './price.ts';

test.each([
  [250, '25 credits'],
  [10, '1 credit'],
  [1, '0.1 credits'],
  [14119, '1,411.9 credits'],
  [0, '0 credits'],
])('%d tenths read "%s"', (tenths, text) => {
  expect(formatCredits(tenths)).toBe(text);
});
