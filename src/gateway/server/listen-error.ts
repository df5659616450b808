import { StartError } from '../../service/db/start-error.ts';
import type { Environment } from '../environment.ts';

const reasons: Record<string, string | undefined> = {
  EADDRINUSE: 'the port is in use',
  EADDRNOTAVAIL: 'this machine does not have that address',
  EACCES: 'your user may not use that port',
  ENOTFOUND: 'there is no such host',
};

/** Converts the failure to listen to a StartError with a remedy; returns any other error unchanged. */
export function explainListenError(error: unknown, { host, port }: Pick<Environment, 'host' | 'port'>): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const reason = code && reasons[code];
  if (!reason) return error;
  return new StartError(
    `Fundscope cannot listen on ${host} port ${port}: ${reason}.`,
    'Choose another with PORT or HOST, for example PORT=4311 npm start.',
    { cause: error },
  );
}
