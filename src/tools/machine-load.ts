import { loadavg } from 'node:os';

/** The load average of the last minute. */
export const readMachineLoad = (): number => Math.round((loadavg()[0] ?? 0) * 10) / 10;
