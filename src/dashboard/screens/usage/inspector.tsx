import { useQuery } from '@tanstack/react-query';
import type { SearchScreen } from '#contract/filters.ts';
import type { Purchase } from '#contract/workspace/purchases.ts';
import { readUnlockedRecords, type UnlockedKind } from '#contract/workspace/records.ts';
import { findSearch, readSearchRows } from '#contract/workspace/searches.ts';
import { callWorkspace } from '../../platform/http/workspace.ts';
import { formatCredits } from '../../spending/price.ts';
import { CodeBlock } from '../../platform/ui/code-block.tsx';
import { CopyButton } from '../../platform/ui/copy-and-save.tsx';
import { formatGrouped } from '../../platform/format.ts';
import { Facts } from '../searches/kit/record/facts.tsx';
import { CopiesSection } from '../searches/kit/saved/request-copies.tsx';
import { OutcomeCell, describePurchase, formatMoment } from './purchase-rows.tsx';
import { readIsMetered, useIsMetered } from '../../platform/http/connection.ts';

/** The maximum number of rows in the shown JSON. */
const maxShown = 20;

/** One call: its request, the stored part of its response, and copies of the request. Sends no request. */
export function Inspector({ call }: { readonly call: Purchase }) {
  return (
    <div className="grid grid-cols-1 gap-4 p-4">
      <p className="text-ink-2">{describePurchase(call)}</p>
      <CallFacts call={call} />
      <section aria-label="Request" className="grid grid-cols-1 gap-1.5">
        <h3 className="font-semibold">Request</h3>
        <p className="font-mono text-12 break-all">
          {call.method} {call.path}
        </p>
        {call.body && <CodeBlock label="Body of the request" text={JSON.stringify(call.body, null, 2)} />}
      </section>
      <ResponseSection call={call} />
      <CopiesSection method={call.method} path={call.path} body={call.body ?? undefined} heading="h3" />
    </div>
  );
}

function CallFacts({ call }: { readonly call: Purchase }) {
  const { started_at: at, ended_at: endedAt, quoted_tenths: quoted, billed_tenths: billed, rows, status } = call;
  const isMetered = useIsMetered();
  const { unlocked_rows: unlocked, state, request_id: requestId } = call;
  return (
    <Facts
      facts={[
        ['Time', `${formatMoment(at)}, UTC`],
        ['Outcome', <OutcomeCell key="outcome" state={state} />],
        ['Quoted', isMetered && `${formatCredits(quoted)} at most`],
        ['Billed', isMetered && billed !== null && formatCredits(billed)],
        [
          'Rows',
          rows !== null && `${formatGrouped(rows)}${unlocked ? `, ${formatGrouped(unlocked)} unlocked before` : ''}`,
        ],
        [
          'Status',
          status !== null && `${status}${endedAt === null ? '' : `, after ${Date.parse(endedAt) - Date.parse(at)} ms`}`,
        ],
        ['Request id', requestId !== null && <CopyButton key="id" text={requestId} label="request id" />],
      ]}
    />
  );
}

function ResponseSection({ call }: { readonly call: Purchase }) {
  const { state, code, message } = call;
  return (
    <section aria-label="Response" className="grid grid-cols-1 gap-1.5">
      <h3 className="font-semibold">Response</h3>
      {state === 'running' && <p className="text-ink-2">The request is in progress.</p>}
      {state === 'unconfirmed' && <p className="text-warn">No readable response arrived: charge unconfirmed.</p>}
      {state === 'rejected' && (
        <p className="text-ink-2">
          {code}
          {message !== null && `: ${message}`}
          {readIsMetered() && ' You were not charged.'}
        </p>
      )}
      {state === 'billed' && <StoredResponse call={call} />}
    </section>
  );
}

function StoredResponse({ call }: { readonly call: Purchase }) {
  const { data: rows, isLoading } = useQuery({
    queryKey: ['workspace', 'response of', call.id],
    queryFn: ({ signal }) => readResponseRows(call, signal),
  });
  const shown = rows?.slice(0, maxShown);
  return (
    <>
      <p className="text-12 text-ink-3">
        {call.rows === 0
          ? 'No rows returned.'
          : isLoading
            ? 'The stored rows are loading.'
            : !rows || rows.length === 0
              ? 'The rows are no longer stored.'
              : rows.length > maxShown
                ? `The first ${maxShown} of ${rows.length} rows.`
                : ''}
      </p>
      {shown && shown.length > 0 && <CodeBlock label="Response as JSON" text={JSON.stringify(shown, null, 2)} />}
    </>
  );
}

/** What is stored of the rows that a call returned. */
async function readResponseRows(call: Purchase, signal: AbortSignal): Promise<unknown[]> {
  const { path, body, rows } = call;
  const [, kind] = /^\/(deals|companies|investors|people)$/.exec(path) ?? [];
  const [, dealId = '', investorsPath] = /^\/deals\/([^/]+)(\/investors)?$/.exec(path) ?? [];
  const readIds = async (ids: Partial<Record<UnlockedKind, readonly string[]>>) => {
    const lists = Object.fromEntries(Object.entries(ids).map(([name, list]) => [name, [...list].slice(0, 500)]));
    const { records } = await callWorkspace(readUnlockedRecords, { body: lists, signal });
    return Object.values(records).flatMap((found) => (found ?? []).flatMap(({ record }) => record ?? []));
  };
  if (dealId !== '') return readIds(investorsPath === undefined ? { articles: [dealId] } : { rounds: [dealId] });
  if (kind === undefined || !body) return [];
  const { page, page_size: size, ...query } = body;
  const { ids, deal_ids: dealIds } = (query['identifiers'] ?? {}) as { ids?: string[]; deal_ids?: string[] };
  const named = ids ?? dealIds;
  if (named) return readIds({ [kind]: named });
  const request = { resource: kind as SearchScreen, body: query, via: null };
  const { search } = await callWorkspace(findSearch, { body: request, signal });
  if (!search || (rows ?? 0) === 0) return [];
  const from = Number(page ?? 0) * Number(size ?? 0);
  const found = await callWorkspace(readSearchRows, {
    params: { id: search.id },
    query: { from, count: rows ?? 1 },
    signal,
  });
  return found.rows.map(({ record }) => record);
}
