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
