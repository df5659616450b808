import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Environment, formatLocalUrl } from '../environment.ts';
import { version } from '../project.ts';
import { explainListenError } from '../server/listen-error.ts';
import { type CheckFinding, failCheck, passCheck } from './check-finding.ts';

const answerMs = 5_000;

/** Checks whether the gateway can listen on its port, or already does. */
export async function checkPort(env: Environment): Promise<CheckFinding> {
  const { host, port } = env;
  const place = `Port ${port} on ${host}`;
  try {
    const server = createServer().listen(port, host);
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return passCheck('port', port === 0 ? 'The system chooses one.' : `${place} is free.`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw explainListenError(error, env);
  }
  const running = await readRunning(env);
  if (!running) {
    return failCheck('port', `${place} is used by another program.`, 'Stop that program, or choose another with PORT.');
  }
  if (running.health !== 200) {
    return failCheck(
      'port',
      `${place}: a Fundscope runs there, but its health is ${running.health}.`,
      'See the problems above and its log; it works again by itself once they are gone.',
    );
  }
  if (running.version !== version) {
    return failCheck('port', `${place}: Fundscope ${running.version} runs there, this is ${version}.`, 'Restart it.');
  }
  return passCheck('port', `${place}: this Fundscope runs there.`);
}

/** The version and health that a Fundscope on the port reports; undefined if another program listens there. */
async function readRunning(env: Environment): Promise<{ version: string; health: number } | undefined> {
  const url = formatLocalUrl(env);
  try {
    const read = (path: string) => fetch(url + path, { redirect: 'manual', signal: AbortSignal.timeout(answerMs) });
    const config = (await (await read('/config.json')).json()) as { service?: unknown; version?: unknown };
    if (typeof config.version !== 'string' || !/^(own|upstream)$/.test(String(config.service))) return undefined;
    return { version: config.version, health: (await read('/healthz')).status };
  } catch {
    return undefined;
  }
}
