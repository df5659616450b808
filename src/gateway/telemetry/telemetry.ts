import type { Tracing } from '../../service/http/tracing.ts';
import { StartError } from '../../service/db/start-error.ts';
import type { Shutdown } from '../shutdown.ts';
import type { TelemetrySettings } from './start-telemetry.ts';

/**
 * Reads the standard variables of OpenTelemetry; undefined if they turn nothing on. An endpoint turns both exports on,
 * OTEL_TRACES_EXPORTER and OTEL_METRICS_EXPORTER each one (`otlp` or `none`); OTEL_SDK_DISABLED turns all off. Throws a
 * StartError for unsupported values.
 */
export function readTelemetrySettings(env: NodeJS.ProcessEnv): TelemetrySettings | undefined {
  const read = (name: string) => env[`OTEL_${name}`]?.trim() ?? '';
  if (read('SDK_DISABLED').toLowerCase() === 'true') return undefined;
  const protocol = read('EXPORTER_OTLP_PROTOCOL');
  const isOn = (signal: 'TRACES' | 'METRICS'): boolean => {
    const exporter = read(`${signal}_EXPORTER`);
    if (!/^(|otlp|none)$/.test(exporter)) {
      throw new StartError(`OTEL_${signal}_EXPORTER is "${exporter}".`, 'Set it to otlp or none, or unset it.');
    }
    const hasEndpoint = read('EXPORTER_OTLP_ENDPOINT') !== '' || read(`EXPORTER_OTLP_${signal}_ENDPOINT`) !== '';
    return exporter === 'otlp' || (exporter === '' && hasEndpoint);
  };
  const settings = { traces: isOn('TRACES'), metrics: isOn('METRICS') };
  if (!settings.traces && !settings.metrics) return undefined;
  if (!/^(|http\/json|http\/protobuf)$/.test(protocol)) {
    throw new StartError(
      `OTEL_EXPORTER_OTLP_PROTOCOL is "${protocol}", but only OTLP over HTTP is supported.`,
      'Unset it, and name the HTTP port of the collector, usually 4318.',
    );
  }
  return settings;
}

/** Sends traces and metrics as the standard variables say; undefined if they turn nothing on. */
export async function openTelemetry(env: NodeJS.ProcessEnv, shutdown: Shutdown): Promise<Tracing | undefined> {
  const settings = readTelemetrySettings(env);
  if (!settings) return undefined;
  const { startTelemetry } = await import('./start-telemetry.ts');
  const { tracing, close } = startTelemetry(settings, env);
  shutdown.add(close);
  return tracing;
}
