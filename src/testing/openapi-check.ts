import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { buildOpenApiDocument } from '../service/http/openapi.ts';

type Schema = Record<string, unknown>;
type Response = { headers?: Record<string, { $ref: string }>; content: object } & { $ref?: string };
type Parameter = { name?: string; in?: string; schema?: Schema };
type Operation = { parameters?: Parameter[]; responses: Record<string, Response>; requestBody?: object };
type Description = {
  paths: Record<string, Record<string, Operation>>;
  components: { headers: Record<string, { schema: Schema }>; responses: Record<string, Response> };
};

const description = buildOpenApiDocument() as Description;
const ajv = new Ajv({ allErrors: true, validateSchema: false });
// The CommonJS package exports its function differently to bundlers and to Node.
(formats.default ?? formats)(ajv);
ajv.addVocabulary(['example', 'info', 'openapi', 'servers', 'security', 'tags', 'paths', 'components']);
ajv.addSchema(description, 'openapi');

const paths = Object.entries(description.paths).map(([path, methods]) => ({
  path,
  methods,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

type Query = Record<string, unknown>;
/** An exchange of a test: the request and the response. */
export type Exchange = { method: string; url: string; query?: Query; body: unknown; answer: LightMyRequestResponse };

/**
 * Throws if an exchange differs from /openapi.json: its status, headers and body, and, if the request was accepted, its
 * body and query.
 */
export function checkExchange({ method, url, query, body, answer }: Exchange): void {
  const [path = '', inUrl = ''] = url.replace(/^\/api\/v1/, '').split('?', 2);
  // A path that cannot be decoded is not in the description.
  const found = /%(?![0-9a-f]{2})/i.test(path)
    ? undefined
    : paths.find(({ pattern }) => pattern.test(path.replace(/\/$/, '')));
  // CORS answers a preflight before there is an operation.
  if (!found || !url.startsWith('/api/v1/') || (method === 'OPTIONS' && answer.statusCode === 204)) return;
  const own = found.methods[method.toLowerCase()];
  const [verb, operation] = own ? [method.toLowerCase(), own] : (Object.entries(found.methods)[0] ?? []);
  const status = String(answer.statusCode);
  const response = operation?.responses[status];
  if (!verb || !response) throw new Error(`${method} ${path} does not describe ${status}: ${answer.body}`);
  const base = `#/paths/${escape(found.path)}/${verb}`;
  const described = response.$ref ?? `${base}/responses/${status}`;
  checkHeaders(`${method} ${path} ${status}`, response.$ref ? shareSchemas(response.$ref) : response, answer);
  if (method !== 'HEAD') checkValue(`${described}/content/application~1json/schema`, readJson(answer));
  if (status !== '200') return;
  if (operation?.requestBody) {
    const parsed: unknown = typeof body === 'string' ? JSON.parse(body) : body;
    checkValue(`${base}/requestBody/content/application~1json/schema`, parsed);
  }
  checkQuery(base, operation, { ...Object.fromEntries(new URLSearchParams(inUrl)), ...query });
}

/** Reads a compressed response as a client does. */
function readJson(answer: LightMyRequestResponse): unknown {
  const encoding = answer.headers['content-encoding'];
  if (encoding === undefined) return answer.json();
  const unpack = encoding === 'br' ? brotliDecompressSync : gunzipSync;
  return JSON.parse(unpack(answer.rawPayload).toString());
}

function checkQuery(base: string, operation: Operation | undefined, query: Query): void {
  const parameters = operation?.parameters ?? [];
  for (const [name, value] of Object.entries(query)) {
    const at = parameters.findIndex((one) => one.in === 'query' && one.name === name);
    const type = parameters[at]?.schema?.['type'];
    if (at < 0) throw new Error(`${base} took the parameter ${name}, which it does not describe`);
    checkValue(`${base}/parameters/${at}/schema`, type === 'integer' ? Number(value) : value);
  }
}

/** An app whose every response to `inject` is checked against /openapi.json. */
export function checkEveryResponse(app: FastifyInstance): FastifyInstance {
  const send = app.inject.bind(app) as (options: InjectOptions) => Promise<LightMyRequestResponse>;
  const inject = async (sent: InjectOptions | string) => {
    const request = typeof sent === 'string' ? { url: sent } : sent;
    const answer = await send(request);
    const { method = 'GET', url, query, payload: body } = request;
    if (typeof url !== 'string') throw new Error('a test asks for an address in one piece');
    checkExchange({ method, url, ...(typeof query === 'object' ? { query } : {}), body, answer });
    return answer;
  };
  return Object.assign(app, { inject });
}

const escape = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');
const shareSchemas = (ref: string): Response | undefined => description.components.responses[ref.replace(/.*\//, '')];

const ofContract = /^(x-|ratelimit-|retry-after$|allow$|idempotency-)/;
/** Headers for browsers, which mean nothing to an API client. */
const forBrowsers =
  /^x-(content-type-options|dns-prefetch-control|download-options|frame-options|permitted-cross-domain-policies|xss-protection)$/;

function checkHeaders(what: string, response: Response | undefined, answer: LightMyRequestResponse): void {
  const described = new Map(Object.keys(response?.headers ?? {}).map((name) => [name.toLowerCase(), name]));
  for (const [name, value] of Object.entries(answer.headers)) {
    if (!ofContract.test(name) || forBrowsers.test(name)) continue;
    const shown = described.get(name);
    if (shown === undefined) throw new Error(`${what} does not describe the header ${name}`);
    const { schema } = description.components.headers[shown] ?? {};
    checkValue(`#/components/headers/${shown}/schema`, schema?.['type'] === 'integer' ? Number(value) : value);
  }
}

const compiled = new Map<string, ValidateFunction>();

/** Throws if a value does not match the schema at a pointer of the description (`#/components/...`). */
export function checkValue(pointer: string, value: unknown): void {
  const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi${pointer}` });
  compiled.set(pointer, validate);
  if (validate(value)) return;
  throw new Error(`not as described at ${pointer}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value)}`);
}
