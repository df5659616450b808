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
  /** The key of its caller; undefined without one. */
  readonly key: string | undefined;
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

/** How many sessions a gateway has at most, and how many of one key; one more of a key closes its least recently used. */
type SessionLimits = { readonly total: number; readonly perKey: number };
const defaultLimits: SessionLimits = { total: 500, perKey: 20 };
const maxIdleMs = 3_600_000;

/** The sessions of assistants over HTTP, in the memory of this gateway, each bound to the key that opened it. */
export class HttpSessions {
  readonly #app: FastifyInstance;
  readonly #hasNames: boolean;
  readonly #publicUrl: string;
  readonly #limits: SessionLimits;
  /** The least recently used one is first. */
  readonly #sessions = new Map<string, OpenSession>();

  constructor(
    app: FastifyInstance,
    { hasNames, publicUrl }: { readonly hasNames: boolean; readonly publicUrl: string },
    limits = defaultLimits,
  ) {
    this.#app = app;
    this.#hasNames = hasNames;
    this.#publicUrl = publicUrl;
    this.#limits = limits;
  }

  /** Handles a request of an open session, or the first one of a new session. */
  async handle(request: AssistantRequest): Promise<Response> {
    const { method, key, headers, body } = request;
    const id = headers['mcp-session-id'];
    if (id === undefined) {
      if (method === 'POST' && isInitializeRequest(body)) return this.#open(request);
      return rejectMessage(400, 'Open a session with initialize first.');
    }
    const session = typeof id === 'string' ? this.#sessions.get(id) : undefined;
    if (typeof id !== 'string' || !session || session.caller !== hashKey(key))
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
    const { key, maxCredits, address } = request;
    const budget = maxCredits === undefined ? defaultSessionCredits * 10 : parseTenths(maxCredits);
    if (budget === undefined)
      return rejectMessage(400, 'max_credits must be a number from 0 with at most one decimal.');
    const send = createApiSender(this.#app, { key, address });
    const rejected = await checkKey(send);
    if (rejected) return rejected;
    const caller = hashKey(key);
    if (!this.#makeRoom(caller)) {
      const problem = `All ${this.#limits.total} sessions of this gateway are in use. Try again in a minute.`;
      return rejectMessage(503, problem, { 'retry-after': '60' });
    }
    const id = randomUUID();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      enableJsonResponse: true,
      onsessionclosed: () => void this.#sessions.delete(id),
    });
    // Before the first wait, so that sessions that open together cannot exceed a limit.
    this.#sessions.set(id, { transport, caller, usedAt: Date.now() });
    let isOpen = false;
    try {
      const session = new ToolSession(send, budget, this.#publicUrl);
      await createAssistantServer({ session, hasNames: this.#hasNames }).connect(transport);
      const response = await pass(transport, request);
      isOpen = response.ok;
      return response;
    } finally {
      if (!isOpen) this.#sessions.delete(id);
    }
  }

  /**
   * Closes idle sessions, and the least recently used ones of a key that has too many. False if there is no room for
   * one more: a session of another key is never closed.
   */
  #makeRoom(caller: string): boolean {
    for (const [id, { usedAt }] of this.#sessions) if (Date.now() - usedAt > maxIdleMs) this.#close(id);
    const own = [...this.#sessions].flatMap(([id, session]) => (session.caller === caller ? [id] : []));
    const { total, perKey } = this.#limits;
    const surplus = Math.max(own.length + 1 - perKey, this.#sessions.size + 1 - total, 0);
    if (surplus > own.length) return false;
    for (const id of own.slice(0, surplus)) this.#close(id);
    return true;
  }

  #close(id: string): void {
    void this.#sessions.get(id)?.transport.close();
    this.#sessions.delete(id);
  }
}

/** The keys themselves are not stored. */
const hashKey = (key: string | undefined): string =>
  createHash('sha256')
    .update(key ?? '')
    .digest('base64url');

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
  const { status, headers, content } = await send({ endpoint: searchLocations, query });
  if (status === 200) return undefined;
  const kept = Object.entries(headers).filter(([name]) => passedOn.test(name));
  return Response.json(content ?? null, { status, headers: Object.fromEntries(kept) as Record<string, string> });
}

/** An error of the protocol that is not the response to a particular message. */
function rejectMessage(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }, { status, headers });
}
