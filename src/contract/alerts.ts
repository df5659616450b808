import { z } from 'zod';
import { free } from './credits.ts';
import type { Endpoint } from './endpoint.ts';
import { financingType } from './enums.ts';
import { record } from './record.ts';
import { uuid } from './scalars.ts';

const nullable = z.string().nullable();

/** How often an alert is sent (contract 2). */
export const alertFrequency = z.enum(['DAILY', 'WEEKLY', 'BIWEEKLY', 'MONTHLY']);

/** A deal that matched an alert (specification 2.6); `reasoning` names what matched. */
export const alertDeal = record('AlertDeal', {
  id: uuid,
  company_id: uuid,
  company_name: z.string(),
  company_guru_permalink: z.string(),
  round_type: financingType,
  total_round_raised: z.number().nullable(),
  date: z.iso.datetime(),
  company_website: nullable,
  company_linkedin: nullable,
  location: z.strictObject({ city: nullable, state: nullable, country: nullable, region: nullable }),
  deal_short_description: nullable,
  deal_long_description: nullable,
  reasoning: z.string(),
  articles: z.array(
    z.strictObject({ link: z.string(), is_primary: z.boolean(), publishedDate: z.iso.date().nullable() }),
  ),
});
export type AlertDeal = z.infer<typeof alertDeal>;

/** An alert with the deals of a period that match it, newest first (specification 2.6). */
export const alert = z
  .strictObject({
    alertId: uuid,
    alertName: z.string(),
    alertFrequency,
    totalDealCount: z.int(),
    deals: z.array(alertDeal),
  })
  .meta({ id: 'Alert' });
export type Alert = z.infer<typeof alert>;

/** GET /alerts (specification 4.14): at most ten alerts, at most 365 days; the route checks the forms. */
export const readAlerts = {
  id: 'readAlerts',
  method: 'GET',
  path: '/alerts',
  summary: 'Read the deals of a period that match saved alerts',
  query: z.strictObject({ alert_ids: z.string(), start_date: z.string(), end_date: z.string() }),
  data: z.strictObject({ alerts: z.array(alert) }),
  meta: 'list',
  cost: free,
  numbered: true,
} as const satisfies Endpoint;

/** A firm or company that an alert looks for, with the name that it had then. */
export const named = z.strictObject({ id: uuid, name: z.string() });

/** What an alert looks for: permalinks, and round types in their human names (contract 2). */
export const alertFilters = z.strictObject({
  industries: z.array(z.string()).default([]),
  super_categories: z.array(z.string()).default([]),
  locations: z.array(z.string()).default([]),
  financing_types: z.array(z.string()).default([]),
  deal_size_min: z.number().nullable().default(null),
  deal_size_max: z.number().nullable().default(null),
  num_employees: z.array(z.string()).default([]),
  investors: z.array(named).default([]),
  companies: z.array(named).default([]),
});
export type AlertFilters = z.output<typeof alertFilters>;

/** A saved alert as it is set up (contract 2). */
export const alertConfiguration = z
  .strictObject({
    configuration_id: uuid,
    configuration_name: z.string(),
    frequency: alertFrequency,
    description: nullable,
    filters: alertFilters,
  })
  .meta({ id: 'AlertConfiguration' });
export type AlertConfiguration = z.infer<typeof alertConfiguration>;

/** GET /alerts/configurations (specification 4.15). */
export const readAlertConfigurations = {
  id: 'readAlertConfigurations',
  method: 'GET',
  path: '/alerts/configurations',
  summary: 'Read the saved alerts of the account',
  data: z.strictObject({ configurations: z.array(alertConfiguration) }),
  meta: 'list',
  cost: free,
  numbered: true,
} as const satisfies Endpoint;
