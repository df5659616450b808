import { type Context, type Span, SpanKind, SpanStatusCode, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { FastifyRequest } from 'fastify';
import type { MeasuredResponse } from '../../service/http/metrics.ts';
import type { Tracing } from '../../service/http/tracing.ts';
import { version } from '../project.ts';

/** The exports that the standard variables of OpenTelemetry turn on. */
export interface TelemetrySettings {
  traces: boolean;
  metrics: boolean;
}

/** Starts the exporters, which read their own variables (endpoint, headers, timeouts); `close` sends the rest. */
export function startTelemetry(
  settings: TelemetrySettings,
  env: NodeJS.ProcessEnv,
): { tracing: Tracing; close: () => Promise<void> } {
  const name = env['OTEL_SERVICE_NAME']?.trim() ?? '';
  const resource = defaultResource().merge(
    resourceFromAttributes({ 'service.name': name === '' ? 'fundscope' : name, 'service.version': version }),
  );
  const tracers = new BasicTracerProvider({
    resource,
    spanProcessors: settings.traces ? [new BatchSpanProcessor(new OTLPTraceExporter())] : [],
  });
  const meters = new MeterProvider({ resource, readers: settings.metrics ? [createReader(env)] : [] });
  const measure = createMeasurement(meters);
  const spans = new WeakMap<FastifyRequest, Span>();
  const tracer = tracers.getTracer('fundscope', version);
  const within = (request: FastifyRequest): Context => {
    const span = spans.get(request);
    return span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT;
  };
  return {
    tracing: {
      start(request) {
        const attributes = { 'http.request.method': request.method };
        const parent = parseParent(request.headers['traceparent']);
        spans.set(request, tracer.startSpan('request', { kind: SpanKind.SERVER, attributes }, parent));
      },
      async step(request, step, work) {
        const kind = step === 'relay' ? SpanKind.CLIENT : SpanKind.INTERNAL;
        const span = tracer.startSpan(step, { kind }, within(request));
        try {
          return await work();
        } catch (error) {
          // Its message may contain values; its class and code do not.
          const { name: type, code } = error as { name?: string; code?: unknown };
          span.setAttribute('error.type', typeof code === 'string' ? code : (type ?? 'error'));
          span.setStatus({ code: SpanStatusCode.ERROR });
          throw error;
        } finally {
          span.end();
        }
      },
      end(request, response) {
        measure(request.method, response);
        const span = spans.get(request);
        if (!span) return;
        const { endpoint, status, rows, tenths } = response;
        span.updateName(`${request.method} ${endpoint}`);
        span.setAttributes({
          'http.route': request.routeOptions.url ?? 'none',
          'http.response.status_code': status,
          'fundscope.endpoint': endpoint,
          'fundscope.rows': rows,
          'fundscope.credits': tenths / 10,
        });
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    },
    // A collector that does not respond must not delay the exit for long.
    close: () =>
      Promise.race([
        Promise.allSettled([tracers.shutdown(), meters.shutdown()]),
        new Promise((resolve) => setTimeout(resolve, closeMs).unref()),
      ]).then(() => undefined),
  };
}

const closeMs = 3_000;

function createReader(env: NodeJS.ProcessEnv): PeriodicExportingMetricReader {
  const interval = Number(env['OTEL_METRIC_EXPORT_INTERVAL']);
  const exportIntervalMillis = interval > 0 ? interval : 60_000;
  const exportTimeoutMillis = Math.min(exportIntervalMillis, 30_000);
  return new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(),
    exportIntervalMillis,
    exportTimeoutMillis,
  });
}

/** The request metrics of /metrics, with OpenTelemetry's names where it has them. */
function createMeasurement(meters: MeterProvider): (method: string, response: MeasuredResponse) => void {
  const meter = meters.getMeter('fundscope', version);
  const duration = meter.createHistogram('http.server.request.duration', { unit: 's' });
  const counted = meter.createCounter('fundscope.rows', { unit: '{row}' });
  const charged = meter.createCounter('fundscope.credits', { unit: '{credit}' });
  return (method, { endpoint, status, seconds, rows, tenths }) => {
    const attributes = { 'fundscope.endpoint': endpoint };
    duration.record(seconds, {
      ...attributes,
      'http.request.method': method,
      'http.response.status_code': status,
    });
    if (rows > 0) counted.add(rows, attributes);
    if (tenths > 0) charged.add(tenths / 10, attributes);
  };
}

/** The caller's span, from its `traceparent` header (W3C Trace Context). */
function parseParent(header: string | string[] | undefined): Context {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(String(header)) ?? [];
  if (!traceId || !spanId || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags ?? '00', 16);
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
