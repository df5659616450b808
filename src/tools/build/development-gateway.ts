import type { FastifyInstance } from 'fastify';
import { type Plugin, type ViteDevServer, isRunnableDevEnvironment } from 'vite';
import { type Shutdown, createShutdown, stopOnSignals } from '../../gateway/shutdown.ts';
import { readEnvironment } from '../../gateway/environment.ts';
import type { openGateway } from '../../gateway/server/gateway.ts';
import { openDatabaseServer } from '../../gateway/database/open-server.ts';

interface GatewayModule {
  openGateway: typeof openGateway;
}

/** Vite plugin: runs the gateway in Vite's process, so that API and dashboard reload when their code changes. */
export function gatewayInDevelopment(): Plugin {
  const shutdown = createShutdown();
  let removeSignalHandlers: (() => void) | undefined;
  return {
    name: 'fundscope-gateway',
    apply: 'serve',
    async configureServer(server) {
      if (process.env['VITEST']) return;
      removeSignalHandlers = stopOnSignals(() => shutdown.run().then(() => 0));
      const readApp = await followGateway(server, shutdown);
      server.middlewares.use((request, response, next) => {
        if (/^\/docs\/?$/.test(request.url ?? '')) {
          return response.writeHead(302, { location: '/src/dashboard/app/docs/docs.html' }).end();
        }
        if (!/^\/(api\/v1|account|workspace|mcp|healthz|config\.json|openapi\.json)(?![\w-])/.test(request.url ?? ''))
          return next();
        readApp().then((app) => app.routing(request, response), next);
      });
    },
    // Vite creates a new plugin when its configuration changes; this one's signal handlers must not end the process.
    async closeBundle() {
      await shutdown.run();
      removeSignalHandlers?.();
    },
  };
}

/** Returns the app built from the latest code. The database server keeps running when code changes. */
async function followGateway(server: ViteDevServer, shutdown: Shutdown): Promise<() => Promise<FastifyInstance>> {
  const environment = server.environments.ssr;
  if (!isRunnableDevEnvironment(environment)) throw new Error('Vite cannot run the gateway in this environment.');
  const onProgress = (text: string) => server.config.logger.info(text);
  const env = readEnvironment(process.env);
  const database = await openDatabaseServer(env, shutdown, onProgress);
  let opened: { code: GatewayModule['openGateway']; app: Promise<FastifyInstance>; shutdown: Shutdown } | undefined;

  return async () => {
    const code: GatewayModule = await environment.runner.import('/src/gateway/server/gateway.ts');
    if (opened?.code !== code.openGateway) {
      const replaced = opened?.shutdown;
      const mine = createShutdown();
      const getBoundAddress = () => server.httpServer?.address() ?? null;
      const app = code.openGateway({ address: database.address(), env, getBoundAddress, onProgress }, mine);
      opened = { code: code.openGateway, app, shutdown: mine };
      shutdown.add(() => mine.run());
      void replaced?.run();
    }
    return opened.app;
  };
}
