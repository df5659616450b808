import { searchCompanies } from '#contract/companies.ts';
import type { OrganizationIdentifiers } from '#contract/request-parts.ts';
import { calculatePrice } from '#contract/credits.ts';
import { type CompanyRecord, readLibraryVersion, unlockedCompanies } from '../../library/records/records.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { sendPaid } from '../../purchase/send-paid.ts';
import { planPages, splitIntoBatches } from '../../purchase/price.ts';
import { createState } from '../../platform/state.ts';
import {
  decodeLineKey,
  formatWireIdentifier,
  type IdentifierKind,
  type LineKey,
  lineKey,
  listCompanyIdentifiers,
} from '../../library/lists/identifier.ts';
import { takeFromWorkspace, waitForWorkspace } from '../../library/records/sync-state.ts';
import { type IncompleteBatch, type LineMatches, changeMatches, readMatches } from '../../library/lists/lists.ts';
import { formatCount } from '../../platform/format.ts';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { PricedButton } from '../../purchase/priced-button.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { Notice } from '../../platform/ui/notice.tsx';
import { toError } from '../../platform/http/api-error.ts';

/** The running search of a list, or the outcome of the last one. It continues while another screen is open. */
type ListSearch = {
  readonly listId: string;
  readonly done: number;
  readonly of: number;
  readonly step: 'running' | 'stopping' | 'stopped' | 'finished' | 'failed';
  readonly failure?: Error;
  /** Companies that match no line, because the service normalizes identifiers differently. */
  readonly strays: number;
};
const listSearch = createState<ListSearch | undefined>(undefined);
const useListSearch = listSearch.use;

/** The maximum number of identifiers in one request (contract 5). */
const linesPerRequest = 100;

/** The maximum price of searching `count` identifiers, in tenths of a credit. */
const priceListSearch = (count: number): number => calculatePrice(searchCompanies.cost, count);

/** The ids of companies by kind and value of their identifiers. */
type CompanyIndex = Readonly<Record<IdentifierKind, ReadonlyMap<string, readonly string[]>>>;
let indexed: { readonly version: number; readonly ids: CompanyIndex } | undefined;

/** The unlocked companies by identifier; rebuilt after each unlock. */
function indexUnlocked(): CompanyIndex {
  const version = readLibraryVersion();
  if (indexed?.version === version) return indexed.ids;
  const ids = indexByIdentifier(unlockedCompanies.all().rows.map(({ row }) => row));
  indexed = { version, ids };
  return ids;
}

function indexByIdentifier(companies: readonly CompanyRecord[]): CompanyIndex {
  const ids = {
    domain: new Map<string, string[]>(),
    linkedin: new Map<string, string[]>(),
    crunchbase: new Map<string, string[]>(),
  };
  for (const company of companies) {
    for (const { kind, value } of listCompanyIdentifiers(company)) {
      const known = ids[kind].get(value);
      if (known) known.push(company.id);
      else ids[kind].set(value, [company.id]);
    }
  }
  return ids;
}

const listCandidates = (index: CompanyIndex, key: LineKey): string[] => [
  ...new Set(decodeLineKey(key).flatMap(({ kind, value }) => index[kind].get(value) ?? [])),
];

/** The unlocked companies that match these identifiers. Sends no request. */
function findUnlocked(keys: Iterable<LineKey>): LineMatches {
  const index = indexUnlocked();
  const found = [...keys].map((key) => [key, listCandidates(index, key)] as const);
  return Object.fromEntries(found.filter(([, ids]) => ids.length > 0));
}

/** The identifiers of a list that still need a search, each once. */
export function listUnsearched(listId: string, keys: Iterable<LineKey>): LineKey[] {
  const { found, cuts } = readMatches(listId);
  const waiting = new Set(cuts.flatMap((cut) => cut.keys));
  const open = [...new Set(keys)].filter((key) => found[key] === undefined && !waiting.has(key));
  const unlocked = findUnlocked(open);
  return open.filter((key) => unlocked[key] === undefined);
}

/** Stores matches with unlocked companies, and drops identifiers that are no longer in the list. */
export function matchUnlocked(listId: string, keys: ReadonlySet<LineKey>): void {
  changeMatches(listId, (before) => {
    const remaining = Object.fromEntries(Object.entries(before.found).filter(([key]) => keys.has(lineKey.parse(key))));
    return { ...before, found: { ...findUnlocked(keys), ...remaining } };
  });
}

/** Searches identifiers of a list in batches of 100, until done or stopped. */
export const searchList = (
  authorization: SpendAuthorization,
  listId: string,
  wanted: readonly LineKey[],
): Promise<void> =>
  runSteps(
    listId,
    splitIntoBatches(wanted, linesPerRequest).map((batch) => ({
      size: batch.length,
      search: async () => {
        const rest = await takeMatches(listId, batch);
        return rest.length === 0 ? 0 : searchBatch(authorization, listId, rest);
      },
    })),
  );

/** Loads the rows beyond the first page of a batch, where several companies share an identifier. */
const searchListRest = (authorization: SpendAuthorization, listId: string): Promise<void> =>
  runSteps(
    listId,
    readMatches(listId).cuts.map((cut) => ({ size: cut.rest, search: () => searchRest(authorization, listId, cut) })),
  );

/** Takes over what a colleague has found for these identifiers; the others still need a search. */
async function takeMatches(listId: string, keys: readonly LineKey[]): Promise<LineKey[]> {
  await takeFromWorkspace([['lists', listId, 'matches']]);
  // Companies that were unlocked elsewhere match too, and cannot be asked for by identifier.
  if (listUnsearched(listId, keys).length > 0) await waitForWorkspace();
  const rest = listUnsearched(listId, keys);
  if (rest.length < keys.length) {
    changeMatches(listId, (before) => ({ ...before, found: { ...findUnlocked(keys), ...before.found } }));
  }
  return rest;
}

/** Stops a search after the current request, which may already be charged. */
function stopListSearch(): void {
  const now = listSearch.read();
  if (now?.step === 'running') listSearch.write({ ...now, step: 'stopping' });
}

type SearchStep = { readonly size: number; readonly search: () => Promise<number> };

async function runSteps(listId: string, steps: readonly SearchStep[]): Promise<void> {
  if (isRunning(listSearch.read())) return;
  const of = steps.reduce((sum, { size }) => sum + size, 0);
  listSearch.write({ listId, done: 0, of, step: 'running', strays: 0 });
  const change = (part: (now: ListSearch) => Partial<ListSearch>) => {
    const now = listSearch.read();
    if (now) listSearch.write({ ...now, ...part(now) });
  };
  try {
    for (const { size, search } of steps) {
      if (listSearch.read()?.step === 'stopping') return change(() => ({ step: 'stopped' }));
      const strays = await search();
      change((now) => ({ done: now.done + size, strays: now.strays + strays }));
    }
    change(() => ({ step: 'finished' }));
  } catch (error) {
    change(() => ({ step: 'failed', failure: toError(error) }));
  }
}

/** Whether any list is being searched. */
export const isRunning = (now: ListSearch | undefined): boolean => now?.step === 'running' || now?.step === 'stopping';

/** Searches one batch and returns the number of companies that match no line. */
async function searchBatch(
  authorization: SpendAuthorization,
  listId: string,
  keys: readonly LineKey[],
): Promise<number> {
  const { ids, total } = await searchPage(authorization, keys, { page: 0, size: keys.length });
  return storeBatch(listId, { keys: [...keys], ids, loaded: keys.length, rest: Math.max(0, total - ids.length) });
}

/** Loads the rest of a batch. Each page is stored as it arrives, so that none is paid twice. */
async function searchRest(authorization: SpendAuthorization, listId: string, cut: IncompleteBatch): Promise<number> {
  await takeFromWorkspace([['lists', listId, 'matches']]);
  // A colleague may have loaded some of it, or all.
  const open = readMatches(listId).cuts.find(({ keys }) => keys[0] === cut.keys[0]);
  if (!open) return 0;
  let [now, strays] = [open, 0];
  for (const request of planPages(open.loaded, open.rest)) {
    const { ids } = await searchPage(authorization, open.keys, request);
    now = {
      ...now,
      ids: [...now.ids, ...ids],
      loaded: now.loaded + request.size,
      rest: Math.max(0, now.rest - request.size),
    };
    strays += storeBatch(listId, now);
  }
  return strays;
}

type SearchPageResult = { readonly ids: string[]; readonly total: number };

async function searchPage(
  authorization: SpendAuthorization,
  keys: readonly LineKey[],
  { page, size }: { readonly page: number; readonly size: number },
): Promise<SearchPageResult> {
  const body = { identifiers: collectIdentifiers(keys), page, page_size: size };
  const { data, meta } = await sendPaid(authorization, searchCompanies, { body });
  if (data.companies === null) throw new Error('The response could not be read. Nothing was stored.');
  unlockedCompanies.add(data.companies);
  return { ids: data.companies.map(({ id }) => id), total: meta.total_count ?? data.companies.length };
}

function collectIdentifiers(keys: readonly LineKey[]): OrganizationIdentifiers {
  const members = { domain: 'domains', linkedin: 'linkedin_urls', crunchbase: 'crunchbase_urls' } as const;
  const body: { [member in (typeof members)[keyof typeof members]]?: string[] } = {};
  for (const identifier of keys.flatMap(decodeLineKey)) {
    const wire = formatWireIdentifier(identifier);
    const sent = (body[members[identifier.kind]] ??= []);
    if (!sent.includes(wire)) sent.push(wire);
  }
  return body;
}

/**
 * Stores the matches of a batch and returns the number of companies that match no line. While rows are missing, no
 * identifier of the batch is decided: a missing row could match any of them.
 */
function storeBatch(listId: string, batch: IncompleteBatch): number {
  const { keys, ids, rest } = batch;
  const index = indexByIdentifier(ids.flatMap((id) => unlockedCompanies.read(id) ?? []));
  const found = keys.map((key) => [key, listCandidates(index, key)] as const);
  changeMatches(listId, (before) => ({
    ...before,
    found: rest > 0 ? before.found : { ...before.found, ...Object.fromEntries(found) },
    cuts: [...before.cuts.filter((cut) => cut.keys[0] !== keys[0]), ...(rest > 0 ? [batch] : [])],
  }));
  const fitting = new Set(found.flatMap(([, candidates]) => candidates));
  return rest > 0 ? 0 : ids.filter((id) => !fitting.has(id)).length;
}

type ListSearchBarProps = {
  readonly listId: string;
  /** Identifiers that are neither searched nor unlocked, each once. */
  readonly wanted: readonly LineKey[];
};

/** Searches the rest of a list: its maximum price, its progress and its outcome. */
export function ListSearchBar({ listId, wanted }: ListSearchBarProps) {
  const run = useListSearch();
  const own = run?.listId === listId ? run : undefined;
  const busy = isRunning(run);
  const rest = readMatches(listId).cuts.reduce((sum, cut) => sum + cut.rest, 0);
  return (
    <div className="grid gap-2 empty:hidden">
      {own && isRunning(own) && <SearchProgress run={own} />}
      {(own?.step === 'finished' || own?.step === 'stopped') && (
        <output ref={focusIfLost} tabIndex={-1} className="w-fit text-ink-2 tabular-nums">
          {own.step === 'finished'
            ? `${formatCount(own.done, 'line')} searched.`
            : `Stopped after ${own.done.toLocaleString('en-US')} of ${formatCount(own.of, 'line')}. The results so far are stored.`}
        </output>
      )}
      {own?.step === 'failed' && own.failure && <FailureNotice key={own.failure.message} failure={own.failure} />}
      {own && own.strays > 0 && (
        <Notice variant="warn" title={`${formatCount(own.strays, 'company matches', 'companies match')} no line`}>
          They are unlocked, and you find them on the Companies screen.
        </Notice>
      )}
      {(wanted.length > 0 || (own && isRunning(own))) && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <PricedButton
            variant="primary"
            upTo
            tenths={priceListSearch(wanted.length)}
            pending={busy}
            onConfirm={(authorization) => void searchList(authorization, listId, wanted)}
          >
            Search {formatCount(wanted.length, 'company', 'companies')}
          </PricedButton>
          <p className="text-12 text-ink-3">You pay only for companies that are found.</p>
        </div>
      )}
      {!busy && rest > 0 && (
        <Notice
          title={`${formatCount(rest, 'more company matches', 'more companies match')} your list`}
          actions={
            <PricedButton
              upTo
              tenths={priceListSearch(rest)}
              onConfirm={(authorization) => void searchListRest(authorization, listId)}
            >
              Load {rest.toLocaleString('en-US')} more
            </PricedButton>
          }
        >
          Several companies share an address in your list. Load them to complete the matches.
        </Notice>
      )}
    </div>
  );
}

/** The button disappears when nothing is left to search, and with it the focus. */
function focusIfLost(output: HTMLOutputElement | null): void {
  if (document.activeElement === document.body) output?.focus();
}

function SearchProgress({ run: { done, of, step } }: { readonly run: ListSearch }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <progress aria-label="Searched" value={done} max={of} className="w-56" />
      <output className="tabular-nums">
        {done.toLocaleString('en-US')} of {of.toLocaleString('en-US')} searched
      </output>
      {step === 'running' ? (
        <Button onClick={stopListSearch}>Stop</Button>
      ) : (
        <span className="text-ink-3">Stopping after the current request</span>
      )}
    </div>
  );
}
