import { z } from 'zod';
import { alertConfiguration, alertDeal, alertFilters, alertFrequency, named } from './alerts.ts';
import { free } from './credits.ts';
import type { Endpoint } from './endpoint.ts';
import { employeeRange } from './enums.ts';
import { readHumanRound } from './round-names.ts';
import { listLimit, ordered, text, usd } from './scalars.ts';

const list = <T extends z.ZodType>(item: T) => z.array(item).max(listLimit).default([]);

const roundName = text.refine((name) => readHumanRound(name) !== undefined, {
  params: { code: 'INVALID_FINANCING_TYPE' },
  message: 'is not the name of a round, such as Series A or Pre-Seed Extension',
});

/** The filters of an alert as a person sets them: every member may be left out, no round name is unknown. */
export const alertFiltersForm = ordered(
  z.strictObject({
    industries: list(text),
    super_categories: list(text),
    locations: list(text),
    financing_types: list(roundName),
    deal_size_min: usd.nullable().default(null),
    deal_size_max: usd.nullable().default(null),
    num_employees: list(employeeRange),
    investors: list(named),
    companies: list(named),
  }),
  'deal_size_min',
  'deal_size_max',
);

/** What a person says of an alert; a change says all of it again. */
export const alertForm = z.strictObject({
  configuration_name: text.max(200),
  frequency: alertFrequency,
  description: text.max(2000).nullable().default(null),
  filters: alertFiltersForm.prefault({}),
  /** A paused alert keeps its place, matches nothing and is not among /alerts/configurations. */
  paused: z.boolean().default(false),
});
export type AlertForm = z.output<typeof alertForm>;

/** A saved alert as its owner manages it, paused or not. */
export const accountAlert = alertConfiguration
  .extend({ filters: alertFilters, paused: z.boolean(), created_at: z.iso.datetime() })
  .meta({ id: 'AccountAlert' });
export type AccountAlert = z.infer<typeof accountAlert>;

const alerts = { root: '/account', meta: 'count', cost: free, numbered: true } as const;
const oneAlert = { path: '/alerts/{id}', params: z.strictObject({ id: z.string() }) } as const;

/** GET /account/alerts: all alerts of the account, paused ones too, oldest first. */
export const readAccountAlerts = {
  ...alerts,
  id: 'readAccountAlerts',
  method: 'GET',
  path: '/alerts',
  summary: 'Read the alerts of the account, paused ones too',
  data: z.strictObject({ alerts: z.array(accountAlert) }),
} as const satisfies Endpoint;

/** POST /account/alerts: saves an alert. */
export const createAlert = {
  ...alerts,
  id: 'createAlert',
  method: 'POST',
  path: '/alerts',
  summary: 'Save an alert',
  body: alertForm,
  data: z.strictObject({ alert: accountAlert }),
} as const satisfies Endpoint;

/** PUT /account/alerts/{id}: changes an alert to exactly what is sent; `paused` pauses and resumes it. */
export const changeAlert = {
  ...alerts,
  ...oneAlert,
  id: 'changeAlert',
  method: 'PUT',
  summary: 'Change, pause or resume an alert',
  body: alertForm,
  data: z.strictObject({ alert: accountAlert }),
} as const satisfies Endpoint;

/** DELETE /account/alerts/{id}; the deleted alert is in the answer, so that it can be saved again. */
export const deleteAlert = {
  ...alerts,
  ...oneAlert,
  id: 'deleteAlert',
  method: 'DELETE',
  summary: 'Delete an alert',
  data: z.strictObject({ alert: accountAlert }),
} as const satisfies Endpoint;

/** POST /account/alerts/preview: how many deals of the last 30 UTC days the filters match, and the newest ten; free. */
export const previewAlert = {
  ...alerts,
  id: 'previewAlert',
  method: 'POST',
  path: '/alerts/preview',
  summary: 'See what the filters of an alert match in the last 30 days',
  body: z.strictObject({ filters: alertFiltersForm.prefault({}) }),
  data: z.strictObject({
    start_date: z.iso.date(),
    end_date: z.iso.date(),
    totalDealCount: z.int(),
    deals: z.array(alertDeal),
  }),
} as const satisfies Endpoint;
