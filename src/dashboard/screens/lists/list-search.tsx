import { useQuery } from '@tanstack/react-query';
import { searchCompanies } from '#contract/companies.ts';
import { findUnlockedCompanies } from '#contract/workspace/records.ts';
import { callWorkspace, useHasWorkspace } from '../../platform/http/workspace.ts';
import type { OrganizationIdentifiers } from '#contract/request-parts.ts';
import { listMeta } from '#contract/envelope.ts';
import { readLibraryVersion } from '../../records/record-store.ts';
import { type CompanyRecord, unlockedCompanies } from '../../records/records.ts';
import type { SpendAuthorization } from '../../spending/spend-authorization.ts';
import { buyResponse } from '../../spending/buy.ts';
import { parseTolerantly } from '#contract/record.ts';
import { planPages, splitIntoBatches } from '#contract/quote.ts';
import { createState } from '../../platform/state.ts';
import {
  decodeLineKey,
  formatWireIdentifier,
  type IdentifierKind,
  type LineKey,
  lineKey,
  listCompanyIdentifiers,
} from '../../records/lists/identifier.ts';
import type { CompanyList } from '#contract/workspace/lists.ts';
import {
  changeCompanyList,
  type IncompleteBatch,
  type LineMatches,
  readCompanyList,
} from '../../records/lists/stored-lists.ts';
import { formatCount } from '../../platform/format.ts';
import { FailureNotice } from '../../spending/failure-notice.tsx';
import { PricedButton } from '../../spending/priced-button.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { Notice } from '../../platform/ui/notice.tsx';
import { toError } from '../../platform/http/api-error.ts';
import { priceOf } from '../../spending/price.ts';

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
const priceListSearch = (count: number): number => priceOf(searchCompanies.cost, count);

/** The ids of companies by kind and value of their identifiers. */
type CompanyIndex = Readonly<Record<IdentifierKind, ReadonlyMap<string, readonly string[]>>>;
let indexed: { readonly version: number; readonly ids: CompanyIndex } | undefined;

/** The unlocked companies by identifier; rebuilt after each unlock. */
function indexUnlocked(): CompanyIndex {
  const version = readLibraryVersion();
  if (indexed?.version === version) return indexed.ids;
  const ids = indexByIdentifier(Array.from(unlockedCompanies.rows(), ({ row }) => row));
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
export function findUnlocked(keys: Iterable<LineKey>): LineMatches {
  const index = indexUnlocked();
  const found = [...keys].map((key) => [key, listCandidates(index, key)] as const);
  return Object.fromEntries(found.filter(([, ids]) => ids.length > 0));
}

/**
 * Reads the unlocked companies of a list's lines once a visit, and matches them, so that none is bought again. Free.
 * Returns whether they are being read.
 */
export function useUnlockedOf({ id, layout }: CompanyList, keys: readonly LineKey[]): boolean {
  const enabled = useHasWorkspace() && keys.length > 0;
  const { isLoading } = useQuery({
    queryKey: ['companies of a list', id, layout],
    queryFn: async ({ signal }) => {
      const { companies } = await callWorkspace(findUnlockedCompanies, { body: collectIdentifiers(keys), signal });
      unlockedCompanies.receive(companies);
      takeUnlocked(id, keys);
      return companies.length;
    },
    enabled,
  });
  return isLoading;
}

/** The identifiers of a list that still need a search, each once. */
export function listUnsearched({ matches, incomplete }: CompanyList, keys: Iterable<LineKey>): LineKey[] {
  const waiting = new Set(incomplete.flatMap((batch) => batch.keys));
  const open = [...new Set(keys)].filter((key) => matches[key] === undefined && !waiting.has(key));
  const unlocked = findUnlocked(open);
  return open.filter((key) => unlocked[key] === undefined);
}

/** The change of a list whose lines have these identifiers now: matches with unlocked companies, and no other lines. */
export const matchAgain = ({ matches }: CompanyList, keys: ReadonlySet<LineKey>) => ({
  matches: findUnlocked([...keys].filter((key) => matches[key] === undefined)),
  dropped_matches: Object.keys(matches).filter((key) => !keys.has(lineKey.parse(key))),
});

/** Searches identifiers of a list in batches of 100, until done or stopped. */
const searchList = (authorization: SpendAuthorization, listId: string, wanted: readonly LineKey[]): Promise<void> =>
  runSteps(
    listId,
    splitIntoBatches(wanted, linesPerRequest).map((batch) => ({
      size: batch.length,
      search: async () => {
        const rest = takeUnlocked(listId, batch);
        return rest.length === 0 ? 0 : searchBatch(authorization, listId, rest);
      },
    })),
  );

/** Loads the rows beyond the first page of a batch, where several companies share an identifier. */
const searchListRest = (authorization: SpendAuthorization, { id, incomplete }: CompanyList): Promise<void> =>
  runSteps(
    id,
    incomplete.map((batch) => ({ size: batch.rest, search: () => searchRest(authorization, id, batch) })),
  );

/** Stores matches with unlocked companies; the others, unless a colleague searched them, still need a search. */
function takeUnlocked(listId: string, keys: readonly LineKey[]): LineKey[] {
  const list = readCompanyList(listId);
  if (!list) return [];
  const matches = findUnlocked(keys.filter((key) => list.matches[key] === undefined));
  if (Object.keys(matches).length > 0) changeCompanyList(listId, { matches });
  return listUnsearched(list, keys);
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
async function searchRest(authorization: SpendAuthorization, listId: string, batch: IncompleteBatch): Promise<number> {
  // A colleague may have loaded some of it, or all.
  const open = readCompanyList(listId)?.incomplete.find(({ keys }) => keys[0] === batch.keys[0]);
  if (!open) return 0;
  let [now, strays] = [open, 0];
  for (const request of planPages(open.loaded, open.rest)) {
    const { ids } = await searchPage(
      authorization,
      open.keys.map((key) => lineKey.parse(key)),
      request,
    );
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
  const input = { identifiers: collectIdentifiers(keys), page, page_size: size };
  const response = await buyResponse(authorization, { endpoint: 'searchCompanies', input });
  const { companies } = parseTolerantly(searchCompanies.data, response.data, () => undefined);
  const { total_count: total } = parseTolerantly(listMeta, response.meta, () => undefined);
  if (companies === null) throw new Error('The response could not be read. Nothing was stored.');
  unlockedCompanies.add(companies);
  return { ids: companies.map(({ id }) => id), total: total ?? companies.length };
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
  const { ids, rest } = batch;
  const keys = batch.keys.map((key) => lineKey.parse(key));
  const index = indexByIdentifier(ids.flatMap((id) => unlockedCompanies.read(id) ?? []));
  const found = keys.map((key) => [key, listCandidates(index, key)] as const);
  const others = readCompanyList(listId)?.incomplete.filter((one) => one.keys[0] !== keys[0]) ?? [];
  changeCompanyList(listId, {
    ...(rest > 0 ? {} : { matches: Object.fromEntries(found) }),
    incomplete: rest > 0 ? [...others, batch] : others,
  });
  const fitting = new Set(found.flatMap(([, candidates]) => candidates));
  return rest > 0 ? 0 : ids.filter((id) => !fitting.has(id)).length;
}

type ListSearchBarProps = {
  readonly list: CompanyList;
  /** Identifiers that are neither searched nor unlocked, each once. */
  readonly wanted: readonly LineKey[];
};

/** Searches the rest of a list: its maximum price, its progress and its outcome. */
export function ListSearchBar({ list, wanted }: ListSearchBarProps) {
  const run = useListSearch();
  const own = run?.listId === list.id ? run : undefined;
  const busy = isRunning(run);
  const rest = list.incomplete.reduce((sum, batch) => sum + batch.rest, 0);
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
            isListed
            variant="primary"
            upTo
            tenths={priceListSearch(wanted.length)}
            pending={busy}
            onConfirm={(authorization) => void searchList(authorization, list.id, wanted)}
          >
            {`Search ${formatCount(wanted.length, 'company', 'companies')}`}
          </PricedButton>
          <p className="text-12 text-ink-3">You pay only for companies that are found.</p>
        </div>
      )}
      {!busy && rest > 0 && (
        <Notice
          title={`${formatCount(rest, 'more company matches', 'more companies match')} your list`}
          actions={
            <PricedButton
              isListed
              upTo
              tenths={priceListSearch(rest)}
              onConfirm={(authorization) => void searchListRest(authorization, list)}
            >
              {`Load ${rest.toLocaleString('en-US')} more`}
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
