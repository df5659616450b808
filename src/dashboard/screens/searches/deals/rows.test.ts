import { afterEach, expect, test } from 'vitest';
import { type InvestorRecord, unlockedInvestors } from '../../../records/records.ts';
import { readInvestorName } from './rows.ts';

afterEach(() => unlockedInvestors.reset());

test('the name of an investor follows its record', () => {
  const id = '5d0c2f0a-7a30-4f1c-8c09-d4b5110e5328';
  const unlock = (name: string) => unlockedInvestors.add([{ id, name } as InvestorRecord]);
  expect(readInvestorName(id)).toBeUndefined();
  unlock('Harbour Capital');
  expect(readInvestorName(id)).toBe('Harbour Capital');
  unlock('Harbour Ventures');
  expect(readInvestorName(id)).toBe('Harbour Ventures');
  unlockedInvestors.reset();
  expect(readInvestorName(id)).toBeUndefined();
});
