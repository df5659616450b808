import type { LoggedCall } from '#contract/calls.ts';
import type { ReactNode } from 'react';
import { formatCount } from '../../platform/format.ts';
import { formatCredits } from '../../purchase/price.ts';
import { CodeBlock } from '../../platform/ui/code-block.tsx';
import { CopyButton } from '../../platform/ui/copy-and-save.tsx';
import {
  getStore,
  kindNames,
  unlockedArticles,
  unlockedDeals,
  unlockedRoundInvestors,
} from '../../library/records/records.ts';
import { CopiesSection } from '../../search/saved/request-copies.tsx';
import { formatQueryText, readStoredSearchResults } from '../../search/saved/history.ts';
import { OutcomeCell, describeCall, formatMoment } from './ledger-rows.tsx';

/** The maximum number of rows in the shown JSON. */
const maxShown = 20;

/** One call: its request, the stored part of its response, and copies of the request. Sends no request. */
export function Inspector({ call }: { readonly call: LoggedCall }) {
  return (
    <div className="grid grid-cols-1 gap-4 p-4">
      <p className="text-ink-2">{describeCall(call)}</p>
      <Facts call={call} />
      <section aria-label="Request" className="grid grid-cols-1 gap-1.5">
        <h3 className="font-semibold">Request</h3>
        <p className="font-mono text-12 break-all">
          {call.method} {call.path}
        </p>
        {call.body && <CodeBlock label="Body of the request" text={JSON.stringify(call.body, null, 2)} />}
      </section>
      <ResponseSection call={call} />
      {call.outcome !== 'free' && <CopiesSection {...call} heading="h3" />}
    </div>
  );
}

function Facts({ call }: { readonly call: LoggedCall }) {
  const { at, quotedTenths, billedTenths, rows, unlockedRows, outcome, reply } = call;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5">
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
    <section aria-label="Response" className="grid grid-cols-1 gap-1.5">
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
  const stored = findStoredData(call);
  const [member = '', value] = Object.entries(stored ?? {})[0] ?? [];
  const rows = Array.isArray(value) ? (value as readonly unknown[]) : [];
  const cut = rows.length > maxShown ? { ...stored, [member]: rows.slice(0, maxShown) } : stored;
  const shown = { ...(cut ? { data: cut } : {}), ...(call.reply?.meta ? { meta: call.reply.meta } : {}) };
  return (
    <>
      <p className="text-12 text-ink-3">
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

/** The stored data of a response; undefined when none of its rows is stored. */
function findStoredData({ method, path, body }: LoggedCall): Readonly<Record<string, unknown>> | undefined {
  if (method === 'GET') return findOneDeal(path);
  const member = path.slice(1);
  const kind = kindNames.find((known) => known === member);
  const ids = kind && (getRequestedIds(body) ?? findPageIds(path, body));
  if (!kind || !ids) return undefined;
  const rows = ids.map((id) => getStore(kind).read(id)).filter((row) => row !== undefined);
  return rows.length === 0 && ids.length > 0 ? undefined : { [member]: rows };
}

function findOneDeal(path: string): Readonly<Record<string, unknown>> | undefined {
  const [, id = '', investorsPath] = /^\/deals\/([^/]+)(\/investors)?$/.exec(path) ?? [];
  if (investorsPath !== undefined) {
    const stored = unlockedRoundInvestors.read(id);
    return stored && { investors: stored.firms, angel_investors: stored.angels };
  }
  const deal = unlockedDeals.read(id);
  return deal && { deal: { ...deal, articles: unlockedArticles.read(id)?.articles ?? [] } };
}

/** The ids that a request names itself. */
function getRequestedIds(body: LoggedCall['body']): readonly string[] | undefined {
  const { ids } = (body?.['identifiers'] ?? {}) as { readonly ids?: readonly string[] };
  return ids;
}

/** The ids of the page that a call requested, from the stored results. */
function findPageIds(path: string, body: LoggedCall['body']): readonly string[] | undefined {
  const results = readStoredSearchResults().get(formatQueryText(path, body));
  const { page = 0, page_size: size = 10 } = (body ?? {}) as { readonly page?: number; readonly page_size?: number };
  return results?.ids.slice(page * size, (page + 1) * size);
}
