import { createHash, randomUUID } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import type { FastifyInstance } from 'fastify';
import { parseTenths } from '#contract/credits.ts';
import { searchLocations } from '#contract/lookups.ts';
import { createAssistantServer } from './assistant-server.ts';
import { createApiSender, type SendToApi } from './send-to-api.ts';
import { defaultSessionCredits } from './session-budget.ts';
import { ToolSession } from './session.ts';

/** A request to /mcp; `maxCredits` is the budget of a new session as text. */
type AssistantRequest = {
  readonly method: 'POST' | 'DELETE';
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
  readonly maxCredits: string | undefined;
  readonly address: string;
};

type OpenSession = {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly caller: string;
  usedAt: number;
};

const maxSessions = 500;
/** The maximum number of sessions per key; one more closes the least recently used one. */
const maxSessionsPerKey = 20;
const maxIdleMs = 3_600_000;

/** The sessions of assistants over HTTP, in the memory of this gateway, each bound to the key that opened it. */
export class HttpSessions {
  readonly #app: FastifyInstance;
  readonly #hasNames: boolean;
  /** The least recently used one is first. */
  readonly #sessions = new Map<string, OpenSession>();

  constructor(app: FastifyInstance, hasNames: boolean) {
    this.#app = app;
    this.#hasNames = hasNames;
  }

  /** Handles a request of an open session, or the first one of a new session. */
  async handle(request: AssistantRequest): Promise<Response> {
    const { method, headers, body } = request;
    const id = headers['mcp-session-id'];
    if (id === undefined) {
      if (method === 'POST' && isInitializeRequest(body)) return this.#open(request);
      return rejectMessage(400, 'Open a session with initialize first.');
    }
    const session = typeof id === 'string' ? this.#sessions.get(id) : undefined;
    if (typeof id !== 'string' || !session || session.caller !== hashCaller(headers))
      return rejectMessage(404, 'There is no such session.');
    session.usedAt = Date.now();
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    return pass(session.transport, request);
  }

  /** Closes all sessions. */
  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(({ transport }) => transport.close()));
  }

  async #open(request: AssistantRequest): Promise<Response> {
    const { headers, maxCredits, address } = request;
    const budget = maxCredits === undefined ? defaultSessionCredits * 10 : parseTenths(maxCredits);
    if (budget === undefined)
      return rejectMessage(400, 'max_credits must be a number from 0 with at most one decimal.');
    const send = createApiSender(this.#app, { authorization: headers['authorization'] as string | undefined, address });
    const rejected = await checkKey(send);
    if (rejected) return rejected;
    const caller = hashCaller(headers);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: true,
      onsessioninitialized: (id) => {
        this.#makeRoom(caller);
        this.#sessions.set(id, { transport, caller, usedAt: Date.now() });
      },
      onsessionclosed: (id) => void this.#sessions.delete(id),
    });
    const session = new ToolSession(send, budget);
    await createAssistantServer({ session, hasNames: this.#hasNames }).connect(transport);
    return pass(transport, request);
  }

  /** Closes idle sessions, and the least recently used ones if there are too many. */
  #makeRoom(caller: string): void {
    const all = [...this.#sessions];
    const own = all.filter(([, session]) => session.caller === caller);
    const surplus = new Set([
      ...all.filter(([, { usedAt }]) => Date.now() - usedAt > maxIdleMs),
      ...own.slice(0, Math.max(0, own.length + 1 - maxSessionsPerKey)),
      ...all.slice(0, Math.max(0, all.length + 1 - maxSessions)),
    ]);
    for (const [id, { transport }] of surplus) {
      this.#sessions.delete(id);
      void transport.close();
    }
  }
}

/** The keys themselves are not stored. */
const hashCaller = ({ authorization }: AssistantRequest['headers']): string =>
  createHash('sha256').update(String(authorization)).digest('base64url');

function pass(transport: WebStandardStreamableHTTPServerTransport, request: AssistantRequest): Promise<Response> {
  const { method, headers, body } = request;
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return transport.handleRequest(
    new Request('http://localhost/mcp', { method, headers: given as [string, string][] }),
    {
      parsedBody: body,
    },
  );
}

const passedOn = /^(content-type|retry-after|ratelimit-.*)$/;

/** Sends a free request with the key; undefined if the API accepts it, otherwise its response. */
async function checkKey(send: SendToApi): Promise<Response | undefined> {
  const query = { name: 'berlin', limit: '1' };
  const { status, headers, content } = await send({ method: 'GET', path: `/api/v1${searchLocations.path}`, query });
  if (status === 200) return undefined;
  const kept = Object.entries(headers).filter(([name]) => passedOn.test(name));
  return Response.json(content ?? null, { status, headers: Object.fromEntries(kept) as Record<string, string> });
}

/** An error of the protocol that is not the response to a particular message. */
function rejectMessage(status: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }, { status });
}
