import { largestPage } from '../../purchase/price.ts';
import type { Operation, Parameter, Schema } from './description.ts';

/** What a person typed into the form of an operation. */
export type TrialDraft = { readonly values: Readonly<Record<string, string>>; readonly body: string };

/** A draft filled with the examples of the description. */
export function buildExampleDraft({ parameters, body }: Operation): TrialDraft {
  const values = parameters.map(({ name, example }) => [name, example === undefined ? '' : String(example)] as const);
  return { values: Object.fromEntries(values), body: body ? JSON.stringify(body.example ?? {}, null, 2) : '' };
}

/** The address that a draft means, from the site's root. */
export function buildTrialUrl(root: string, { path, parameters }: Operation, { values }: TrialDraft): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const given = parameters.flatMap(({ name, in: place }) =>
    place === 'query' && values[name] ? [[name, values[name]]] : [],
  );
  return `${root}${filled}${given.length === 0 ? '' : `?${new URLSearchParams(given)}`}`;
}

/** The body of a draft; a sentence where it is no JSON. */
export function readTrialBody(text: string): { body: object } | { problem: string } {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null) return { body };
  } catch {
    return { problem: 'This is not valid JSON.' };
  }
  return { problem: 'The body must be a JSON object.' };
}

/** The most that a draft can cost, in tenths; an answer without pages is priced as the largest page. */
export function priceTrial({ price, parameters, body, responses }: Operation, draft: TrialDraft): number {
  const tenths = Math.round(price.credits * 10);
  if (price.per === 'call') return tenths;
  const isPaged = body !== undefined || parameters.some(({ name }) => name === 'page_size');
  if (!isPaged) return isSingle(responses) ? tenths : tenths * largestPage;
  const rows = readPageSize(body !== undefined, draft);
  if (rows === undefined) return tenths * defaultRows;
  // What the service would refuse costs nothing; the quote stays one that it would not exceed.
  return tenths * (Number.isInteger(rows) && rows >= 1 && rows <= largestPage ? rows : largestPage);
}

function readPageSize(inBody: boolean, { body, values }: TrialDraft): number | undefined {
  if (!inBody) return values['page_size'] ? Number(values['page_size']) : undefined;
  const read = readTrialBody(body);
  const size = 'body' in read ? (read.body as { page_size?: unknown }).page_size : undefined;
  return size === undefined ? undefined : Number(size);
}

/** Rows where no page_size is named. */
const defaultRows = 10;

/** Whether the answer is one record: its meta counts no total. */
function isSingle(responses: Operation['responses']): boolean {
  const [, success] = responses.find(([status]) => status === '200') ?? [];
  const meta = success?.content?.['application/json'].schema?.properties?.['meta'];
  return meta?.$ref?.endsWith('/SingleMeta') === true;
}

/** A parameter's values, where it has a fixed set. */
export const buildOptions = ({ schema }: Parameter, resolve: (ref: string) => Schema | undefined) =>
  (schema.enum ?? (schema.$ref ? resolve(schema.$ref)?.enum : undefined))?.map(String);

/** The request as a line for the shell, with a place for the key instead of the key. */
export function formatCurl(origin: string, method: 'GET' | 'POST', url: string, body: string): string {
  const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  return [
    `curl ${method === 'POST' ? '-X POST ' : ''}${quote(`${origin}${url}`)}`,
    `-H ${quote('Authorization: Bearer YOUR_API_KEY')}`,
    ...(method === 'POST' ? [`-H ${quote('Content-Type: application/json')}`, `-d ${quote(compact(body))}`] : []),
  ].join(' \\\n  ');
}

function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
