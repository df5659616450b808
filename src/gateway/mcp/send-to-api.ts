import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { parseJson } from '#contract/json.ts';
import { buildErrorBody, HttpError } from '../../service/http/http-error.ts';

/** A request of a tool to an endpoint of the API. */
export type ToolRequest = {
  readonly endpoint: Endpoint;
  readonly params?: Readonly<Record<string, string>>;
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

/** The sender: its key, without which nothing is sent, and the address under which a wrong key is counted. */
type ApiCaller = { readonly key: string | undefined; readonly address?: string };

/** Sends requests through an app without a network, so that they pass the same checks as all others. */
export function createApiSender(app: FastifyInstance, { key, address }: ApiCaller): SendToApi {
  return async ({ endpoint, params = {}, query, body, idempotencyKey }) => {
    if (key === undefined) {
      const error = new HttpError('missingKey');
      return { status: error.status, headers: {}, content: buildErrorBody(error) };
    }
    const response = await app.inject({
      method: endpoint.method,
      url: buildEndpointPath(endpoint, params),
      headers: {
        authorization: `Bearer ${key}`,
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

/** The path of a request: a parameter is one part of it, whatever its text is. */
function buildEndpointPath({ root, path }: Endpoint, params: Readonly<Record<string, string>>): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return `${root ?? '/api/v1'}${filled}`;
}
