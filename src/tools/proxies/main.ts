import { Command } from 'commander';
import { runProgram } from '../../gateway/cli/run-program.ts';
import { createShutdown } from '../../gateway/shutdown.ts';
import { installPackages } from '../cluster/debian-packages.ts';
import { buildEnvironment, createDataFolder } from '../data-folder.ts';
import { startGatewayProcess } from '../gateway-process.ts';
import { checkProxy, silenceMs } from './check-proxy.ts';
import { startHostedStandIn } from './hosted-stand-in.ts';
import { proxyNames, startProxy } from './start-proxy.ts';

const shutdown = createShutdown();
const program = new Command('proxies')
  .description('Run the examples of nginx, Caddy and HAProxy in front of a gateway (Debian, as root)')
  .action(async () => {
    installPackages(proxyNames);
    const hosted = await startHostedStandIn(silenceMs, shutdown);
    const env = {
      ...buildEnvironment(await createDataFolder(shutdown)),
      FUNDSCOPE_UPSTREAM: hosted.url,
      FUNDSCOPE_BASE: '/funding',
      FUNDSCOPE_TRUST_PROXY: 'loopback',
    };
    const gateway = await startGatewayProcess(env, shutdown);
    for (const name of proxyNames) {
      const proxy = await startProxy(name, Number(new URL(gateway.url()).port), shutdown);
      const checked = await checkProxy(proxy, hosted).catch((error: Error) => {
        throw new Error(`${name}: ${error.message}\n${proxy.readLog()}`, { cause: error });
      });
      console.log(`${name}: ${checked.join(', ')}`);
    }
    await shutdown.run();
  });
await runProgram(program, shutdown);
