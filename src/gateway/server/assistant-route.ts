import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readBearer } from '../../service/http/presented-key.ts';
import { forbidCaching, registerCors, registerResponseHeaders } from '../../service/http/response-headers.ts';
import type { HttpSessions } from '../mcp/http-sessions.ts';

/** `hasNames`: the service returns names for free. `publicUrl`: the address of the dashboard. */
type AssistantRouteOptions = {
  readonly corsOrigins: readonly string[];
  readonly hasNames: boolean;
  readonly publicUrl: string;
};

const path = '/mcp';

/**
 * Serves the tools of assistants at /mcp, as Streamable HTTP with JSON responses. Every session needs its own key; the
 * gateway's key is never added. Pages may call it only from the origins that may call the API.
 */
export async function registerAssistantRoute(
  app: FastifyInstance,
  { corsOrigins, ...options }: AssistantRouteOptions,
): Promise<void> {
  let sessions: Promise<HttpSessions> | undefined;
  // Loaded at the first request, so that the gateway starts without the libraries of the protocol.
  const openSessions = () =>
    (sessions ??= import('../mcp/http-sessions.ts').then((module) => new module.HttpSessions(app, options)));
  app.addHook('onClose', async () => (await sessions)?.close());
  registerCors(app, corsOrigins, {
    prefix: path,
    methods: 'POST, DELETE',
    requestHeaders: 'Authorization, Content-Type, Mcp-Session-Id, Mcp-Protocol-Version',
    responseHeaders: 'Mcp-Session-Id, Retry-After',
  });
  await app.register(async (scope) => {
    await registerResponseHeaders(scope);
    forbidCaching(scope);
    scope.addHook('onRequest', async ({ headers: { origin } }, reply) => {
      if (origin === undefined || corsOrigins.includes(origin)) return undefined;
      return reply
        .code(403)
        .send(describeProblem('Pages of this origin may not call /mcp. FUNDSCOPE_CORS allows them.'));
    });
    // The server sends no messages of its own, so there is nothing to listen to.
    scope.get(path, async (_, reply) =>
      reply.code(405).header('allow', 'POST, DELETE').send(describeProblem('Send messages with POST.')),
    );
    scope.route({
      method: ['POST', 'DELETE'],
      url: path,
      handler: async (request, reply) => answerMessage(await openSessions(), request, reply),
    });
  });
}

async function answerMessage(sessions: HttpSessions, request: FastifyRequest, reply: FastifyReply) {
  const { method, headers, body, ip } = request;
  const { max_credits: maxCredits } = request.query as Record<string, string | string[] | undefined>;
  const response = await sessions.handle({
    method: method === 'DELETE' ? 'DELETE' : 'POST',
    key: readKey(request),
    headers,
    body,
    maxCredits: maxCredits === undefined ? undefined : String(maxCredits),
    address: ip,
  });
  return reply
    .code(response.status)
    .headers(Object.fromEntries(response.headers))
    .send(await response.text());
}

/** The key alone: a hosted service may ignore text after it, and the same key would count as another. */
function readKey(request: FastifyRequest): string | undefined {
  const token = readBearer(request);
  return token !== undefined && /^[\x21-\x7e]+$/.test(token) ? token : undefined;
}

const describeProblem = (message: string) => ({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null });
