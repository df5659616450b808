import { afterEach, expect, test } from 'vitest';
import { collectAlertNames } from '../../../../records/alert-names.ts';
import { collectFilterNames, storeFreeNames } from '../../../../records/free-names.ts';
import {
  type CompanyRecord,
  freeNames,
  type InvestorRecord,
  unlockedCompanies,
  unlockedInvestors,
} from '../../../../records/records.ts';
import { findKnownNames, readKnownName } from './known-names.ts';

afterEach(() => [freeNames, unlockedCompanies, unlockedInvestors].forEach((store) => store.reset()));

const uuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const storeCompany = (index: number, name: string) =>
  unlockedCompanies.add([{ id: uuid(index), name, domain: `${index}.example` } as CompanyRecord]);

test('names that start with the text come before names that contain it, ignoring accents', () => {
  storeCompany(1, 'Blue Ridge');
  storeCompany(2, 'Rídge Labs');
  storeCompany(3, 'Other');
  expect(findKnownNames('company', 'ridge').map(({ name }) => name)).toEqual(['Rídge Labs', 'Blue Ridge']);
});

test('a name from an alert is found for free, and the unlocked row replaces it', () => {
  storeFreeNames(
    collectAlertNames(
      [{ id: uuid(9), company_id: uuid(1), company_name: 'Ridge', company_website: 'ridge.example' } as never],
      'usd',
    ),
  );
  expect(readKnownName('company', uuid(1))).toBe('Ridge');
  expect(findKnownNames('company', 'rid')).toMatchObject([{ id: uuid(1), remark: 'ridge.example' }]);
  expect(findKnownNames('investor', 'rid')).toEqual([]);
  storeCompany(1, 'Ridge Incorporated');
  expect(readKnownName('company', uuid(1))).toBe('Ridge Incorporated');
});

test('the filters of a saved alert name companies and investors; blank names are ignored', () => {
  const companies = [{ id: uuid(1), name: 'Ridge' }];
  storeFreeNames(
    collectFilterNames({
      companies,
      investors: [
        { id: uuid(2), name: 'North' },
        { id: uuid(3), name: '' },
      ],
    }),
  );
  expect(readKnownName('company', uuid(1))).toBe('Ridge');
  expect(readKnownName('investor', uuid(2))).toBe('North');
  expect(freeNames.count()).toBe(2);
});

test('a name that is already stored is not written again', () => {
  const names = [{ id: uuid(1), kind: 'company', name: 'Ridge', remark: '' }] as const;
  storeFreeNames(names);
  const before = freeNames.readTime(uuid(1));
  const rows = [...freeNames.rows()][0]?.row;
  storeFreeNames(names);
  expect(freeNames.readTime(uuid(1))).toBe(before);
  expect([...freeNames.rows()][0]?.row).toBe(rows);
});

test('records of one name without a domain are told apart by place and number of deals', () => {
  const build = (index: number, location: object, total_deal_count: number) =>
    ({ id: uuid(index), name: 'North', domain: null, location, total_deal_count }) as InvestorRecord;
  unlockedInvestors.add([build(1, { city: { name: 'Oslo' } }, 12), build(2, {}, 1)]);
  expect(findKnownNames('investor', 'north').map(({ remark }) => remark)).toEqual(['Oslo, 12 deals', '1 deal']);
});

test('a newly unlocked record is found at once', () => {
  expect(findKnownNames('company', 'ridge')).toEqual([]);
  storeCompany(1, 'Ridge');
  expect(findKnownNames('company', 'ridge')).toHaveLength(1);
});

test('names of 100,000 letters are compared by their start alone', () => {
  const start = 'a.b-'.repeat(25_000);
  for (const index of [2, 1]) storeCompany(index, `${start}${index}`);
  expect(findKnownNames('company', 'a.b').map(({ id }) => id)).toEqual([uuid(2), uuid(1)]);
});
