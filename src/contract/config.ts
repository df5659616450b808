import { z } from 'zod';

/** `GET /config.json`: how the gateway that serves the dashboard is set up. */
export const config = z.strictObject({
  /** Whether /api/v1 is answered by our own service or by a hosted one. */
  service: z.enum(['own', 'upstream']),
  /** The host of the hosted service, for display; null with our own service. */
  host: z.string().nullable(),
  /** Who has the API key: the gateway, which adds it, or each browser. */
  key: z.enum(['gateway', 'browser']),
  /** Whether /account exists. */
  account: z.boolean(),
  /** Whether names are free: `POST /account/names` exists. */
  names: z.boolean(),
  /** Whether all matches of a search are counted: `POST /account/facets` exists. */
  facets: z.boolean(),
  /** Whether this page may add credits to its account: `POST /account/credits` accepts the gateway's key. */
  credits: z.boolean(),
  /** Whether calls with the gateway's key are charged; true where the gateway has none. */
  metered: z.boolean(),
  /** Whether this page may save deliveries of alerts: `/account/deliveries` accepts the gateway's key. */
  deliveries: z.boolean(),
  /** The unit of `total_round_raised` in alerts; a property of the service, never guessed from an amount. */
  alertAmounts: z.enum(['usd', 'millions']),
  /** An opaque id of the account, for the browser's storage; null when the gateway has no key. */
  accountId: z.string().nullable(),
  /** Whether all records are demo data; false with a hosted service. */
  demo: z.boolean(),
  /** The sources of the records in the order of their first import; empty with a hosted service. */
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
