import { z } from 'zod';
import { free } from './credits.ts';
import type { Endpoint } from './endpoint.ts';

const total = z.strictObject({ total: z.int() });

/**
 * POST /account/deals/total, and likewise companies, investors and people: how many records a search matches; free. The
 * body is that of the search; page and order have no effect. Only our own service has them; `facets` of `GET
 * /config.json` says so.
 */
export const totalOf = <Id extends string, Search extends Endpoint & Required<Pick<Endpoint, 'body'>>>(
  id: Id,
  { path, body }: Search,
) =>
  ({
    id,
    method: 'POST',
    root: '/account',
    path: `${path}/total`,
    summary: `Count the ${path.slice(1)} of a search`,
    body: body as Search['body'],
    data: total,
    meta: 'single',
    cost: free,
    lane: 'search',
    reads: 'records',
  }) as const satisfies Endpoint;
