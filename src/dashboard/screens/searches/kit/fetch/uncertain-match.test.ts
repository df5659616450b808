import { expect, test } from 'vitest';
import { sureMatch } from '#contract/relevance.ts';
import { isUncertainMatch } from './stored-results.ts';

const results = (similarity: number | null) => ({ ids: ['first', 'second'], figures: { first: { similarity } } });

test('results are uncertain where the first one is not sure, on the scale of our own service', () => {
  expect(isUncertainMatch(results(sureMatch - 0.01), 'own')).toBe(true);
  expect(isUncertainMatch(results(sureMatch), 'own')).toBe(false);
  expect(isUncertainMatch(results(0.1), 'upstream')).toBe(false);
  expect(isUncertainMatch(results(null), 'own')).toBe(false);
  expect(isUncertainMatch({ ids: [], figures: {} }, 'own')).toBe(false);
});
