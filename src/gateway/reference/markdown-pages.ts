import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { buildOpenApiDocument } from '../../service/http/openapi.ts';
import { operations, parameterTexts, tags } from '../../service/http/openapi-operations.ts';
import type { Json } from '../../service/http/openapi-schemas.ts';

/** A schema of the OpenAPI description, as far as tables of members need it. */
type Schema = {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly description?: string;
};

/** A page of the API reference as Markdown: its name in addresses, its title, what it is about, and its text. */
export type MarkdownPage = {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly text: string;
};

/** The API reference as Markdown, a page for each group of endpoints, made from the contract. */
export function buildMarkdownPages(): MarkdownPage[] {
  const { components } = buildOpenApiDocument() as { components: { schemas: Record<string, Schema> } };
  return tags.map(({ name: title, description }) => {
    const own = (endpoints as readonly Endpoint[]).filter(({ id }) => findOperation(id).tag === title);
    const parts = own.map((endpoint) => formatEndpoint(endpoint, components.schemas));
    return {
      name: `${title.toLowerCase()}.md`,
      title,
      about: description,
      text: [`# ${title}`, description, ...parts].join('\n\n').concat('\n'),
    };
  });
}

const findOperation = (id: string) => operations[id as keyof typeof operations];

function formatEndpoint(endpoint: Endpoint, schemas: Readonly<Record<string, Schema>>): string {
  const { id, method, path, summary, body, query, params } = endpoint;
  const { description, request, data } = findOperation(id);
  const address = `/api/v1${path}`;
  const members = body ? listMembers(body, schemas) : [];
  const parameters = Object.keys({ ...params?.shape, ...query?.shape });
  return [
    `## ${summary}`,
    `\`${method} ${address}\`. ${describeCost(endpoint)}`,
    description,
    ...(parameters.length > 0
      ? [
          formatTable(
            'Parameter',
            parameters.map((name) => [name, parameterTexts[name] ?? '']),
          ),
        ]
      : []),
    ...(members.length > 0 ? [formatTable('Member of the body', members)] : []),
    ...(Object.keys(request).length > 0 ? [`Example ${body ? 'body' : 'parameters'}:`, formatJson(request)] : []),
    'Example `data`:',
    formatJson(data),
  ].join('\n\n');
}

function describeCost({ cost: { per, tenths } }: Endpoint): string {
  if (per === 'nothing') return 'Free.';
  return `Price: ${tenths / 10} ${tenths === 10 ? 'credit' : 'credits'} per ${per === 'row' ? 'row' : 'call'}.`;
}

/** The members of a request body by their paths, with what each means. */
function listMembers(body: NonNullable<Endpoint['body']>, schemas: Readonly<Record<string, Schema>>) {
  const name = body.meta()?.id;
  const root = name === undefined ? undefined : schemas[name];
  const rows: [string, string][] = [];
  const add = (schema: Schema, path: string) => {
    const known = schema.$ref === undefined ? schema : schemas[schema.$ref.split('/').at(-1) ?? ''];
    if (known?.properties && path.split('.').length < 4) {
      for (const [member, inner] of Object.entries(known.properties))
        add(inner, path === '' ? member : `${path}.${member}`);
      return;
    }
    const values = known?.enum ?? known?.items?.enum;
    const choices = values ? ` One of: ${values.map(String).join(', ')}.` : '';
    rows.push([path, `${schema.description ?? known?.description ?? ''}${choices}`.trim()]);
  };
  if (root) add(root, '');
  return rows;
}

const formatTable = (head: string, rows: readonly (readonly [string, string])[]): string =>
  [
    `| ${head} | Meaning |`,
    '| --- | --- |',
    ...rows.map(([name, text]) => `| \`${name}\` | ${text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')} |`),
  ].join('\n');

const formatJson = (value: Json): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

/** `/llms.txt` (llmstxt.org): what the API is, and where a program reads about it. `base` is a path of a proxy. */
export function buildLlmsText(pages: readonly MarkdownPage[], base = ''): string {
  return [
    '# Fundscope',
    '> Venture funding data: deals, companies, investors and people, as a metered JSON API. Every response is JSON with `success`, `data` and `meta`. Requests cost credits, errors are never charged, and each price stands in the reference.',
    `Send your key as \`Authorization: Bearer vg_...\` to \`${base}/api/v1\`. Filters take permalinks, which the free look-ups find. With an \`Idempotency-Key\` a request that is repeated within 24 hours is charged once. Each key can send 200 requests in any 60 seconds.`,
    '## API reference',
    pages.map(({ name, title, about }) => `- [${title}](${base}/docs/${name}): ${about}`).join('\n'),
    '## Optional',
    [
      `- [OpenAPI 3.0.3](${base}/openapi.json): the whole API in one document.`,
      `- [API reference](${base}/docs): the same for people.`,
      `- [Model Context Protocol](${base}/mcp): tools with a budget of credits, by POST with your key.`,
    ].join('\n'),
  ]
    .join('\n\n')
    .concat('\n');
}
