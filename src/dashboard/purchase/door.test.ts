import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { searchCompanies } from '#contract/companies.ts';
import { searchDeals } from '#contract/deals.ts';
import { searchLocations } from '#contract/lookups.ts';
import type { FreeEndpoint } from './call.ts';
import type { PaidEndpoint } from './price.ts';

const dashboard = join(import.meta.dirname, '..');
const sources = readdirSync(dashboard, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ path: relative(dashboard, path), text: readFileSync(path, 'utf8') }));

const holding = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

describe('the one door to paid endpoints', () => {
  test('has a single fetch behind it', () => {
    expect(holding(/\bfetch\(/)).toEqual(['platform/http/request.ts']);
  });

  test('is the only place beside the free call that can send a question', () => {
    expect(holding(/import \{[^}]*\bsend\b[^}]*\} from/).toSorted()).toEqual(['purchase/buy.ts', 'purchase/call.ts']);
  });

  test('has one other beside it, for requests that a person wrote by hand in the API explorer', () => {
    const free = ['features/docs/description.ts', 'platform/http/config.ts'];
    expect(holding(/import \{[^}]*\brequest\b[^}]*\} from/).toSorted()).toEqual(
      [...free, 'platform/http/send.ts', 'purchase/try-out.ts'].toSorted(),
    );
  });

  test('opens only to acts, which only the priced button and the priced row of a list issue', () => {
    expect(holding(/Act\.issue\(/).toSorted()).toEqual(['purchase/priced-button.tsx', 'purchase/priced-item.tsx']);
  });

  test('is kept by the types: the free call takes no paid endpoint, buying takes no free one', () => {
    expect([searchLocations, searchDeals, searchCompanies].map(({ cost }) => cost.per)).toEqual([
      'nothing',
      'row',
      'row',
    ]);
    expectTypeOf<typeof searchLocations>().toExtend<FreeEndpoint>();
    expectTypeOf<typeof searchDeals>().not.toExtend<FreeEndpoint>();
    expectTypeOf<typeof searchCompanies>().not.toExtend<FreeEndpoint>();
    expectTypeOf<typeof searchDeals>().toExtend<PaidEndpoint>();
    expectTypeOf<typeof searchLocations>().not.toExtend<PaidEndpoint>();
  });
});
