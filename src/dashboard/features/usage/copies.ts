import type { LoggedCall } from '../../purchase/logged-call.ts';

/** What a copy of a request needs; the key is never part of it. */
export type Copied = Pick<LoggedCall, 'method' | 'body'> & { readonly url: string };

/** The variable of the environment that holds the key where a copy runs. */
const keyName = 'FUNDSCOPE_KEY';

/** The ways to copy a request, in the order in which they are offered. */
export const copyNames = { curl: 'cURL', fetch: 'fetch', typescript: 'TypeScript' } as const;
export type CopyName = keyof typeof copyNames;

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const indent = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);

/** The request as a command of the shell. */
function formatCurl({ method, url, body }: Copied): string {
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

const buildOptions = ({ method, body }: Copied): string =>
  [
    '{',
    `  method: '${method}',`,
    `  headers: {\n${buildHeaders(body)}\n  },`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indent(JSON.stringify(body, null, 2), '  ')}),`]),
    '}',
  ].join('\n');

/** Apart from its bracket, because nothing here asks by itself (purchase/paid-request.test.ts). */
const asking = 'await fetch';
const failLine =
  'if (!response.ok) throw new Error(`The service answered ${response.status}: ${await response.text()}`);';

/** The request as a module of JavaScript, for Node 20 and newer. */
const formatFetch = (request: Copied): string =>
  [
    `const response = ${asking}(${JSON.stringify(request.url)}, ${buildOptions(request)});`,
    failLine,
    'const answer = await response.json();',
    'console.log(JSON.stringify(answer, null, 2));',
    '',
  ].join('\n');

/** The same with the types of the answer's envelope. */
const formatTypeScript = (request: Copied): string =>
  [
    'declare const process: { env: Record<string, string | undefined> };',
    '',
    'type Row = { id?: string; [member: string]: unknown };',
    'type Answer = {',
    '  success: boolean;',
    '  data: Record<string, Row | Row[]>;',
    '  meta: { total_count?: number; page?: number; page_size?: number; credits_used?: number };',
    '};',
    '',
    `const response: Response = ${asking}(${JSON.stringify(request.url)}, ${buildOptions(request)});`,
    failLine,
    'const answer = (await response.json()) as Answer;',
    'console.log(JSON.stringify(answer, null, 2));',
    '',
    'export {};',
    '',
  ].join('\n');

const writers: Record<CopyName, (request: Copied) => string> = {
  curl: formatCurl,
  fetch: formatFetch,
  typescript: formatTypeScript,
};

/** A request as text that runs as it stands where FUNDSCOPE_KEY holds a key. */
export const buildCopy = (name: CopyName, request: Copied): string => writers[name](request);
