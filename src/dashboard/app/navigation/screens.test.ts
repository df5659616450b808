// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { router } from '../app.tsx';
import { allScreens } from './screens.ts';

test('every route without parameters is a screen that the command palette lists', () => {
  const routes = Object.values(router.routesByPath)
    // What the screen was called before only leads on.
    .filter(({ fullPath, options }) => !fullPath.includes('$') && options.component !== undefined)
    .map(({ fullPath }) => fullPath);
  expect(allScreens.map(({ to }) => to).toSorted()).toEqual(routes.toSorted());
});
