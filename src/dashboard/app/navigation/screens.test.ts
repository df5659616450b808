import { expect, test } from 'vitest';
import { screens } from '../screens.ts';
import { allScreens } from './screens.ts';

test('every screen without an id in its path is one that the command palette lists', () => {
  const paths = Object.keys(screens).filter((path) => !path.includes('$'));
  expect(allScreens.map(({ to }) => to).toSorted()).toEqual(paths.toSorted());
});
