import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { ApiError } from '../../platform/http/api-error.ts';
import { request } from '../../platform/http/request.ts';
import { siteBase } from '../../platform/http/base.ts';

/** A schema of the description; only what the page shows is named. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly nullable?: boolean;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
};

const schema = z.custom<Schema>((value) => typeof value === 'object' && value !== null);
const content = z.looseObject({
  'application/json': z.looseObject({ schema: schema.optional(), example: z.unknown().optional() }),
});
const reference = z.looseObject({ $ref: z.string() });
const parameter = z.looseObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().default(false),
  description: z.string().default(''),
  schema,
  example: z.union([z.string(), z.number()]).optional(),
});
export type Parameter = z.infer<typeof parameter>;
const response = z.looseObject({ description: z.string(), content: content.optional() });
export type Response = z.infer<typeof response>;

const operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  description: z.string().default(''),
  tags: z.array(z.string()),
  'x-credit-cost': z.looseObject({ credits: z.number(), per: z.enum(['row', 'call']) }),
  parameters: z.array(z.union([parameter, reference])).default([]),
  requestBody: z.looseObject({ content }).optional(),
  responses: z.record(z.string(), z.union([response, reference])),
});

const described = z.looseObject({
  info: z.looseObject({ title: z.string(), version: z.string(), description: z.string().default('') }),
  servers: z.array(z.looseObject({ url: z.string() })).min(1),
  tags: z.array(z.looseObject({ name: z.string(), description: z.string().default('') })),
  paths: z.record(z.string(), z.partialRecord(z.enum(['get', 'post']), operation)),
  components: z.looseObject({
    schemas: z.record(z.string(), schema),
    responses: z.record(z.string(), response),
  }),
});

/** An operation as the page shows it, references to answers resolved. */
export type Operation = {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly text: string;
  readonly price: { readonly credits: number; readonly per: 'row' | 'call' };
  readonly parameters: readonly Parameter[];
  readonly body: { readonly schema: Schema | undefined; readonly example: unknown } | undefined;
  readonly responses: readonly (readonly [status: string, Response])[];
};

/** The whole description as the page shows it. */
export type Description = {
  readonly title: string;
  readonly version: string;
  readonly text: string;
  /** Where the paths begin. */
  readonly root: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly operations: readonly Operation[];
  readonly schemas: Readonly<Record<string, Schema>>;
};

/** Reads /openapi.json into what the page shows; throws when it is something else. */
function readDescription(json: unknown): Description {
  const { info, servers, tags, paths, components } = described.parse(json);
  return {
    title: info.title,
    version: info.version,
    text: info.description,
    root: servers[0]?.url ?? '',
    tags,
    schemas: components.schemas,
    operations: Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => ({
        id: one.operationId,
        method: method === 'post' ? 'POST' : 'GET',
        path,
        tag: one.tags[0] ?? '',
        summary: one.summary,
        text: one.description,
        price: one['x-credit-cost'],
        parameters: one.parameters.flatMap((found) => ('$ref' in found ? [] : [found])),
        body: one.requestBody?.content['application/json'] as Operation['body'],
        responses: Object.entries(one.responses).flatMap(([status, found]) => {
          const resolved = '$ref' in found ? components.responses[toName(String(found.$ref))] : found;
          return resolved ? [[status, resolved] as const] : [];
        }),
      })),
    ),
  };
}

/** The name at the end of a reference. */
export const toName = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/** The description of the service behind this page; free. */
export const description = queryOptions({
  queryKey: ['openapi'],
  queryFn: async ({ signal }): Promise<Description> => {
    const { json } = await request({ url: `${siteBase}/openapi.json`, signal, timeoutSeconds: 10 });
    try {
      return readDescription(json);
    } catch {
      throw new ApiError('unreadable', 'This service does not describe itself at /openapi.json.');
    }
  },
});
