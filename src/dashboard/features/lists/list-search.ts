import { searchCompanies } from '#contract/companies.ts';
import type { OrganizationIdentifiers } from '#contract/request-parts.ts';
import { calculatePrice } from '#contract/credits.ts';
import { readLibraryVersion } from '../../library/records/record-store.ts';
import { unlockedCompanies, type CompanyRecord } from '../../library/records/records.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { sendPaid } from '../../purchase/send-paid.ts';
import { splitIntoBatches } from '../../purchase/price.ts';
import { createState } from '../../platform/state.ts';
import {
  parseIdentifier,
  buildCompanyKeys,
  formatWireIdentifier,
  type IdentifierKey,
} from '../../library/lists/identifier.ts';
import { buildLineKeys } from '../../library/lists/lines.ts';
import { changeMatches, readMatches, type IncompleteBatch, type LineMatches } from '../../library/lists/lists.ts';
import { planPages } from '../../search/fetch/search-results.ts';

/** The running search of a list, or the outcome of the last one. It continues while another screen is open. */
export type ListSearch = {
  readonly listId: string;
  readonly done: number;
  readonly of: number;
  readonly step: 'running' | 'stopping' | 'stopped' | 'finished' | 'failed';
  readonly failure?: Error;
  /** Companies that match no line, because the service normalizes identifiers differently. */
  readonly strays: number;
};
const run = createState<ListSearch | undefined>(undefined);
export const useListSearch = run.use;

/** The maximum number of identifiers in one request (contract 5). */
const linesPerRequest = 100;

/** The maximum price of searching `count` identifiers, in tenths of a credit. */
export const priceListSearch = (count: number): number => calculatePrice(searchCompanies.cost, count);

let indexed: { readonly version: number; readonly ids: ReadonlyMap<IdentifierKey, readonly string[]> } | undefined;

/** The unlocked companies by identifier; rebuilt after each unlock. */
function readUnlockedIndex(): ReadonlyMap<IdentifierKey, readonly string[]> {
  const version = readLibraryVersion();
  if (indexed?.version === version) return indexed.ids;
  const ids = indexByIdentifier(unlockedCompanies.all().rows.map(({ row }) => row));
  indexed = { version, ids };
  return ids;
}

function indexByIdentifier(companies: readonly CompanyRecord[]): ReadonlyMap<IdentifierKey, readonly string[]> {
  const ids = new Map<IdentifierKey, string[]>();
  for (const company of companies) {
    for (const key of buildCompanyKeys(company)) {
      const known = ids.get(key);
      if (known) known.push(company.id);
      else ids.set(key, [company.id]);
    }
  }
  return ids;
}

const listCandidates = (index: ReadonlyMap<IdentifierKey, readonly string[]>, key: string): string[] => [
  ...new Set(buildLineKeys(key).flatMap((one) => index.get(one) ?? [])),
];

/** The unlocked companies that match these identifiers. Sends no request. */
export function findUnlocked(keys: Iterable<string>): LineMatches {
  const index = readUnlockedIndex();
  const found = [...keys].map((key) => [key, listCandidates(index, key)] as const);
  return Object.fromEntries(found.filter(([, ids]) => ids.length > 0));
}

/** The identifiers of a list that still need a search, each once. */
export function readWanted(listId: string, keys: Iterable<string>): string[] {
  const { found, cuts } = readMatches(listId);
  const waiting = new Set(cuts.flatMap((cut) => cut.keys));
  const open = [...new Set(keys)].filter((key) => found[key] === undefined && !waiting.has(key));
  const unlocked = findUnlocked(open);
  return open.filter((key) => unlocked[key] === undefined);
}

/** Stores matches with unlocked companies, and drops identifiers that are no longer in the list. */
export function matchUnlocked(listId: string, keys: ReadonlySet<string>): void {
  changeMatches(listId, (before) => {
    const kept = Object.fromEntries(Object.entries(before.found).filter(([key]) => keys.has(key)));
    return { ...before, found: { ...findUnlocked(keys), ...kept } };
  });
}

/** Searches identifiers of a list in batches of 100, until done or stopped. */
export const searchList = (
  authorization: SpendAuthorization,
  listId: string,
  wanted: readonly string[],
): Promise<void> =>
  runSteps(
    listId,
    splitIntoBatches(wanted, linesPerRequest).map((batch) => ({
      size: batch.length,
      search: () => searchBatch(authorization, listId, batch),
    })),
  );

/** Loads the rows beyond the first page of a batch, where several companies share an identifier. */
export const searchListRest = (authorization: SpendAuthorization, listId: string): Promise<void> =>
  runSteps(
    listId,
    readMatches(listId).cuts.map((cut) => ({ size: cut.rest, search: () => searchRest(authorization, listId, cut) })),
  );

/** Stops a search after the current request, which may already be charged. */
export function stopListSearch(): void {
  const now = run.read();
  if (now?.step === 'running') run.write({ ...now, step: 'stopping' });
}

type SearchStep = { readonly size: number; readonly search: () => Promise<number> };

async function runSteps(listId: string, steps: readonly SearchStep[]): Promise<void> {
  if (isRunning(run.read())) return;
  const of = steps.reduce((sum, { size }) => sum + size, 0);
  run.write({ listId, done: 0, of, step: 'running', strays: 0 });
  const change = (part: (now: ListSearch) => Partial<ListSearch>) => {
    const now = run.read();
    if (now) run.write({ ...now, ...part(now) });
  };
  try {
    for (const { size, search } of steps) {
      if (run.read()?.step === 'stopping') return change(() => ({ step: 'stopped' }));
      const strays = await search();
      change((now) => ({ done: now.done + size, strays: now.strays + strays }));
    }
    change(() => ({ step: 'finished' }));
  } catch (error) {
    change(() => ({ step: 'failed', failure: error instanceof Error ? error : new Error(String(error)) }));
  }
}

/** Whether any list is being searched. */
export const isRunning = (now: ListSearch | undefined): boolean => now?.step === 'running' || now?.step === 'stopping';

/** Searches one batch and returns the number of companies that match no line. */
async function searchBatch(
  authorization: SpendAuthorization,
  listId: string,
  keys: readonly string[],
): Promise<number> {
  const { ids, total } = await searchPage(authorization, keys, { page: 0, size: keys.length });
  return storeBatch(listId, { keys: [...keys], ids, loaded: keys.length, rest: Math.max(0, total - ids.length) });
}

/** Loads the rest of a batch. Each page is stored as it arrives, so that none is paid twice. */
async function searchRest(authorization: SpendAuthorization, listId: string, cut: IncompleteBatch): Promise<number> {
  let [now, strays] = [cut, 0];
  for (const request of planPages(cut.loaded, cut.rest)) {
    const { ids } = await searchPage(authorization, cut.keys, request);
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
  keys: readonly string[],
  { page, size }: { readonly page: number; readonly size: number },
): Promise<SearchPageResult> {
  const body = { identifiers: collectIdentifiers(keys), page, page_size: size };
  const { data, meta } = await sendPaid(authorization, searchCompanies, { body });
  if (data.companies === null) throw new Error('The response could not be read. Nothing was stored.');
  unlockedCompanies.keep(data.companies);
  return { ids: data.companies.map(({ id }) => id), total: meta.total_count ?? data.companies.length };
}

function collectIdentifiers(keys: readonly string[]): OrganizationIdentifiers {
  const members = { domain: 'domains', linkedin: 'linkedin_urls', crunchbase: 'crunchbase_urls' } as const;
  const body: { [member in (typeof members)[keyof typeof members]]?: string[] } = {};
  for (const key of new Set(keys.flatMap(buildLineKeys))) {
    (body[members[parseIdentifier(key).kind]] ??= []).push(formatWireIdentifier(key));
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
