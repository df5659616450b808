import type { FastifyInstance } from 'fastify';
import { type Plugin, type ViteDevServer, isRunnableDevEnvironment } from 'vite';
import { type Closing, createClosing, endOnSignals } from '../../gateway/shutdown.ts';
import { readEnvironment } from '../../gateway/environment.ts';
import type { openGateway } from '../../gateway/server/gateway.ts';
import { openServer } from '../../gateway/database/open-server.ts';

interface GatewayModule {
  openGateway: typeof openGateway;
}

/** The gateway inside Vite's own process: the API next to the dashboard, both reloaded when their code changes. */
export function gatewayInDevelopment(): Plugin {
  const closing = createClosing();
  let forgetSignals: (() => void) | undefined;
  return {
    name: 'fundscope-gateway',
    apply: 'serve',
    async configureServer(server) {
      if (process.env['VITEST']) return;
      forgetSignals = endOnSignals(() => closing.run().then(() => 0));
      const readApp = await followGateway(server, closing);
      server.middlewares.use((request, response, next) => {
        if (!/^\/(api\/v1|account|healthz|config\.json|openapi\.json)(?![\w-])/.test(request.url ?? '')) return next();
        readApp().then((app) => app.routing(request, response), next);
      });
    },
    // Vite makes a new plugin when its configuration changes; the listeners of this one would end the process too soon.
    async closeBundle() {
      await closing.run();
      forgetSignals?.();
    },
  };
}

/** Answers with the app of the newest code. The database server stays up while the code above it is replaced. */
async function followGateway(server: ViteDevServer, closing: Closing): Promise<() => Promise<FastifyInstance>> {
  const environment = server.environments.ssr;
  if (!isRunnableDevEnvironment(environment)) throw new Error('Vite cannot run the gateway in this environment.');
  const onProgress = (text: string) => server.config.logger.info(text);
  const env = readEnvironment(process.env);
  const database = env.upstream ? undefined : await openServer(env, closing, onProgress);
  let opened: { code: GatewayModule['openGateway']; app: Promise<FastifyInstance>; closing: Closing } | undefined;

  return async () => {
    const code: GatewayModule = await environment.runner.import('/src/gateway/server/gateway.ts');
    if (opened?.code !== code.openGateway) {
      const replaced = opened?.closing;
      const mine = createClosing();
      const readBound = () => server.httpServer?.address() ?? null;
      const app = code.openGateway({ address: database?.address(), env, readBound, onProgress }, mine);
      opened = { code: code.openGateway, app, closing: mine };
      closing.add(() => mine.run());
      void replaced?.run();
    }
    return opened.app;
  };
}
