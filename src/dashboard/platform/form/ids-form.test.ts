import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseIds } from './ids-form.tsx';

test('reads every id once, however they are separated', () => {
  const separator = fc.constantFrom('\n', '\r\n', ', ', ';', '\t', '",\n"');
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.uuid(), separator)), (parts) => {
      const text = parts.map(([id, after]) => id.toUpperCase() + after).join('');
      expect(parseIds(text)).toMatchObject({ ids: [...new Set(parts.map(([id]) => id))], invalid: [] });
    }),
  );
});

test('lists every line without an id', () => {
  const id = '0bd1b1a4-7a0c-4b8f-9d7e-0123456789ab';
  expect(parseIds(`${id}\nhttps://example.org\n\n${id}\n0bd1b1a4`)).toEqual({
    ids: [id],
    repeated: 1,
    invalid: [
      { line: 2, text: 'https://example.org' },
      { line: 5, text: '0bd1b1a4' },
    ],
  });
});
