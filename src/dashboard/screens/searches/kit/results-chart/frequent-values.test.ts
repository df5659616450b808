import { expect, test } from 'vitest';
import { findNarrowing, findPlaces } from './frequent-values.tsx';

const place = (name: string, location_type: 'CITY' | 'STATE' | 'REGION' | 'COUNTRY', deals: number) => ({
  permalink: `${name}-${location_type}`.toLowerCase(),
  name,
  location_type,
  deals,
});

test('values that every deal has narrow nothing', () => {
  const found = [place('Germany', 'COUNTRY', 9), place('Berlin', 'CITY', 5)];
  expect(findNarrowing(found, 9)).toEqual([found[1]]);
});

test('places are countries, or the states or cities of the only one', () => {
  const france = place('France', 'COUNTRY', 4);
  const [germany, bavaria, berlin] = [
    place('Germany', 'COUNTRY', 5),
    place('Bavaria', 'STATE', 3),
    place('Berlin', 'STATE', 2),
  ];
  const europe = place('Europe', 'REGION', 9);
  const [munich, augsburg] = [place('Munich', 'CITY', 2), place('Augsburg', 'CITY', 1)];
  expect(findPlaces([europe, germany, france, bavaria, berlin, munich, augsburg], 9)).toEqual([germany, france]);
  expect(findPlaces([europe, germany, bavaria, berlin, munich, augsburg], 5)).toEqual([bavaria, berlin]);
  expect(findPlaces([europe, germany, bavaria, munich, augsburg], 3)).toEqual([munich, augsburg]);
  expect(findPlaces([munich], 4)).toEqual([munich]);
});
