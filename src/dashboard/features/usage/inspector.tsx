import { type ReactNode, useState } from 'react';
import { Check, Copy } from 'lucide-react';
import { formatCount } from '../../platform/format.ts';
import type { LoggedCall } from '../../purchase/journal-entry.ts';
import { formatCredits } from '../../purchase/price.ts';
import { CopyButton, copyText } from '../../platform/ui/copy-and-save.tsx';
import { isDirect, readDirectService } from '../../platform/http/connection.ts';
import { Button } from '../../platform/ui/button.tsx';
import {
  getStore,
  kindNames,
  unlockedArticles,
  unlockedDeals,
  unlockedRoundInvestors,
} from '../../library/records/records.ts';
import { formatQueryText, readStoredSearchResults } from '../../search/saved/history.ts';
import { OutcomeCell, describeCall, formatMoment } from './ledger-rows.tsx';

/** The maximum number of rows in the shown JSON. */
const maxShown = 20;

/** One call: its request, the stored part of its response, and copies of the request. Sends no request. */
export function Inspector({ call }: { readonly call: LoggedCall }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4">
      <p className="text-ink-2">{describeCall(call)}</p>
      <Facts call={call} />
      <section aria-label="Request" className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        <h3 className="font-semibold">Request</h3>
        <p className="font-mono text-[12px] break-all">
          {call.method} {call.path}
        </p>
        {call.body && <CodeBlock label="Body of the request" text={JSON.stringify(call.body, null, 2)} />}
      </section>
      <ResponseSection call={call} />
      {call.outcome !== 'free' && <CopiesSection call={call} />}
    </div>
  );
}

function Facts({ call }: { readonly call: LoggedCall }) {
  const { at, quotedTenths, billedTenths, rows, unlockedRows, outcome, reply } = call;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5 tabular-nums">
      <Fact name="Time">{formatMoment(at)}, UTC</Fact>
      <Fact name="Outcome">
        <OutcomeCell row={{ outcome, call }} />
      </Fact>
      <Fact name="Quoted">{formatCredits(quotedTenths)} at most</Fact>
      <Fact name="Billed">
        {formatCredits(billedTenths)}
        {billedTenths > quotedTenths && (
          <span className="block text-warn">More than the quoted price. Ask the service about this charge.</span>
        )}
      </Fact>
      {rows !== null && (
        <Fact name="Rows">
          {rows.toLocaleString('en-US')}
          {unlockedRows !== null && unlockedRows > 0 && `, ${unlockedRows.toLocaleString('en-US')} unlocked before`}
        </Fact>
      )}
      {reply && reply.status > 0 && <Fact name="Status">{`${reply.status}, after ${reply.ms} ms`}</Fact>}
      {reply?.requestId !== undefined && (
        <Fact name="Request id">
          <CopyButton text={reply.requestId} label="request id" />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

function ResponseSection({ call }: { readonly call: LoggedCall }) {
  const { outcome, reply } = call;
  return (
    <section aria-label="Response" className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <h3 className="font-semibold">Response</h3>
      {outcome === 'unknown' && <p className="text-warn">No response arrived: charge unconfirmed.</p>}
      {outcome === 'rejected' && (
        <p className="text-ink-2">
          {reply?.code}
          {reply?.message !== undefined && `: ${reply.message}`} You were not charged.
        </p>
      )}
      {outcome === 'answered' && <StoredResponse call={call} />}
      {outcome === 'free' && (
        <p className="text-ink-2">{formatCount(call.calls, 'free call')}. Responses are not stored.</p>
      )}
    </section>
  );
}

function StoredResponse({ call }: { readonly call: LoggedCall }) {
  const stored = readStoredData(call);
  const [member = '', value] = Object.entries(stored ?? {})[0] ?? [];
  const rows = Array.isArray(value) ? (value as readonly unknown[]) : [];
  const cut = rows.length > maxShown ? { ...stored, [member]: rows.slice(0, maxShown) } : stored;
  const shown = { ...(cut ? { data: cut } : {}), ...(call.reply?.meta ? { meta: call.reply.meta } : {}) };
  return (
    <>
      <p className="text-[12px] text-ink-3">
        {call.rows === 0
          ? 'No rows returned.'
          : stored === undefined
            ? 'The rows are no longer on this device.'
            : rows.length > maxShown
              ? `The first ${maxShown} of ${rows.length} rows.`
              : ''}
      </p>
      <CodeBlock label="Response as JSON" text={JSON.stringify(shown, null, 2)} />
    </>
  );
}

/** The request as shell command or code, with a variable in place of the key. */
export function CopiesSection({ call: { method, path, body } }: { readonly call: LoggedCall }) {
  const [name, setName] = useState<CopyName>('curl');
  const [copied, setCopied] = useState<{ readonly text: string; readonly done: boolean }>();
  const text = buildCopy(name, { method, url: `${readRoot()}${path}`, body });
  const outcome = copied?.text === text ? copied.done : undefined;
  return (
    <section aria-label="Copy the request" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-semibold">Copy the request</h3>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div role="radiogroup" aria-label="Copy as" className="flex gap-3">
          {(Object.keys(copyNames) as CopyName[]).map((one) => (
            <label key={one} className="flex min-h-6 items-center gap-1.5">
              <input
                type="radio"
                name="copy"
                className="size-4 accent-accent"
                checked={one === name}
                onChange={() => setName(one)}
              />
              {copyNames[one]}
            </label>
          ))}
        </div>
        <Button onClick={() => void copyText(text).then((done) => setCopied({ text, done }))}>
          {outcome === true ? <Check aria-hidden className="size-3.5" /> : <Copy aria-hidden className="size-3.5" />}
          Copy
        </Button>
      </div>
      <output className="text-[12px] text-ink-3 empty:hidden">
        {outcome === undefined ? '' : outcome ? 'Copied.' : 'The browser blocked copying. Select the text below.'}
      </output>
      <CodeBlock label={`The request as ${copyNames[name]}`} text={text} />
      <p className="text-[12px] text-ink-3">
        Set FUNDSCOPE_KEY to your key. Running the copy costs credits that this ledger does not show.
      </p>
    </section>
  );
}

/** The base URL of the API for programs outside this page. */
const readRoot = (): string => (isDirect ? (readDirectService()?.address ?? '') : `${window.location.origin}/api/v1`);

/** Code in a scrollable box that can be focused and selected by keyboard. */
export function CodeBlock({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <textarea
      readOnly
      aria-label={label}
      value={text}
      rows={Math.min(14, text.split('\n').length)}
      spellCheck={false}
      wrap="off"
      className="w-full resize-y rounded-[7px] border border-line bg-sunken px-3 py-2 font-mono text-[11.5px] leading-relaxed"
    />
  );
}

/** The stored data of a response; undefined when none of its rows is stored. */
export function readStoredData({ method, path, body }: LoggedCall): Readonly<Record<string, unknown>> | undefined {
  if (method === 'GET') return readOneDeal(path);
  const member = path.slice(1);
  const kind = kindNames.find((known) => known === member);
  const ids = kind && (readRequestedIds(body) ?? readPageIds(path, body));
  if (!kind || !ids) return undefined;
  const rows = ids.map((id) => getStore(kind).read(id)).filter((row) => row !== undefined);
  return rows.length === 0 && ids.length > 0 ? undefined : { [member]: rows };
}

function readOneDeal(path: string): Readonly<Record<string, unknown>> | undefined {
  const [, id = '', investorsPath] = /^\/deals\/([^/]+)(\/investors)?$/.exec(path) ?? [];
  if (investorsPath !== undefined) {
    const stored = unlockedRoundInvestors.read(id);
    return stored && { investors: stored.firms, angel_investors: stored.angels };
  }
  const deal = unlockedDeals.read(id);
  return deal && { deal: { ...deal, articles: unlockedArticles.read(id)?.articles ?? [] } };
}

/** The ids that a request names itself. */
function readRequestedIds(body: LoggedCall['body']): readonly string[] | undefined {
  const { ids } = (body?.['identifiers'] ?? {}) as { readonly ids?: readonly string[] };
  return ids;
}

/** The ids of the page that a call requested, from the stored results. */
function readPageIds(path: string, body: LoggedCall['body']): readonly string[] | undefined {
  const results = readStoredSearchResults().get(formatQueryText(path, body));
  const { page = 0, page_size: size = 10 } = (body ?? {}) as { readonly page?: number; readonly page_size?: number };
  return results?.ids.slice(page * size, (page + 1) * size);
}

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
