// @vitest-environment jsdom
import { Link } from '@tanstack/react-router';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderScreens } from '../../../platform/url/test-router.tsx';
import { useUrl } from '../../../platform/url/url.ts';
import { useSearchForm, useSettledQuery } from '../kit/search/next-search.ts';
import { findAddress, pickQuery, type SearchUrl } from '../kit/query/search-query.ts';
import { deals } from './deals.ts';

function Form() {
  const { value, write } = useUrl(findAddress(deals).schema);
  const place = value as SearchUrl;
  const query = pickQuery(place);
  const form = useSearchForm(deals, query, null);
  useSettledQuery(deals, form, query, (settled) => write({ ...place, ...settled }, 'replace'));
  return (
    <>
      <Link to="/deals">Deals</Link>
      <input {...form.register('min')} />
    </>
  );
}

test('a form that was not sent is in the address as typed, a link to the screen clears it, and Back returns to it', async () => {
  vi.stubGlobal('scrollTo', () => undefined);
  const { history } = await renderScreens('/deals', [{ path: '/deals', component: Form }]);
  const readField = () => screen.getByRole<HTMLInputElement>('textbox').value;
  fireEvent.input(screen.getByRole('textbox'), { target: { value: '2m' } });
  await waitFor(() => expect(history.location.search).toBe('?min=2000000'));
  expect(readField()).toBe('2m');
  await act(async () => fireEvent.click(screen.getByRole('link')));
  expect(history.location.href).toBe('/deals');
  expect(readField()).toBe('');
  await act(async () => history.back());
  await waitFor(() => expect(readField()).toMatch(/^2/));
  expect(history.location.search).toBe('?min=2000000');
});
