import { expect, test } from 'vitest';
import { router } from '../routes.tsx';
import { allScreens } from './screens.ts';

test('the command palette lists every screen without an id in its path, but not the one that an invitation opens', () => {
  const paths = Object.keys(router.routesByPath).filter((path) => !path.includes('$') && path !== '/join');
  expect(allScreens.map(({ to }) => to).toSorted()).toEqual(paths.toSorted());
});
