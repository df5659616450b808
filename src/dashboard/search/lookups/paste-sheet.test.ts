import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitNames, matchPastedName } from './paste-sheet.tsx';

const option = (key: string, name: string, remark = '') => ({ key, name, remark });

test('a pasted column of names is read once each, whatever parts them', () => {
  expect(splitNames('Anvil\r\n"Borealis"\nanvil, Calyx;\t Dune \n\n')).toEqual(['anvil', 'Borealis', 'Calyx', 'Dune']);
});

test('no name is ever resolved to something that is called otherwise while several match', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.array(fc.string(), { minLength: 2, maxLength: 5 }), (text, names) => {
      const { sure } = matchPastedName(
        text,
        names.map((name, at) => option(String(at), name)),
      );
      if (sure) expect(sure.name.toLowerCase()).toBe(text.toLowerCase());
    }),
  );
});

test('the only match is taken, namesakes are not told apart, and nothing stays nothing', () => {
  expect(matchPastedName('anvil', [option('1', 'Anvil Robotics')]).sure?.key).toBe('1');
  expect(matchPastedName('Anvil', [option('1', 'Anvil'), option('2', 'Anvil Robotics')]).sure?.key).toBe('1');
  expect(matchPastedName('Anvil', [option('1', 'Anvil'), option('2', 'anvil')]).sure).toBeUndefined();
  expect(matchPastedName('anvil.example', [option('1', 'Anvil', 'anvil.example'), option('2', 'B')]).sure?.key).toBe(
    '1',
  );
  expect(matchPastedName('Anvil', []).sure).toBeUndefined();
});
