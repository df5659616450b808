import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseLiteralList, splitList, splitMarkedList } from './lists.ts';

describe('splitList', () => {
  test.each([
    ['Alder Fund, Birch Fund', [', '], ['Alder Fund', 'Birch Fund']],
    ['Oak Group, LLC, Elm, Inc., Fir', [', '], ['Oak Group, LLC', 'Elm, Inc.', 'Fir']],
    ['Collab+Currency + Oak  +  Elm', [' + '], ['Collab+Currency', 'Oak', 'Elm']],
    ['Oak (London, Paris), Elm', [','], ['Oak (London, Paris)', 'Elm']],
    ['Oak (London, Elm', [','], ['Oak (London', 'Elm']],
    ['$1200000, $3,000,000', [', '], ['$1200000', '$3,000,000']],
    ['Oak; Elm | Fir', [';', '|'], ['Oak', 'Elm', 'Fir']],
    [' , ,Oak,', [','], ['Oak']],
    ['Oak Elm', [], ['Oak Elm']],
    ['', [','], []],
  ])('splits %j', (text, separators, names) => {
    expect(splitList(text, separators)).toEqual(names);
  });

  test('splits any joined names that do not contain the separator', () => {
    const name = fc
      .stringMatching(/^[A-Z][a-z]{2,8}( [A-Z][a-z]{3,8}){0,2}$/)
      .filter((text) => !/^(Inc|Llc|Ltd|Corp|Limited|Corporation|Gmbh|Plc|Pte|Pty|Llp)$/i.test(text));
    fc.assert(
      fc.property(fc.array(name), fc.constantFrom(', ', ' + ', ';', '|', '\n'), (names, separator) => {
        expect(splitList(names.join(separator), [separator])).toEqual(names);
      }),
    );
  });

  test('loses no letter of the text', () => {
    const letters = (text: string) => text.replace(/[\s,;]/g, '');
    fc.assert(
      fc.property(
        fc.string().filter((text) => !text.trim().startsWith('[')),
        (text) => {
          expect(letters(splitList(text, [',', ';']).join())).toBe(letters(text));
        },
      ),
    );
  });
});

describe('splitMarkedList', () => {
  test('reads marks before or after a name as the lead, and removes them', () => {
    expect(splitMarkedList('Oak (Lead), *Elm, Fir', [', '], ['(lead)', '*'])).toEqual([
      { name: 'Oak', lead: true },
      { name: 'Elm', lead: true },
      { name: 'Fir', lead: false },
    ]);
  });
});

describe('parseLiteralList', () => {
  test.each([
    ["['A', \"O'B\", 'C, D']", ['A', "O'B", 'C, D']],
    ['["a","b"]', ['a', 'b']],
    ["['it\\'s']", ["it's"]],
    ['[]', []],
  ])('reads %s', (text, list) => {
    expect(parseLiteralList(text)).toEqual(list);
  });

  test('rejects any other text', () => {
    for (const text of ['a, b', '[a, b]', "['a', b]", '[lead] Oak']) expect(parseLiteralList(text)).toBeUndefined();
  });

  test('parses what JSON writes', () => {
    const plain = fc.string().filter((text) => !/["\\]|[^ -~]/.test(text));
    fc.assert(
      fc.property(fc.array(plain), (list) => {
        expect(parseLiteralList(JSON.stringify(list))).toEqual(list);
      }),
    );
  });
});
