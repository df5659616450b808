import { expect, test } from 'vitest';
import { findNarrowing } from './frequent-values.tsx';

const value = (name: string, deals: number, permalink = name.toLowerCase()) => ({ permalink, name, deals });

test('values that every deal has narrow nothing, and areas named after their city are not listed next to it', () => {
  const found = [
    value('Germany', 9),
    value('Berlin', 5, 'berlin-state'),
    value('Berlin', 5),
    value('Greater Berlin', 5),
    value('Greater Munich', 4),
    value('Munich', 3),
  ];
  expect(findNarrowing(found, 9).map(({ permalink }) => permalink)).toEqual([
    'berlin-state',
    'greater munich',
    'munich',
  ]);
});
