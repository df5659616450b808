import { afterEach, expect, test } from 'vitest';
import { storeFreeNames, collectAlertNames, collectFilterNames } from '../../library/records/free-names.ts';
import { freeNames, storedResults, unlockedCompanies, type CompanyRecord } from '../../library/records/records.ts';
import { findNamed, readNamed } from './known-names.ts';

afterEach(() => [freeNames, storedResults, unlockedCompanies].forEach((store) => store.reset()));

const uuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const keepCompany = (index: number, name: string) =>
  unlockedCompanies.keep([{ id: uuid(index), name, domain: `${index}.example` } as CompanyRecord]);

test('names that begin as typed come before names that hold it, whatever their accents', () => {
  keepCompany(1, 'Blue Ridge');
  keepCompany(2, 'Rídge Labs');
  keepCompany(3, 'Other');
  expect(findNamed('company', 'ridge').map(({ name }) => name)).toEqual(['Rídge Labs', 'Blue Ridge']);
});

test('a name that an alert brought is found for nothing, and the owned row is better', () => {
  storeFreeNames(
    collectAlertNames([{ company_id: uuid(1), company_name: 'Ridge', company_website: 'ridge.example' } as never]),
  );
  expect(readNamed('company', uuid(1))).toBe('Ridge');
  expect(findNamed('company', 'rid')).toMatchObject([{ id: uuid(1), remark: 'ridge.example' }]);
  expect(findNamed('investor', 'rid')).toEqual([]);
  keepCompany(1, 'Ridge Incorporated');
  expect(readNamed('company', uuid(1))).toBe('Ridge Incorporated');
});

test('the filters of a saved alert name companies and firms, and a blank name is none', () => {
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
  expect(readNamed('company', uuid(1))).toBe('Ridge');
  expect(readNamed('investor', uuid(2))).toBe('North');
  expect(freeNames.all().rows).toHaveLength(2);
});

test('a name that is kept already is not written again', () => {
  const names = [{ id: uuid(1), kind: 'company', name: 'Ridge', remark: '' }] as const;
  storeFreeNames(names);
  const before = freeNames.readTime(uuid(1));
  const rows = freeNames.all().rows[0];
  storeFreeNames(names);
  expect(freeNames.readTime(uuid(1))).toBe(before);
  expect(freeNames.all().rows[0]).toBe(rows);
});

test('what is bought meanwhile is found at once', () => {
  expect(findNamed('company', 'ridge')).toEqual([]);
  keepCompany(1, 'Ridge');
  expect(findNamed('company', 'ridge')).toHaveLength(1);
});
