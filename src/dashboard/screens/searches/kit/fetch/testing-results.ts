import type { SearchResults } from './stored-results.ts';

/** Results of a search for deals with these ids, all of them loaded. */
export const buildResults = (ids: readonly string[]): SearchResults => ({
  id: '00000000-0000-4000-8000-000000000000',
  resource: 'deals',
  body: {},
  via: null,
  screen: '/deals',
  by: null,
  total: ids.length,
  moved_from: null,
  loaded: ids.length,
  rows: ids.length,
  duplicates: 0,
  ended: true,
  ignored: [],
  more_ignored: 0,
  surprises: 0,
  ranked_by: null,
  billed_tenths: ids.length * 10,
  first_at: '2026-11-01T00:00:00Z',
  loaded_at: '2026-11-01T00:00:00Z',
  ids,
  figures: {},
});
