import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { searchCompanies } from '#contract/companies.ts';
import { searchDeals } from '#contract/deals.ts';
import { searchLocations } from '#contract/lookups.ts';
import type { readWorkspaceEvents, requestWorkspace } from '../platform/http/gateway-request.ts';
import type { FreeEndpoint } from './send-free.ts';
import type { PaidEndpoint } from './price.ts';

const dashboard = join(import.meta.dirname, '..');
const sources = readdirSync(dashboard, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ path: relative(dashboard, path), text: readFileSync(path, 'utf8') }));

const holding = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

describe('paid requests', () => {
  test('go through a single fetch, which the service worker only passes on', () => {
    // The service worker handles pages and files of the build, never the API.
    expect(holding(/\bfetch\(/).toSorted()).toEqual(['app/offline-worker.ts', 'platform/http/request.ts']);
  });

  test('are sent in one place, next to the free ones', () => {
    expect(holding(/import \{[^}]*\bsend\b[^}]*\} from/).toSorted()).toEqual([
      'purchase/send-free.ts',
      'purchase/send-paid.ts',
    ]);
  });

  test('share it only with the request for the configuration', () => {
    expect(holding(/import \{[^}]*\brequest\b[^}]*\} from/).toSorted()).toEqual([
      'platform/http/connection.ts',
      'platform/http/send.ts',
    ]);
  });

  test('share the fetch itself only with the workspace, whose requests reach nothing else', () => {
    expect(holding(/import \{[^}]*\bexchange\b[^}]*\} from/)).toEqual(['platform/http/gateway-request.ts']);
    expectTypeOf<Parameters<typeof requestWorkspace>[0]>().toEqualTypeOf<`/workspace/${string}`>();
    expectTypeOf<Parameters<typeof readWorkspaceEvents>[0]>().toEqualTypeOf<`/workspace/${string}`>();
  });

  test('need an authorization, which only a priced control issues', () => {
    expect(holding(/SpendAuthorization\.issue\(/).toSorted()).toEqual([
      'purchase/priced-button.tsx',
      'purchase/priced-item.tsx',
    ]);
  });

  test('are told apart by the types: sendFree takes no paid endpoint, sendPaid no free one', () => {
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
