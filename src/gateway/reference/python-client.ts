import { z } from 'zod';
import { endpoints } from '#contract/endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { buildOpenApiDocument } from '../../service/http/openapi.ts';
import pythonCore from './python-core.py?raw';
import { createPythonTypes, formatDocstring, type PythonTypes } from './python-types.ts';

const jsonSchema = z.record(z.string(), z.unknown());
const contentOf = <S extends z.ZodType>(schema: S) => z.object({ content: z.record(z.string(), z.object({ schema })) });
const dataSchema = z.looseObject({
  properties: z.record(z.string(), z.looseObject({ items: jsonSchema.optional() })),
});

/** The parts of the OpenAPI description that the client is made from. */
const openApiDocument = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        summary: z.string(),
        description: z.string(),
        parameters: z
          .array(
            z.object({
              name: z.string().optional(),
              in: z.string().optional(),
              required: z.boolean().optional(),
              description: z.string().optional(),
              schema: jsonSchema.optional(),
            }),
          )
          .optional(),
        requestBody: contentOf(jsonSchema).optional(),
        responses: z.looseObject({ 200: contentOf(z.object({ properties: z.object({ data: dataSchema }) })) }),
      }),
    ),
  ),
  components: z.object({ schemas: z.record(z.string(), jsonSchema) }),
});
type Operation = z.infer<typeof openApiDocument>['paths'][string][string];

/** A client of /api/v1 in one Python file that needs only the standard library, made from the contract. */
export function buildPythonClient(): string {
  const { paths, components } = openApiDocument.parse(buildOpenApiDocument());
  const types = createPythonTypes(components.schemas);
  const methods = (endpoints as readonly Endpoint[]).map((endpoint) => {
    const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()];
    if (!operation) throw new Error(`${endpoint.id} is not described`);
    return formatMethods(endpoint, operation, types);
  });
  return pythonCore
    .replace('# TYPES\n', () => `${types.list().join('\n\n')}\n`)
    .replace('    # METHODS\n', () => methods.join('\n'));
}

type Argument = { readonly name: string; readonly type: string; readonly isRequired: boolean; readonly about: string };

function formatMethods(endpoint: Endpoint, operation: Operation, types: PythonTypes): string {
  const { id, method, path, cost, meta } = endpoint;
  const className = id.charAt(0).toUpperCase() + id.slice(1);
  const name = toSnakeCase(id);
  const listed = listArguments(operation, types, className);
  const given = listed.map(({ name: argument }) => `"${argument}": ${argument}`).join(', ');
  const body = operation.requestBody?.content['application/json']?.schema;
  const bodyType = body && types.describe(body, `${className}Body`);
  const data = operation.responses[200].content['application/json']?.schema.properties.data;
  const dataType = data ? types.describe(data, `${className}Data`) : 'Dict[str, Any]';
  const tenths = cost.per === 'nothing' ? 0 : cost.tenths;
  const spec = `("${method}", "${path}", ${tenths}, ${cost.per === 'row' && meta === 'list' ? 'True' : 'False'})`;
  const signature = [
    'self',
    ...(bodyType === undefined ? [] : [`body: Optional[${bodyType}] = None`]),
    ...listed.filter(({ isRequired }) => isRequired).map((one) => `${one.name}: ${one.type}`),
    ...listed.filter(({ isRequired }) => !isRequired).map((one) => `${one.name}: Optional[${one.type}] = None`),
    '*',
    'max_credits: Optional[float] = None',
  ];
  const about = [
    `${operation.summary}. ${operation.description}`,
    ...listed.flatMap(({ name: argument, about: text }) => (text === '' ? [] : [`${argument}: ${text}`])),
  ].join(' ');
  const sent = `{${given}}, ${bodyType === undefined ? 'None' : 'body or {}'}`;
  const call = [
    `    def ${name}(${signature.join(', ')}) -> "Result[${dataType}]":`,
    `        ${formatDocstring(about, 8)}`,
    `        return self._call(${spec}, ${sent}, max_credits)`,
    '',
  ];
  return [...call, ...formatIteration(endpoint, operation, { name, bodyType, data, types, className, spec })].join(
    '\n',
  );
}

type Iterated = {
  readonly name: string;
  readonly bodyType: string | undefined;
  readonly data: z.infer<typeof dataSchema> | undefined;
  readonly types: PythonTypes;
  readonly className: string;
  readonly spec: string;
};

/** The method that iterates over the rows of all pages; none for what has no pages. */
function formatIteration(
  { meta }: Endpoint,
  operation: Operation,
  { name, bodyType, data, types, className, spec }: Iterated,
): string[] {
  const all = listArguments(operation, types, className);
  const listed = all.filter(({ name: argument }) => argument !== 'page' && argument !== 'page_size');
  const isPaged = meta === 'list' && (bodyType !== undefined || listed.length < all.length);
  const [member, schema] = Object.entries(data?.properties ?? {})[0] ?? [];
  if (!isPaged || member === undefined || schema === undefined) return [];
  const rowType = types.describe(schema.items ?? schema, `${className}Row`);
  const signature = [
    'self',
    ...(bodyType === undefined ? [] : [`body: Optional[${bodyType}] = None`]),
    ...listed.map((one) => `${one.name}: Optional[${one.type}] = None`),
    '*',
    'max_credits: float',
    'page_size: int = 100',
  ];
  const given = listed.map(({ name: argument }) => `"${argument}": ${argument}`).join(', ');
  const about = `The rows of all pages of ${name}, in order. No page is requested that could exceed max_credits in total; the last pages get smaller to use it up.`;
  return [
    `    def iter_${name}(${signature.join(', ')}) -> "Iterator[${rowType}]":`,
    `        ${formatDocstring(about, 8)}`,
    `        return self._rows(${spec}, {${given}}, ${bodyType === undefined ? 'None' : 'body or {}'}, "${member}", max_credits, page_size)`,
    '',
  ];
}

const listArguments = ({ parameters = [] }: Operation, types: PythonTypes, className: string): Argument[] =>
  parameters.flatMap(({ name, in: place, required = false, description = '', schema = {} }) =>
    name === undefined || place === 'header'
      ? []
      : [{ name, type: types.describe(schema, className + name), isRequired: required, about: description }],
  );

const toSnakeCase = (id: string): string => id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
