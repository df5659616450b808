import { z } from 'zod';
import { free } from './credits.ts';
import { financing } from './deals.ts';
import { declareEndpoints, endpoint } from './endpoint.ts';
import { employeeRange, financingType } from './enums.ts';
import { record } from './record.ts';
import { requireOrder } from './request-checks.ts';
import { parseRoundName } from './rounds.ts';
import { maxListValues, nullableText, optionalText, text, usd, uuid } from './scalars.ts';

/** How often an alert is sent (contract 2). */
export const alertFrequency = z.enum(['DAILY', 'WEEKLY', 'BIWEEKLY', 'MONTHLY']).meta({ id: 'AlertFrequency' });

/** A deal that matched an alert (specification 2.6); `reasoning` says why. */
const alertDeal = record('AlertDeal', {
  id: uuid,
  company_id: uuid,
  company_name: z.string(),
  company_guru_permalink: z.string(),
  round_type: financingType,
  total_round_raised: z.number().nullable(),
  date: z.iso.datetime(),
  company_website: nullableText,
  company_linkedin: nullableText,
  location: z.strictObject({ city: nullableText, state: nullableText, country: nullableText, region: nullableText }),
  deal_short_description: nullableText,
  deal_long_description: nullableText,
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

/** GET /alerts (specification 4.14): at most 10 alerts and 365 days; the route checks the parameters. */
export const readAlerts = endpoint('readAlerts', 'GET', '/alerts', {
  summary: 'Read the deals of a period that match saved alerts',
  query: z.strictObject({ alert_ids: z.string(), start_date: z.string(), end_date: z.string() }),
  data: z.strictObject({ alerts: z.array(alert) }),
  meta: 'list',
  cost: free,
  lane: 'search',
  statusCodeInErrors: true,
});

/** A company or investor in the filters of an alert, with its name when the alert was saved. */
const idAndName = z.strictObject({ id: uuid, name: z.string() });

/** The filters of an alert: permalinks, and round types by their human names (contract 2). */
export const alertFilters = z.strictObject({
  industries: z.array(z.string()).default([]),
  super_categories: z.array(z.string()).default([]),
  locations: z.array(z.string()).default([]),
  financing_types: z.array(z.string()).default([]),
  deal_size_min: z.number().nullable().default(null),
  deal_size_max: z.number().nullable().default(null),
  num_employees: z.array(z.string()).default([]),
  investors: z.array(idAndName).default([]),
  companies: z.array(idAndName).default([]),
});
export type AlertFilters = z.output<typeof alertFilters>;

/** The configuration of an alert (contract 2). */
export const alertConfiguration = z
  .strictObject({
    configuration_id: uuid,
    configuration_name: z.string(),
    frequency: alertFrequency,
    description: z.string(),
    filters: alertFilters,
  })
  .meta({ id: 'AlertConfiguration' });
export type AlertConfiguration = z.infer<typeof alertConfiguration>;

/** GET /alerts/configurations (specification 4.15). */
export const readAlertConfigurations = endpoint('readAlertConfigurations', 'GET', '/alerts/configurations', {
  summary: 'Read the configurations of the saved alerts',
  data: z.strictObject({ configurations: z.array(alertConfiguration) }),
  meta: 'list',
  cost: free,
  statusCodeInErrors: true,
});

const optionalList = <T extends z.ZodType>(item: T) => z.array(item).max(maxListValues).default([]);

const roundName = text.refine((name) => parseRoundName(name) !== undefined, {
  params: { code: 'INVALID_FINANCING_TYPE' },
  message: 'is not the name of a round, such as Series A or Pre-Seed Extension',
});

/** The filters of an alert in a request: every member is optional, an unknown round name is rejected. */
const alertFiltersForm = requireOrder(
  z.strictObject({
    industries: optionalList(text),
    super_categories: optionalList(text),
    locations: optionalList(text),
    financing_types: optionalList(roundName),
    deal_size_min: usd.nullable().default(null),
    deal_size_max: usd.nullable().default(null),
    num_employees: optionalList(employeeRange),
    investors: optionalList(idAndName),
    companies: optionalList(idAndName),
  }),
  ['deal_size_min', 'deal_size_max'],
);

/** An alert in a request. A change sends all members again; an omitted one gets its default. */
export const alertForm = z.strictObject({
  configuration_name: text.max(200),
  frequency: alertFrequency,
  /** Null and the empty text are the same; a response has the text. */
  description: optionalText.max(2000).nullable().default(null),
  filters: alertFiltersForm.prefault({}),
  /** A paused alert matches no deals and is not in /alerts/configurations. */
  paused: z.boolean().default(false),
});
export type AlertForm = z.output<typeof alertForm>;

/** A saved alert in the account API, paused or not. */
const accountAlert = alertConfiguration
  .extend({ filters: alertFilters, paused: z.boolean(), created_at: z.iso.datetime() })
  .meta({ id: 'AccountAlert' });
export type AccountAlert = z.infer<typeof accountAlert>;

const alertEndpoint = declareEndpoints({ root: '/account', meta: 'count', cost: free, statusCodeInErrors: true });
const params = z.strictObject({ id: z.string() });
const oneAlert = z.strictObject({ alert: accountAlert });

/** GET /account/alerts: all alerts of the account, including paused ones, oldest first. */
export const readAccountAlerts = alertEndpoint('readAccountAlerts', 'GET', '/alerts', {
  summary: 'Read the saved alerts, including paused ones',
  data: z.strictObject({ alerts: z.array(accountAlert) }),
});

/** POST /account/alerts: saves an alert. */
export const createAlert = alertEndpoint('createAlert', 'POST', '/alerts', {
  summary: 'Save an alert',
  body: alertForm,
  data: oneAlert,
});

/** PUT /account/alerts/{id}: replaces an alert; `paused` pauses and resumes it. */
export const changeAlert = alertEndpoint('changeAlert', 'PUT', '/alerts/{id}', {
  summary: 'Change, pause or resume an alert',
  params,
  body: alertForm,
  data: oneAlert,
});

/** DELETE /account/alerts/{id}: the response contains the deleted alert, so that a client can undo it. */
export const deleteAlert = alertEndpoint('deleteAlert', 'DELETE', '/alerts/{id}', {
  summary: 'Delete an alert',
  params,
  data: oneAlert,
});

/** A deal of a preview, with its full round type and what was paid in each currency, unlike alert deals. */
const previewDeal = record('PreviewDeal', {
  ...alertDeal.shape,
  pre: z.boolean(),
  extension: z.boolean(),
  financings: z.array(financing),
});
export type PreviewDeal = z.infer<typeof previewDeal>;

/**
 * POST /account/alerts/preview: the number of matching deals of the last 30 UTC days, and the newest ten of them, or if
 * there are none the newest earlier ones; free.
 */
export const previewAlert = alertEndpoint('previewAlert', 'POST', '/alerts/preview', {
  summary: 'Preview which deals of the last 30 days match the filters of an alert',
  body: z.strictObject({ filters: alertFiltersForm.prefault({}) }),
  data: z.strictObject({
    start_date: z.iso.date(),
    end_date: z.iso.date(),
    totalDealCount: z.int(),
    deals: z.array(previewDeal),
  }),
  lane: 'search',
});
