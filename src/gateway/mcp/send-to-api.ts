import { parseJson } from '#contract/json.ts';
import type { FastifyInstance } from 'fastify';

/** A request of a tool to the API; `path` is that of an endpoint with its prefix, `/api/v1/deals`. */
export type ToolRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** The same request under the same key is charged once. */
  readonly idempotencyKey?: string;
};

/** Its response; `content` is the JSON, undefined if there is none. */
export type ToolResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly content: unknown;
};

/** Sends a request to the API with the key of a session. */
export type SendToApi = (request: ToolRequest) => Promise<ToolResponse>;

/** The sender: the `Authorization` header, and the address under which requests without a valid key are counted. */
type ApiCaller = { readonly authorization?: string | undefined; readonly address?: string };

/** Sends requests through an app without a network, so that they pass the same checks as all others. */
export function createApiSender(app: FastifyInstance, { authorization, address }: ApiCaller): SendToApi {
  return async ({ method, path, query, body, idempotencyKey }) => {
    const response = await app.inject({
      method,
      url: path,
      headers: {
        ...(authorization === undefined ? {} : { authorization }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(address === undefined ? {} : { remoteAddress: address }),
      ...(query ? { query } : {}),
      ...(body ? { payload: body } : {}),
    });
    const headers = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name, value === undefined ? value : String(value)]),
    );
    return { status: response.statusCode, headers, content: parseJson(response.body) };
  };
}
