import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildPresets } from './day-pair.tsx';
import { readPeriod } from '#contract/ask/periods.ts';

test('each preset is the period that its name describes', () => {
  const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2035-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(days, (date) => {
      const today = date.toISOString().slice(0, 10);
      for (const [name, from] of buildPresets(today)) {
        const words = name === 'This year' ? 'this year to date' : `last ${name}`;
        expect(readPeriod(words, today), words).toEqual({ from, to: today });
      }
    }),
  );
});
