import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchName, pickFirst } from './name-choice.tsx';
import { splitNames } from './paste-sheet.tsx';

const option = (key: string, name: string, remark = '') => ({ key, name, remark });

test('each pasted name is read once, with any delimiter', () => {
  expect(splitNames('Anvil\r\n"Borealis"\nanvil, Calyx;\t Dune \n\n')).toEqual(['anvil', 'Borealis', 'Calyx', 'Dune']);
});

test('with several matches, a name never resolves to a record with another name', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.array(fc.string(), { minLength: 2, maxLength: 5 }), (text, names) => {
      const { certain } = matchName(
        text,
        names.map((name, at) => option(String(at), name)),
      );
      if (certain) expect(certain.name.toLowerCase()).toBe(text.toLowerCase());
    }),
  );
});

test('the only match is certain; records of the same name are ambiguous; no match stays without', () => {
  expect(matchName('anvil', [option('1', 'Anvil Robotics')]).certain?.key).toBe('1');
  expect(matchName('Anvil', [option('1', 'Anvil'), option('2', 'Anvil Robotics')]).certain?.key).toBe('1');
  expect(matchName('Anvil', [option('1', 'Anvil'), option('2', 'anvil')]).certain).toBeUndefined();
  expect(matchName('anvil.example', [option('1', 'Anvil', 'anvil.example'), option('2', 'B')]).certain?.key).toBe('1');
  expect(matchName('Anvil', []).certain).toBeUndefined();
});

test('of several places with the pasted name the first is suggested, and of places by another name the nearest', () => {
  const found = [
    matchName('Berlin', [option('1', 'Greater Berlin'), option('2', 'Berlin'), option('3', 'Berlin')]),
    matchName('NYC', [option('4', 'New York'), option('5', 'Greater New York')]),
    matchName('Nowhere', []),
  ];
  expect([...pickFirst(found)]).toEqual([
    ['Berlin', option('2', 'Berlin')],
    ['NYC', option('4', 'New York')],
  ]);
});
