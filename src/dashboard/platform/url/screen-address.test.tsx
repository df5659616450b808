// @vitest-environment jsdom
import { Link, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { renderScreens } from './test-router.tsx';
import { useUrl } from './url.ts';

beforeEach(() => vi.stubGlobal('scrollTo', () => undefined));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const schema = z.object({ round: z.array(z.string()), open: z.string().optional() });
const seen: unknown[] = [];

function Deals() {
  const { value, unread, write } = useUrl(schema);
  seen.push(value);
  return (
    <div data-scroll-restoration-id="rows">
      <output>{JSON.stringify([value, unread])}</output>
      <button type="button" onClick={() => write({ ...value, open: 'a' })}>
        Open
      </button>
      <button type="button" onClick={() => write({ ...value, open: undefined }, 'replace')}>
        Close
      </button>
    </div>
  );
}

const frame = () => (
  <>
    <Link to="/companies">Companies</Link>
    <Link to="/deals" search={{ round: ['SEED'] }}>
      Seed
    </Link>
    <Outlet />
  </>
);
const screens = [
  { path: '/deals', component: Deals },
  { path: '/companies', component: () => 'All companies' },
  { path: '/companies/$id', component: () => 'One company' },
];
const renderDeals = (address: string) => renderScreens(address, screens, frame);
const press = async (name: string) => act(async () => fireEvent.click(screen.getByText(name)));

test('Back undoes a step, and a replacement is not a step', async () => {
  const { history } = await renderDeals('/deals?round=SEED&round=GRANT');
  await press('Companies');
  await screen.findByText('All companies');
  history.back();
  await screen.findByText('Open');
  await press('Open');
  expect(history.location.href).toBe('/deals?round=SEED&round=GRANT&open=a');
  const { length } = history;
  await press('Close');
  expect(history.location.href).toBe('/deals?round=SEED&round=GRANT');
  expect(history.length).toBe(length);
});

test('writing the current address adds no step, and its value stays the same object', async () => {
  const { history } = await renderDeals('/deals?round=SEED');
  await press('Open');
  const { length } = history;
  const before = seen.at(-1);
  await press('Open');
  expect(history.length).toBe(length);
  expect(seen.at(-1)).toBe(before);
});

test('invalid parameters are left out of the value and listed, and stay in the address', async () => {
  const { history } = await renderDeals('/deals?open=a&open=b');
  expect(screen.getByRole('status').textContent).toBe(
    JSON.stringify([{ round: [], open: 'a' }, [{ key: 'open', text: 'b' }]]),
  );
  expect(history.location.href).toBe('/deals?open=a&open=b');
});

test('a link is current on its screen and those below, with its parameters among others', async () => {
  const readCurrent = () => screen.getAllByRole('link', { current: 'page' }).map(({ textContent }) => textContent);
  const { navigate } = await renderDeals('/companies/1');
  expect(readCurrent()).toEqual(['Companies']);
  await act(() => navigate({ to: '/deals', search: { round: ['SEED'], open: ['a'] } }));
  expect(readCurrent()).toEqual(['Seed']);
  await act(() => navigate({ to: '/deals', search: { round: ['GRANT'] } }));
  expect(screen.queryAllByRole('link', { current: 'page' })).toEqual([]);
});

test('a list keeps its scroll position after Back, and starts at the top in a new entry', async () => {
  const { history } = await renderDeals('/deals');
  const findList = () => document.querySelector('[data-scroll-restoration-id]');
  const list = findList();
  if (list) list.scrollTop = 700;
  fireEvent.scroll(list ?? document);
  await press('Companies');
  await press('Seed');
  expect(findList()?.scrollTop).toBe(0);
  await act(async () => history.go(-2));
  await screen.findByText('Open');
  expect(findList()?.scrollTop).toBe(700);
});

test('code that failed to load is loaded by the next visit', async () => {
  let loads = 0;
  const load = async () => {
    loads += 1;
    if (loads === 1) throw new Error('offline');
    return { Late: () => 'Late screen' };
  };
  vi.spyOn(console, 'error').mockReturnValue();
  const late = { path: '/late', component: lazyRouteComponent(load, 'Late'), errorComponent: () => 'Missing' };
  const { navigate } = await renderScreens('/late', [late, { path: '/', component: () => 'Home' }]);
  await screen.findByText('Missing');
  await act(() => navigate({ to: '/' }));
  await act(() => navigate({ to: '/late' }));
  expect(await screen.findByText('Late screen')).toBeDefined();
});
