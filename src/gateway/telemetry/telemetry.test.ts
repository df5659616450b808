import { type Server, createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createAccount } from '../../service/accounts/accounts.ts';
import { buildService } from '../../service/app.ts';
import { listen } from '../../testing/gateway.ts';
import { seedRecords } from '../../testing/records.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { openUpstream } from '../server/upstream.ts';
import { type Shutdown, createShutdown } from '../shutdown.ts';
import { openTelemetry, readTelemetrySettings } from './telemetry.ts';

type Attribute = { key: string; value: Record<string, unknown> };
type SentSpan = {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Attribute[];
  status: { code?: number };
};
type Sent = { path: string | undefined; body: string };

let collector: Server;
let endpoint: string;
let shutdown: Shutdown;
const sent: Sent[] = [];

const service = openForTests(() => startService({ seed: seedRecords }));
beforeAll(async () => {
  collector = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      sent.push({ path: request.url, body });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  endpoint = `http://127.0.0.1:${await listen(collector)}`;
});
afterAll(async () => {
  collector.close();
  collector.closeAllConnections();
});
afterEach(() => {
  vi.unstubAllEnvs();
  sent.splice(0);
});

/** Opens telemetry to the collector of this test. */
async function open() {
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint);
  vi.stubEnv('OTEL_SERVICE_NAME', 'desk');
  shutdown = createShutdown();
  return (await openTelemetry(process.env, shutdown))!;
}

/** The spans received, once everything was sent. */
async function readSpans(): Promise<SentSpan[]> {
  await shutdown.run();
  return sent
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(
      ({ body }) => (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }).resourceSpans,
    )
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

const readAttributes = ({ attributes }: SentSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

test('a request is a span, with its key check, query and charge below it, and contains no values', async () => {
  const tracing = await open();
  const app = await buildService({ db: service.sql, tracing });
  const { key } = await createAccount(service.sql, { name: 'traced', plan: 'PRO_PLUS' });
  const traceparent = '00-0123456789abcdef0123456789abcdef-0123456789abcdef-01';
  const response = await app.inject({
    method: 'POST',
    url: '/api/v1/deals',
    headers: { authorization: `Bearer ${key}`, traceparent },
    payload: { deal: { size_min: 123_456_789_123 }, page_size: 1 },
  });
  const billed = response.json<{ meta: { credits_used: number } }>().meta.credits_used;
  await app.inject({ url: '/api/v1/company/search?name=hidden-name', headers: { authorization: `Bearer ${key}` } });
  await app.inject('/account/feed/hidden-token');
  await app.close();
  const spans = await readSpans();
  const root = spans.find(({ name }) => name === 'POST searchDeals')!;
  expect(root).toMatchObject({ traceId: '0123456789abcdef0123456789abcdef', parentSpanId: '0123456789abcdef' });
  expect(readAttributes(root)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/v1/deals',
    'http.response.status_code': 200,
    'fundscope.endpoint': 'searchDeals',
    'fundscope.rows': billed,
    'fundscope.credits': billed,
  });
  const steps = spans.filter(({ parentSpanId }) => parentSpanId === root.spanId);
  expect(steps.map(({ name }) => name)).toEqual(['key', 'query', 'charge']);
  expect(steps.every(({ traceId }) => traceId === root.traceId)).toBe(true);
  const everything = sent.map(({ body }) => body).join('');
  expect(everything).toContain('desk');
  for (const value of [key, key.slice(0, 15), '123456789123', 'hidden-name', 'hidden-token'])
    expect(everything).not.toContain(value);
});

test('a step that fails is an error without its message, and the response keeps its status', async () => {
  const tracing = await open();
  const app = await buildService({ db: service.sql, tracing });
  const response = await app.inject({ url: '/api/v1/company/search?name=x', headers: { authorization: 'Bearer no' } });
  expect(response.statusCode).toBe(401);
  await app.close();
  const spans = await readSpans();
  expect(spans.find(({ name }) => name === 'key')?.status.code).toBe(2);
  expect(readAttributes(spans.find(({ name }) => name === 'GET lookUpCompanies')!)).toMatchObject({
    'http.response.status_code': 401,
  });
});

test('the relay to a hosted service is a span of a client', async () => {
  const hosted = await buildService({ db: service.sql });
  const url = new URL(`${await hosted.listen({ host: '127.0.0.1', port: 0 })}/api/v1`);
  const tracing = await open();
  const upstream = { url, key: service.key, alertAmounts: 'usd' as const };
  const { app } = openUpstream(upstream, { canUseKey: () => true, tracing });
  expect((await app.inject('/api/v1/location/search?name=berlin')).statusCode).toBe(200);
  await app.close();
  await hosted.close();
  const spans = await readSpans();
  const root = spans.find(({ name }) => name === 'GET searchLocations');
  expect(spans.filter(({ parentSpanId }) => parentSpanId === root?.spanId)).toMatchObject([{ name: 'relay', kind: 3 }]);
});

test('requests, rows and credits are sent as metrics', async () => {
  const tracing = await open();
  const app = await buildService({ db: service.sql, tracing });
  const { key } = await createAccount(service.sql, { name: 'measured', plan: 'PRO_PLUS' });
  await app.inject({ method: 'POST', url: '/api/v1/deals', headers: { authorization: `Bearer ${key}` }, payload: {} });
  await app.close();
  await shutdown.run();
  const metrics = sent.filter(({ path }) => path === '/v1/metrics').map(({ body }) => body);
  for (const name of ['http.server.request.duration', 'fundscope.rows', 'fundscope.credits'])
    expect(metrics.join('')).toContain(`"${name}"`);
});

test('an unavailable collector neither fails a request nor delays the exit', async () => {
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:1');
  shutdown = createShutdown();
  const tracing = (await openTelemetry(process.env, shutdown))!;
  const app = await buildService({ db: service.sql, tracing });
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  await app.close();
  await shutdown.run();
});

test.each([
  [{}, undefined],
  [{ OTEL_SERVICE_NAME: 'desk' }, undefined],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318' }, { traces: true, metrics: true }],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_METRICS_EXPORTER: 'none' },
    { traces: true, metrics: false },
  ],
  [{ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://c:4318/v1/metrics' }, { traces: false, metrics: true }],
  [{ OTEL_TRACES_EXPORTER: 'otlp' }, { traces: true, metrics: false }],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_SDK_DISABLED: 'true' }, undefined],
])('%j switches on %j', (env, settings) => {
  expect(readTelemetrySettings(env as NodeJS.ProcessEnv)).toEqual(settings);
});

test('an exporter or protocol that is not supported is rejected at the start', () => {
  expect(() => readTelemetrySettings({ OTEL_TRACES_EXPORTER: 'zipkin' })).toThrow('OTEL_TRACES_EXPORTER is "zipkin"');
  const grpc = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4317', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' };
  expect(() => readTelemetrySettings(grpc)).toThrow('only OTLP over HTTP');
});
