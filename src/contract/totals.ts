import { z } from 'zod';
import { countEndpoint, type Endpoint } from './endpoint.ts';

const total = z.strictObject({ total: z.int() });

/**
 * POST /account/deals/total, and likewise companies, investors and people: how many records a search matches; free. The
 * body is that of the search; page and order have no effect. Only our own service has them; `facets` of `GET
 * /config.json` says so.
 */
export const totalOf = <const Id extends string, Body extends z.ZodType<object>>(
  id: Id,
  { path, body }: { readonly path: Endpoint['path']; readonly body: Body },
) =>
  countEndpoint(id, 'POST', `${path}/total`, {
    summary: `Count the ${path.slice(1)} of a search`,
    body,
    data: total,
  });

/** The maximum number of searches in one request. */
export const maxCountedSearches = 100;

/**
 * POST /account/companies/totals, and likewise investors and people: how many records each of several searches
 * matches, such as one for each value of a filter; free. Only our own service has them.
 */
export const totalsOf = <const Id extends string, Body extends z.ZodType<object>>(
  id: Id,
  { path, body }: { readonly path: Endpoint['path']; readonly body: Body },
) =>
  countEndpoint(id, 'POST', `${path}/totals`, {
    summary: `Count the ${path.slice(1)} of several searches`,
    body: z.strictObject({ searches: z.array(body).min(1).max(maxCountedSearches) }),
    data: z.strictObject({ totals: z.array(z.int()) }),
  });
