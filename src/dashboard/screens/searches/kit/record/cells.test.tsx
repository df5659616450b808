// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MoneyCell, RaisedCell } from './cells.tsx';

test.each([
  [13_500_000, '$13.5M'],
  [0, '$0'],
  [null, 'EUR 12.5M'],
])('a round paid in euros, with %s dollars, raised %s', (usd, text) => {
  const financings = [{ id: 'x', type: 'SEED' as const, size_usd: usd, size_native: 12_500_000, currency: 'EUR' }];
  const { container } = render(<RaisedCell deal={{ total_round_raised: usd, financings }} />);
  expect(container.textContent).toBe(text);
});

test('a round without an amount is undisclosed, never 0', () => {
  const { container } = render(<RaisedCell deal={{ total_round_raised: null, financings: null }} />);
  expect(container.textContent).toBe('Undisclosed');
});

test('a round whose other currencies are not known may be disclosed in one of them', () => {
  const { container } = render(<MoneyCell usd={null} native={undefined} />);
  expect(container.textContent).toBe('No dollar amount');
});
