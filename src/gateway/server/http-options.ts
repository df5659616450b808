import type { HttpAppOptions } from '../../service/http/http-app.ts';
import type { Environment } from '../environment.ts';

/** What the environment says about the app that answers, whoever stands behind it. */
export const toHttpOptions = ({ corsOrigins, trustProxy, base, logLevel }: Environment): HttpAppOptions => ({
  corsOrigins,
  base,
  logLevel,
  ...(trustProxy ? { trustProxy } : {}),
});
