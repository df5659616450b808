import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { LightMyRequestResponse } from 'fastify';
import { toDescription } from './http/openapi.ts';

type Schema = Record<string, unknown>;
type Response = { headers?: Record<string, { $ref: string }>; content: object } & { $ref?: string };
type Operation = { responses: Record<string, Response>; requestBody?: object };
type Description = {
  paths: Record<string, Record<string, Operation>>;
  components: { headers: Record<string, { schema: Schema }>; responses: Record<string, Response> };
};

const description = toDescription() as Description;
const ajv = new Ajv({ allErrors: true, validateSchema: false });
// The CommonJS package shows its function to bundlers and to Node in two different places.
(formats.default ?? formats)(ajv);
ajv.addVocabulary(['example', 'info', 'openapi', 'servers', 'security', 'tags', 'paths', 'components']);
ajv.addSchema(description, 'openapi');

const paths = Object.entries(description.paths).map(([path, methods]) => ({
  path,
  methods,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** An exchange of a test: what was asked, and what came back. */
export type Exchange = { method: string; url: string; body: unknown; answer: LightMyRequestResponse };

/** Throws when an exchange is not as /openapi.json describes it: status, headers, body, and the body of what it took. */
export function checkExchange({ method, url, body, answer }: Exchange): void {
  const path = url.replace(/\?.*$/, '').replace(/^\/api\/v1/, '');
  const found = paths.find(({ pattern }) => pattern.test(path.replace(/\/$/, '')));
  if (!found || !url.startsWith('/api/v1/')) return;
  const own = found.methods[method.toLowerCase()];
  const [verb, operation] = own ? [method.toLowerCase(), own] : (Object.entries(found.methods)[0] ?? []);
  const status = String(answer.statusCode);
  const response = operation?.responses[status];
  if (!verb || !response) throw new Error(`${method} ${path} does not describe ${status}: ${answer.body}`);
  const base = response.$ref ?? `#/paths/${escape(found.path)}/${verb}/responses/${status}`;
  checkHeaders(`${method} ${path} ${status}`, response.$ref ? toShared(response.$ref) : response, answer);
  if (method !== 'HEAD') check(`${base}/content/application~1json/schema`, answer.json());
  if (status === '200' && operation?.requestBody) {
    const asked: unknown = typeof body === 'string' ? JSON.parse(body) : body;
    check(`#/paths/${escape(found.path)}/${verb}/requestBody/content/application~1json/schema`, asked);
  }
}

const escape = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');
const toShared = (ref: string): Response | undefined => description.components.responses[ref.replace(/.*\//, '')];

function checkHeaders(what: string, response: Response | undefined, answer: LightMyRequestResponse): void {
  const described = new Map(Object.keys(response?.headers ?? {}).map((name) => [name.toLowerCase(), name]));
  for (const [name, value] of Object.entries(answer.headers)) {
    if (!/^(x-|ratelimit-|retry-after$|allow$|idempotency-)/.test(name)) continue;
    const shown = described.get(name);
    if (shown === undefined) throw new Error(`${what} does not describe the header ${name}`);
    const { schema } = description.components.headers[shown] ?? {};
    check(`#/components/headers/${shown}/schema`, schema?.['type'] === 'integer' ? Number(value) : value);
  }
}

const compiled = new Map<string, ValidateFunction>();

function check(pointer: string, value: unknown): void {
  const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi${pointer}` });
  compiled.set(pointer, validate);
  if (validate(value)) return;
  throw new Error(`not as described at ${pointer}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value)}`);
}
