import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { searchCompanies } from '#contract/companies.ts';
import { searchDeals } from '#contract/deals.ts';
import { searchLocations } from '#contract/lookups.ts';
import type { downloadWorkspace } from '../platform/http/download.ts';
import type { startSearch } from '#contract/workspace/searches.ts';
import type { callWorkspace } from '../platform/http/workspace.ts';
import { SpendAuthorization } from './spend-authorization.ts';
import type { FreeEndpoint } from './send-free.ts';

const dashboard = join(import.meta.dirname, '..');
const sources = readdirSync(dashboard, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ path: relative(dashboard, path), text: readFileSync(path, 'utf8') }));

const holding = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
const importing = (name: string) =>
  holding(new RegExp(String.raw`import \{[^}]*\b${name}\b[^}]*\} from '\.`)).toSorted();

describe('requests that spend', () => {
  test('go through a single fetch', () => {
    // The other one requests scripts of the page, by a GET without a key.
    expect(holding(/\bfetch\(/)).toEqual(['platform/http/forget-preloads.ts', 'platform/http/request.ts']);
    expect(holding(/\bfetch\(href\)/)).toEqual(['platform/http/forget-preloads.ts']);
  });

  test('are sent by one file alone, to the gateway', () => {
    expect(importing('sendToWorkspace')).toEqual(['spending/buy.ts']);
    expect(importing('send')).toEqual(['platform/http/workspace.ts', 'spending/send-free.ts']);
  });

  test('share the fetch only with requests for the configuration and files of the workspace', () => {
    expect(importing('request')).toEqual(['platform/http/connection.ts', 'platform/http/send.ts']);
    expect(importing('exchange')).toEqual(['platform/http/download.ts']);
    expectTypeOf<Parameters<typeof downloadWorkspace>[0]>().toEqualTypeOf<`/workspace/${string}`>();
  });

  test('need an authorization, which only a priced control issues', () => {
    expect(holding(/SpendAuthorization\.issue\(/).toSorted()).toEqual([
      'spending/priced-button.tsx',
      'spending/priced-item.tsx',
    ]);
    // It covers nothing: the gateway rejects whatever could cost something.
    expect(holding(/SpendAuthorization\.issueFree\(/).toSorted()).toEqual([
      'screens/searches/kit/fetch/batch.ts',
      'spending/use-free-load.ts',
    ]);
    expect(SpendAuthorization.issueFree().leftTenths).toBe(0);
  });

  test('are mutations or actions of a press: no query function buys', () => {
    const queries = sources.flatMap(({ path, text }) =>
      text
        .split('queryFn')
        .slice(1)
        .map((rest) => ({ path, query: rest.slice(0, 400).split('mutationFn')[0] ?? '' })),
    );
    expect(queries.length).toBeGreaterThan(10);
    const buying = queries.filter(({ query }) => /\b(buy\w*|unlockByIds|authorization)\(/.test(query));
    expect(buying).toEqual([]);
  });

  test('are told apart by the types: neither sendFree nor callWorkspace takes an endpoint that spends', () => {
    expectTypeOf<typeof searchLocations>().toExtend<FreeEndpoint>();
    expectTypeOf<typeof searchDeals>().not.toExtend<FreeEndpoint>();
    expectTypeOf<typeof searchCompanies>().not.toExtend<FreeEndpoint>();
    expectTypeOf<typeof startSearch>().not.toExtend<Parameters<typeof callWorkspace>[0]>();
    expect([searchLocations, searchDeals, searchCompanies].map(({ cost }) => cost.per)).toEqual([
      'nothing',
      'row',
      'row',
    ]);
  });
});
