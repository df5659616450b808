import { type Command, InvalidArgumentError } from 'commander';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../../service/db/start-error.ts';
import { type Environment, formatLocalUrl, readEnvironment } from '../environment.ts';

const answerMs = 4_000;

/** Adds `health`, for containers and services: it queries the gateway at HOST and PORT. */
export function registerHealthCommand(program: Command): void {
  program
    .command('health')
    .description('Ask whether the gateway on this machine works')
    .option('--wait <seconds>', 'ask until it works, at most this long', parseSeconds, 0)
    .option('--json', 'print JSON')
    .addHelpText('after', '\nHOST and PORT name the gateway. It exits with 1 when the gateway does not work.')
    .action(async ({ wait, json }: { wait: number; json?: true }) => {
      const env = readEnvironment(process.env);
      const end = Date.now() + wait * 1000;
      let status = await readHealth(env);
      while (status !== 200 && Date.now() < end) {
        await sleep(250);
        status = await readHealth(env);
      }
      const ok = status === 200;
      if (json) console.log(JSON.stringify({ ok, status: status ?? null }));
      else if (ok) console.log('ok');
      if (ok) return;
      throw new StartError(
        `The gateway at ${formatLocalUrl(env)} ${status === undefined ? 'does not answer' : `answers ${status}`}.`,
        'Run fundscope doctor with the same settings.',
      );
    });
}

async function readHealth(env: Environment): Promise<number | undefined> {
  try {
    return (await fetch(`${formatLocalUrl(env)}/healthz`, { signal: AbortSignal.timeout(answerMs) })).status;
  } catch {
    return undefined;
  }
}

function parseSeconds(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('Give whole seconds.');
  return Number(text);
}
