import type { Page } from '@playwright/test';
import type { Fault, HostedResponse } from './fault-proxy.ts';

/** One thing that goes wrong between the dashboard and the service, or on the device. */
export interface FaultScenario {
  name: string;
  fault?: Fault;
  /** Prepares the browser, before the page is opened. */
  prepare?: (page: Page) => Promise<unknown>;
  /** Runs on the open page, just before Search is pressed. */
  beforeSearch?: (page: Page) => Promise<void>;
}

const html = (status: number): HostedResponse => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Sign in</title><h1>Sign in</h1>',
});
const redirect: HostedResponse = { ...html(302), headers: { location: '/login' } };
const json = (status: number, body: unknown, headers: Record<string, string> = {}): HostedResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
const rejection = (status: number, code: string, headers?: Record<string, string>): Fault => ({
  before: () => json(status, { success: false, error: { code, message: 'No.', details: {} } }, headers),
});
const withHeaders = (headers: Record<string, string | undefined>): Fault => ({
  after: (response) => ({ ...response, headers: { ...response.headers, ...headers } }),
});
const withBody = (change: (body: string) => string): Fault => ({
  after: (response) => ({ ...response, body: change(response.body) }),
});

const inAnHour = () => new Date(Date.now() + 3_600_000).toUTCString();

/** Faults of networks, proxies and the service. */
const failures: FaultScenario[] = [
  { name: 'nothing wrong' },
  { name: 'connection cut before the service', fault: { before: () => 'cut' } },
  { name: 'connection cut after the charge', fault: { after: () => 'cut' } },
  { name: '500 as HTML', fault: { before: () => html(500) } },
  { name: '502 as HTML after the charge', fault: { after: () => html(502) } },
  { name: '504 as HTML after the charge', fault: { after: () => html(504) } },
  { name: '302 to a login', fault: { before: () => redirect } },
  { name: '302 to a login after the charge', fault: { after: () => redirect } },
  {
    name: '302 that says its charge',
    fault: { after: ({ headers }) => ({ ...redirect, headers: { ...headers, ...redirect.headers } }) },
  },
  { name: '200 with a login page', fault: { before: () => html(200) } },
  { name: '200 with a login page after the charge', fault: { after: () => html(200) } },
  { name: '200 and empty after the charge', fault: withBody(() => '') },
  { name: 'JSON cut in half after the charge', fault: withBody((body) => body.slice(0, body.length / 2)) },
  { name: '401', fault: rejection(401, 'AUTH_ERROR') },
  { name: '402', fault: rejection(402, 'INSUFFICIENT_CREDITS') },
  { name: '403', fault: rejection(403, 'API_TIER_REQUIRED') },
  { name: '404', fault: rejection(404, 'NOT_FOUND') },
  { name: '422', fault: rejection(422, 'VALIDATION_ERROR') },
  { name: '429 for five seconds', fault: rejection(429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': '5' }) },
  { name: '429 for an hour', fault: rejection(429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': '3600' }) },
  { name: '429 until a date', fault: rejection(429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': inAnHour() }) },
  { name: '503', fault: rejection(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '2' }) },
  { name: 'X-Credits-Used missing', fault: withHeaders({ 'x-credits-used': undefined }) },
  { name: 'X-Credits-Used a billion', fault: withHeaders({ 'x-credits-used': '1000000000' }) },
  { name: 'X-Credits-Used negative', fault: withHeaders({ 'x-credits-used': '-5' }) },
  { name: 'X-Credits-Used no number', fault: withHeaders({ 'x-credits-used': 'many' }) },
  { name: 'X-Credits-Remaining no number', fault: withHeaders({ 'x-credits-remaining': 'some' }) },
];

/** Faults of the user's device. */
const devices: FaultScenario[] = [
  { name: 'device offline', beforeSearch: (page) => page.context().setOffline(true) },
  { name: 'clock a day back', prepare: (page) => page.clock.install({ time: Date.now() - 86_400_000 }) },
  { name: 'clock a day ahead', prepare: (page) => page.clock.install({ time: Date.now() + 86_400_000 }) },
  {
    name: 'clock set back after loading',
    prepare: (page) => page.clock.install(),
    beforeSearch: (page) => page.clock.setSystemTime(Date.now() - 3_600_000),
  },
  {
    name: 'no storage',
    prepare: (page) =>
      page.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { value: null });
      }),
  },
];

type Row = Record<string, unknown>;
const changeRows = (change: (row: Row) => Row): Fault =>
  withBody((text) => {
    const body = JSON.parse(text) as { data: { deals: Row[] } };
    body.data.deals = body.data.deals.map(change);
    return JSON.stringify(body);
  });
const changeBody = (change: (body: Row) => Row): Fault =>
  withBody((text) => JSON.stringify(change(JSON.parse(text) as Row)));

const members = ['company_id', 'investor_ids', 'round_type', 'date', 'total_round_raised', 'financings', 'valuation'];

/** What a service of another version may send: each member missing, null or of another type, and whole responses. */
const drifts: FaultScenario[] = [
  ...members.flatMap((member): FaultScenario[] => [
    { name: `drift: no ${member}`, fault: changeRows(({ [member]: _dropped, ...row }) => row) },
    { name: `drift: ${member} null`, fault: changeRows((row) => ({ ...row, [member]: null })) },
    { name: `drift: ${member} of another type`, fault: changeRows((row) => ({ ...row, [member]: { new: [1] } })) },
  ]),
  { name: 'drift: unknown round type', fault: changeRows((row) => ({ ...row, round_type: 'SERIES_Ω' })) },
  { name: 'drift: unknown members', fault: changeRows((row) => ({ ...row, mood: 'good' })) },
  { name: 'drift: amounts as text', fault: changeRows((row) => ({ ...row, total_round_raised: '1,000,000' })) },
  { name: 'drift: rows without ids', fault: changeRows(({ id: _id, ...row }) => row) },
  {
    name: 'drift: the same row ten times',
    fault: changeRows((row) => ({ ...row, id: '00000000-0000-4000-8000-000000000001' })),
  },
  { name: 'drift: no rows', fault: changeBody((body) => ({ ...body, data: { deals: [] } })) },
  { name: 'drift: rows null', fault: changeBody((body) => ({ ...body, data: { deals: null } })) },
  { name: 'drift: no data', fault: changeBody(({ data: _data, ...body }) => body) },
  { name: 'drift: no meta', fault: changeBody(({ meta: _meta, ...body }) => body) },
  {
    name: 'drift: total as text',
    fault: changeBody((body) => ({ ...body, meta: { ...(body['meta'] as Row), total_count: 'many' } })),
  },
  { name: 'drift: a list instead of an object', fault: withBody(() => '[]') },
  { name: 'drift: success false with rows', fault: changeBody((body) => ({ ...body, success: false })) },
];

/** All scenarios. */
export const faultScenarios: readonly FaultScenario[] = [...failures, ...devices, ...drifts];
