import { createServer } from 'node:http';
import { listen } from './gateway.ts';

/** Starts a hosted service whose account has no alerts, and nothing else that a gateway reads by itself. */
export async function startHostedAlerts() {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end('{"data":{"configurations":[]}}');
  });
  const url = `http://127.0.0.1:${await listen(server)}/api/v1`;
  return {
    url,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
