import { Command } from 'commander';
import { once } from 'node:events';
import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runProgram } from '../../gateway/cli/run-program.ts';
import { createShutdown } from '../../gateway/shutdown.ts';
import { buildEnvironment, createDataFolder } from '../data-folder.ts';
import { installPackages } from '../debian.ts';
import { startGatewayProcess } from '../gateway-process.ts';
import { checkProxy, silenceMs } from './check-proxy.ts';
import { proxyNames, startProxy } from './start-proxy.ts';

const shutdown = createShutdown();
const program = new Command('proxies')
  .description('Run the examples of nginx, Caddy and HAProxy in front of a gateway (Debian, as root)')
  .action(async () => {
    installPackages(proxyNames);
    const hosted = await startHostedService();
    const env = {
      ...buildEnvironment(await createDataFolder(shutdown)),
      FUNDSCOPE_UPSTREAM: hosted.url,
      FUNDSCOPE_BASE: '/funding',
      FUNDSCOPE_TRUST_PROXY: 'loopback',
    };
    const gateway = await startGatewayProcess(env, shutdown);
    for (const name of proxyNames) {
      const proxy = await startProxy(name, Number(new URL(gateway.url()).port), shutdown);
      const checked = await checkProxy(proxy, hosted.finish).catch((error: Error) => {
        throw new Error(`${name}: ${error.message}\n${proxy.readLog()}`, { cause: error });
      });
      console.log(`${name}: ${checked.join(', ')}`);
    }
    await shutdown.run();
  });
await runProgram(program, shutdown);

/**
 * A service that begins a response to `POST /deals` and leaves it open until `finish`, and that responds to
 * `POST /companies` after `silenceMs` without a byte.
 */
async function startHostedService(): Promise<{ url: string; finish(): void }> {
  let open: ServerResponse | undefined;
  const server = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    if (request.url?.endsWith('/deals')) {
      open = response;
      response.write('{"success":true,');
    } else if (request.url?.endsWith('/companies')) {
      setTimeout(() => response.end('{"success":true,"data":{"companies":[]}}'), silenceMs);
    } else response.end('{"success":true,"data":{"industries":[]},"meta":{"total_count":0}}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  shutdown.add(async () => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/api/v1`, finish: () => open?.end('"data":{"deals":[]}}') };
}
