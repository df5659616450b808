import { expect, test } from 'vitest';
import { createQueryClient } from '../query-client.ts';
import { createScreens } from '../screens.ts';
import { allScreens } from './screens.ts';

test('the command palette lists every screen without an id in its path, but not the one that an invitation opens', () => {
  const paths = Object.keys(createScreens(createQueryClient())).filter(
    (path) => !path.includes('$') && path !== '/join',
  );
  expect(allScreens.map(({ to }) => to).toSorted()).toEqual(paths.toSorted());
});
