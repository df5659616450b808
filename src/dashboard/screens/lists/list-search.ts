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
  decodeNameKey,
  formatWireIdentifier,
  type LineKey,
  lineKey,
  listCompanyIdentifiers,
  parseNameCell,
  type SearchedColumn,
} from '../../records/lists/identifier.ts';
import type { CompanyList } from '#contract/workspace/lists.ts';
import {
  changeCompanyList,
  type IncompleteBatch,
  type LineChoices,
  readCompanyList,
} from '../../records/lists/stored-lists.ts';
import { toError } from '../../platform/http/api-error.ts';
import { priceOf } from '../../spending/price.ts';
import { unlockByIds } from '../../records/unlock.ts';
import { searchNameBatch, withoutChosen } from './search-names.ts';
import { priceNameSearch } from '../searches/kit/lookups/record-search.ts';

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
const listSearch = createState<ListSearch | undefined>(undefined);
export const useListSearch = listSearch.use;

/** The maximum number of identifiers in one request (contract 5). */
const linesPerRequest = 100;

/** The maximum price of so many companies, in tenths of a credit. */
export const priceCompanies = (count: number): number => priceOf(searchCompanies.cost, count);

/** The maximum price of searching lines: a name costs also where no company has it. */
export function priceListSearch(keys: readonly LineKey[]): number {
  const names = keys.filter((key) => decodeNameKey(key) !== undefined);
  return priceCompanies(keys.length) + names.length * priceNameSearch('company');
}

/** The companies that match lines, and those of them that are chosen. */
type FoundLines = { readonly matches: Record<string, string[]>; readonly choices: Record<string, string> };

/** The ids of companies by kind and value of their identifiers, and by name. */
type CompanyIndex = Readonly<Record<SearchedColumn, ReadonlyMap<string, readonly string[]>>>;
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
    name: new Map<string, string[]>(),
  };
  for (const company of companies) {
    const name = parseNameCell(company.name ?? '');
    const named = name === undefined ? [] : [{ kind: 'name' as const, value: name }];
    for (const { kind, value } of [...listCompanyIdentifiers(company), ...named]) {
      const known = ids[kind].get(value);
      if (known) known.push(company.id);
      else ids[kind].set(value, [company.id]);
    }
  }
  return ids;
}

function listCandidates(index: CompanyIndex, key: LineKey): string[] {
  const name = decodeNameKey(key);
  if (name !== undefined) return [...(index.name.get(name) ?? [])];
  return [...new Set(decodeLineKey(key).flatMap(({ kind, value }) => index[kind].get(value) ?? []))];
}

/** The unlocked companies that match these lines; the only one with the name of a line is chosen. Sends no request. */
export function findUnlocked(keys: Iterable<LineKey>): FoundLines {
  const index = indexUnlocked();
  const found = [...keys].map((key) => [key, listCandidates(index, key)] as const).filter(([, ids]) => ids.length > 0);
  const only = found.flatMap(([key, [id, ...others]]) =>
    decodeNameKey(key) === undefined || others.length > 0 || id === undefined ? [] : [[key, id] as const],
  );
  return { matches: Object.fromEntries(found), choices: Object.fromEntries(only) };
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
  const unlocked = findUnlocked(open).matches;
  return open.filter((key) => unlocked[key] === undefined);
}

/** The change of a list whose lines have these identifiers now: matches with unlocked companies, and no other lines. */
export const matchAgain = ({ matches, choices }: CompanyList, keys: ReadonlySet<LineKey>) => ({
  ...findNewly(
    choices,
    [...keys].filter((key) => matches[key] === undefined),
  ),
  dropped_matches: Object.keys(matches).filter((key) => !keys.has(lineKey.parse(key))),
});

/** What of a list is unlocked; what a member chose before stays chosen. */
function findNewly(chosen: LineChoices, keys: readonly LineKey[]): FoundLines {
  const { matches, choices } = findUnlocked(keys);
  return { matches, choices: withoutChosen(choices, chosen) };
}

/** Searches lines of a list in batches of 100, and unlocks chosen companies, until done or stopped. */
export function searchList(
  authorization: SpendAuthorization,
  listId: string,
  { lines, locked }: Wanted,
): Promise<void> {
  const isName = (key: LineKey) => decodeNameKey(key) !== undefined;
  const toSteps = (keys: readonly LineKey[], search: typeof searchBatch) =>
    splitIntoBatches(keys, linesPerRequest).map((batch) => ({
      size: batch.length,
      search: async () => {
        const rest = takeUnlocked(listId, batch);
        return rest.length === 0 ? 0 : search(authorization, listId, rest);
      },
    }));
  return runSteps(listId, [
    ...toSteps(
      lines.filter((key) => !isName(key)),
      searchBatch,
    ),
    ...toSteps(lines.filter(isName), searchNameBatch),
    ...splitIntoBatches(locked).map((ids) => ({
      size: ids.length,
      search: async () => {
        await unlockByIds(authorization, { companies: ids });
        return 0;
      },
    })),
  ]);
}

/** The lines to be searched, and the chosen companies that are still locked. */
export type Wanted = { readonly lines: readonly LineKey[]; readonly locked: readonly string[] };

/** Loads the rows beyond the first page of a batch, where several companies share an identifier. */
export const searchListRest = (authorization: SpendAuthorization, { id, incomplete }: CompanyList): Promise<void> =>
  runSteps(
    id,
    incomplete.map((batch) => ({ size: batch.rest, search: () => searchRest(authorization, id, batch) })),
  );

/** Stores matches with unlocked companies; the others, unless a colleague searched them, still need a search. */
function takeUnlocked(listId: string, keys: readonly LineKey[]): LineKey[] {
  const list = readCompanyList(listId);
  if (!list) return [];
  const open = keys.filter((key) => list.matches[key] === undefined);
  const found = findNewly(list.choices, open);
  if (Object.keys(found.matches).length > 0) changeCompanyList(listId, found);
  return listUnsearched(list, keys);
}

/** Stops a search after the current request, which may already be charged. */
export function stopListSearch(): void {
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
