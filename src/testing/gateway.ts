import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { registerConfig } from '../gateway/server/config.ts';
import { readEnvironment } from '../gateway/environment.ts';
import { buildHttpOptions } from '../gateway/server/backend.ts';
import { createLocalAccess } from '../gateway/server/local-key.ts';
import type { RelayLimits } from '../gateway/server/relay.ts';
import { openUpstream } from '../gateway/server/upstream.ts';

/** The key of a test's gateway; it must not appear anywhere. */
export const testKey = 'vg_0123456789ab_held-by-the-gateway-of-this-test';

/** A request of a test to a server, exact to the bytes of the path. */
export interface SentRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** The response. */
interface ReceivedResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A gateway in front of a hosted service, listening on this machine. */
export interface TestGateway {
  url: string;
  send(path: string, request?: SentRequest): Promise<ReceivedResponse>;
  close(): Promise<void>;
}

/** Starts a gateway with the variables that a user would set; the page's own header is sent unless overridden. */
export async function startRelay(
  values: Record<string, string>,
  limits: RelayLimits = { connectMs: 2_000, answerMs: 2_000, idleMs: 2_000 },
): Promise<TestGateway> {
  const env = readEnvironment({ FUNDSCOPE_KEY: testKey, ...values });
  const { upstream } = env;
  if (!upstream) throw new Error('the test names no service');
  const getBoundAddress = () => app.server.address();
  const access = createLocalAccess(env, getBoundAddress, undefined);
  const behind = openUpstream(upstream, {
    ...buildHttpOptions(env),
    canUseKey: ({ raw }) => access.canUseKey(raw),
    limits,
  });
  const { app } = behind;
  registerConfig(behind, access);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    send: (path, { headers, ...rest } = {}) =>
      sendRaw(url, path, { headers: { ...pageHeaders(url), ...headers }, ...rest }),
    close: () => app.close(),
  };
}

/** The headers that the dashboard at an address sends with each request. */
export const pageHeaders = (url: string): Record<string, string> => ({
  'x-fundscope': new URL(url).origin,
  'sec-fetch-site': 'same-origin',
});

/** Sends one request exactly as written; fetch would normalize its path. */
export async function sendRaw(
  url: string,
  path: string,
  { method = 'GET', headers, body }: SentRequest = {},
): Promise<ReceivedResponse> {
  const outgoing = request(url, { method, path, headers, agent: false });
  outgoing.end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk as string;
  return { status: response.statusCode ?? 0, headers: response.headers, body: text };
}

/** Listens on a free port of this machine; returns the port. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
