// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildHref, isAt, navigate, readPageAddress, storeSearch, watchBrowserHistory } from './address.ts';
import { createScreenCode } from './screen-code.ts';
import { readScrollTop, watchScrolling } from './scroll-places.ts';

watchBrowserHistory();
watchScrolling();
beforeEach(() => navigate({ to: '/' }));
afterEach(() => document.body.replaceChildren());

const goBack = () =>
  new Promise((resolve) => {
    window.addEventListener('popstate', resolve, { once: true });
    window.history.back();
  });

test('Back undoes a step, and a replacement is not a step', async () => {
  navigate({ to: '/deals', search: { round: ['SEED', 'GRANT'] } });
  navigate({ to: '/companies/$id', id: 'a b' });
  expect(readPageAddress().path).toBe('/companies/a%20b');
  navigate({ search: { by: ['amount'] }, replace: true });
  expect(window.location.href).toMatch(/\/companies\/a%20b\?by=amount$/);
  await goBack();
  expect(readPageAddress()).toMatchObject({ path: '/deals', search: { round: ['SEED', 'GRANT'] } });
});

test('navigating to the current address adds no step', () => {
  navigate({ to: '/deals' });
  const steps = window.history.length;
  navigate({ to: '/deals' });
  expect(window.history.length).toBe(steps);
});

test('storing parameters changes the history only where they differ', () => {
  navigate({ to: '/deals', search: { round: ['SEED'] } });
  const stored = vi.spyOn(window.history, 'replaceState');
  storeSearch({ round: ['SEED'] });
  expect(stored).not.toHaveBeenCalled();
  stored.mockRestore();
  storeSearch({ round: ['GRANT'] });
  expect(window.location.search).toBe('?round=GRANT');
  expect(readPageAddress().search).toEqual({ round: ['SEED'] });
});

test('a step from stored parameters to those of the screen opens it anew, as a step that Back undoes', () => {
  navigate({ to: '/deals', search: { round: ['SEED'] } });
  const { visit } = readPageAddress();
  navigate({ search: { round: ['SEED'], open: ['a'] } });
  navigate({ search: { round: ['SEED'] }, replace: true });
  navigate({ to: '/deals', search: { round: ['SEED'] } });
  expect(readPageAddress().visit).toBe(visit);
  storeSearch({ round: ['GRANT'] });
  const steps = window.history.length;
  navigate({ to: '/deals', search: { round: ['SEED'] } });
  expect(window.location.search).toBe('?round=SEED');
  expect(window.history.length).toBe(steps + 1);
  expect(readPageAddress().visit).not.toBe(visit);
});

test('parameters that stay the same are the same object, so that forms and results stay', () => {
  navigate({ to: '/deals', search: { round: ['SEED'] } });
  const { search } = readPageAddress();
  navigate({ to: '/companies', search: { round: ['SEED'] } });
  expect(readPageAddress().search).toBe(search);
});

test('a link is current on its screen and those below, with its parameters among others', () => {
  const at = (path: string, search = {}) => ({ path, search, entry: '', visit: '' });
  expect(isAt({ to: '/companies' }, at('/companies/1/brief'))).toBe(true);
  expect(isAt({ to: '/companies' }, at('/companies/'))).toBe(true);
  expect(isAt({ to: '/companies' }, at('/companieslist'))).toBe(false);
  expect(isAt({ to: '/' }, at('/deals'))).toBe(false);
  expect(isAt({ to: '/' }, at('/', { ask: ['seed'] }))).toBe(true);
  const saved = { to: '/deals', search: { saved: ['1'] } } as const;
  expect(isAt(saved, at('/deals', { saved: ['1'], rows: ['100'] }))).toBe(true);
  expect(isAt(saved, at('/deals', { saved: ['2'] }))).toBe(false);
});

test('links have the parameters in their address', () => {
  expect(buildHref({ to: '/people/$id', id: '1', search: { within: ['a=b&c'] } })).toBe('/people/1?within=a%3Db%26c');
});

test('a list keeps its scroll position after Back, and starts at the top in a new entry', async () => {
  const list = document.body.appendChild(document.createElement('div'));
  list.dataset['scrollRestorationId'] = 'rows';
  navigate({ to: '/deals' });
  list.scrollTop = 700;
  navigate({ search: { open: ['1'] } });
  navigate({ to: '/companies' });
  expect(readScrollTop('rows')).toBe(0);
  await goBack();
  expect(readScrollTop('rows')).toBe(700);
});

test('code that failed to load is loaded by the next visit, and then only once', async () => {
  const Shown = () => null;
  let loads = 0;
  const code = createScreenCode(async () => {
    loads += 1;
    if (loads === 1) throw new Error('offline');
    return Shown;
  });
  await expect(code.load()).rejects.toThrow('offline');
  await Promise.all([code.load(), code.load()]);
  expect(code.read()).toBe(Shown);
  expect(loads).toBe(2);
});
