import type { Endpoint } from '#contract/endpoint.ts';

/** The request to copy, without its key. */
export type CopiedRequest = {
  readonly method: Endpoint['method'];
  readonly url: string;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
};

/** The environment variable with the key. */
const keyName = 'FUNDSCOPE_KEY';

/** The formats of a copied request, in display order. */
export const copyNames = {
  curl: 'cURL',
  python: 'Python',
  notebook: 'Notebook',
  fetch: 'fetch',
  typescript: 'TypeScript',
} as const;
export type CopyName = keyof typeof copyNames;

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const indent = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);

/** The request as a shell command. */
function formatCurl({ method, url, body }: CopiedRequest): string {
  return [
    `curl -sS ${method === 'GET' ? '' : `-X ${method} `}${quote(url)}`,
    `-H "Authorization: Bearer $${keyName}"`,
    ...(body ? [`-H 'Content-Type: application/json'`, `--data-raw ${quote(JSON.stringify(body))}`] : []),
  ].join(' \\\n  ');
}

const buildHeaders = (body: unknown): string =>
  [
    `    Authorization: \`Bearer \${process.env.${keyName}}\`,`,
    ...(body === undefined ? [] : [`    'Content-Type': 'application/json',`]),
  ].join('\n');

const buildOptions = ({ method, body }: CopiedRequest): string =>
  [
    '{',
    `  method: '${method}',`,
    `  headers: {\n${buildHeaders(body)}\n  },`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indent(JSON.stringify(body, null, 2), '  ')}),`]),
    '}',
  ].join('\n');

/** Without its bracket, because a test forbids calls of fetch outside the client (spending/paid-request.test.ts). */
const fetchCall = 'await fetch';
const failLine =
  'if (!response.ok) throw new Error(`The request failed with ${response.status}: ${await response.text()}`);';

/** The request as a JavaScript module for Node 20 and newer. */
const formatFetch = (request: CopiedRequest): string =>
  [
    `const response = ${fetchCall}(${JSON.stringify(request.url)}, ${buildOptions(request)});`,
    failLine,
    'const result = await response.json();',
    'console.log(JSON.stringify(result, null, 2));',
    '',
  ].join('\n');

/** The same with types for the response. */
const formatTypeScript = (request: CopiedRequest): string =>
  [
    'declare const process: { env: Record<string, string | undefined> };',
    '',
    'type Row = { id?: string; [member: string]: unknown };',
    'type Result = {',
    '  success: boolean;',
    '  data: Record<string, Row | Row[]>;',
    '  meta: { total_count?: number; page?: number; page_size?: number; credits_used?: number };',
    '};',
    '',
    `const response: Response = ${fetchCall}(${JSON.stringify(request.url)}, ${buildOptions(request)});`,
    failLine,
    'const result = (await response.json()) as Result;',
    'console.log(JSON.stringify(result, null, 2));',
    '',
    'export {};',
    '',
  ].join('\n');

const pythonNames = new Map<unknown, string>([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
]);

/** A JSON value in Python's notation. */
function formatPythonValue(value: unknown, indentation = ''): string {
  const inner = `${indentation}    `;
  if (Array.isArray(value)) {
    const items = value.map((one) => `${inner}${formatPythonValue(one, inner)},\n`);
    return items.length === 0 ? '[]' : `[\n${items.join('')}${indentation}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, one]) => one !== undefined);
    const lines = members.map(([name, one]) => `${inner}${JSON.stringify(name)}: ${formatPythonValue(one, inner)},\n`);
    return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indentation}}`;
  }
  return pythonNames.get(value) ?? JSON.stringify(value);
}

const pythonHeaders = `headers = {"Authorization": f"Bearer {os.environ['${keyName}']}"}`;

/** The request for Python with the package requests. */
const formatPython = ({ method, url, body }: CopiedRequest): string =>
  [
    'import os',
    '',
    'import requests',
    '',
    pythonHeaders,
    ...(body ? [`body = ${formatPythonValue(body)}`] : []),
    `response = requests.${method.toLowerCase()}(${JSON.stringify(url)}, headers=headers, ${body ? 'json=body, ' : ''}timeout=60)`,
    'response.raise_for_status()',
    'print(response.json())',
    '',
  ].join('\n');

/** All rows of a search as a pandas table, page by page within a number of credits. */
function formatNotebook(request: CopiedRequest): string {
  const { url, body } = request;
  if (!body) return formatPython(request).replace('print(response.json())', 'response.json()');
  const { page: _page, page_size: size = 100, ...search } = body;
  return [
    'import os',
    '',
    'import pandas as pd',
    'import requests',
    '',
    'max_credits = 100',
    `page_size = min(${JSON.stringify(size)}, max_credits)`,
    pythonHeaders,
    `body = ${formatPythonValue(search)}`,
    'rows = []',
    'while len(rows) + page_size <= max_credits:',
    '    page = {"page": len(rows) // page_size, "page_size": page_size}',
    `    response = requests.post(${JSON.stringify(url)}, headers=headers, json={**body, **page}, timeout=60)`,
    '    response.raise_for_status()',
    `    found = response.json()["data"]${JSON.stringify([url.split('/').at(-1)])}`,
    '    rows += found',
    '    if len(found) < page_size:',
    '        break',
    'pd.json_normalize(rows)',
    '',
  ].join('\n');
}

const writers: Record<CopyName, (request: CopiedRequest) => string> = {
  curl: formatCurl,
  python: formatPython,
  notebook: formatNotebook,
  fetch: formatFetch,
  typescript: formatTypeScript,
};

/** A request as code that runs unchanged if FUNDSCOPE_KEY is set. */
export const buildCopy = (name: CopyName, request: CopiedRequest): string => writers[name](request);
