import { z } from 'zod';

/** `GET /config.json`: what stands behind the dashboard, told by the gateway that serves it. */
export const config = z.strictObject({
  /** Whether /api/v1 is answered by our own service or by a hosted one. */
  service: z.enum(['own', 'upstream']),
  /** The host of the hosted service, for people to read; null where our own service answers. */
  host: z.string().nullable(),
  /** Who holds the API key: the gateway adds it, or each browser brings its own. */
  key: z.enum(['gateway', 'browser']),
  /** Whether /account exists. */
  account: z.boolean(),
  /** The unit of `total_round_raised` in alerts; a property of the service, never guessed from a figure. */
  alertAmounts: z.enum(['usd', 'millions']),
  /** Opaque name of the account for the browser's own store; null where the gateway does not hold the key. */
  accountId: z.string().nullable(),
  /** Whether all records are invented demo data, so that no figure is taken for a fact; false where a hosted service answers. */
  demo: z.boolean(),
  /** Where our own service's records come from, in the order of their first import; empty where a hosted one answers. */
  sources: z.array(
    z.strictObject({
      title: z.string(),
      licence: z.string(),
      address: z.string().nullable(),
      imported_at: z.iso.datetime(),
    }),
  ),
  version: z.string(),
});
export type Config = z.infer<typeof config>;
