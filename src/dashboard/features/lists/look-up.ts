import { searchCompanies } from '#contract/companies.ts';
import type { OrganizationIdentifiers } from '#contract/request-parts.ts';
import { calculatePrice } from '#contract/credits.ts';
import { readLibraryVersion } from '../../library/records/record-store.ts';
import { unlockedCompanies, type CompanyRecord } from '../../library/records/records.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { sendPaid } from '../../purchase/send-paid.ts';
import { splitIntoBatches } from '../../purchase/price.ts';
import { createState } from '../../platform/state.ts';
import { parseIdentifier, buildKeys, buildWire, type IdentifierKey } from '../../library/lists/identifier.ts';
import { buildLineKeys } from '../../library/lists/lines.ts';
import { changeMatches, readMatches, type Cut, type Found } from '../../library/lists/lists.ts';
import { planPages } from '../../search/fetch/search-results.ts';

/** A look-up under way, or how the last one ended; it goes on while another screen is open. */
export type Run = {
  readonly listId: string;
  readonly done: number;
  readonly of: number;
  readonly step: 'running' | 'stopping' | 'stopped' | 'finished' | 'failed';
  readonly failure?: Error;
  /** Rows that came and fit no line, because the service compares names otherwise than we do. */
  readonly strays: number;
};
const run = createState<Run | undefined>(undefined);
export const useRun = run.use;

/** At most so many values in a list of domains or addresses (contract 5), so that one request takes so many lines. */
const linesPerRequest = 100;

/** What looking so many things up costs at most, in tenths: a row for each. */
export const priceLookUp = (count: number): number => calculatePrice(searchCompanies.cost, count);

let indexed: { readonly version: number; readonly ids: ReadonlyMap<IdentifierKey, readonly string[]> } | undefined;

/** The companies that are owned, by their identifiers; gathered again when something was bought. */
function readOwnedIndex(): ReadonlyMap<IdentifierKey, readonly string[]> {
  const version = readLibraryVersion();
  if (indexed?.version === version) return indexed.ids;
  const ids = findIndex(unlockedCompanies.all().rows.map(({ row }) => row));
  indexed = { version, ids };
  return ids;
}

function findIndex(companies: readonly CompanyRecord[]): ReadonlyMap<IdentifierKey, readonly string[]> {
  const ids = new Map<IdentifierKey, string[]>();
  for (const company of companies) {
    for (const key of buildKeys(company)) {
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

/** What is owned already among things to be found; asks for nothing. */
export function findUnlocked(keys: Iterable<string>): Found {
  const index = readOwnedIndex();
  const found = [...keys].map((key) => [key, listCandidates(index, key)] as const);
  return Object.fromEntries(found.filter(([, ids]) => ids.length > 0));
}

/** The distinct things of a list that neither were found nor are owned nor wait for the rest of a batch. */
export function readWanted(listId: string, keys: Iterable<string>): string[] {
  const { found, cuts } = readMatches(listId);
  const waiting = new Set(cuts.flatMap((cut) => cut.keys));
  const open = [...new Set(keys)].filter((key) => found[key] === undefined && !waiting.has(key));
  const owned = findUnlocked(open);
  return open.filter((key) => owned[key] === undefined);
}

/** Notes what is owned of these things, and drops what the list does not hold any more. */
export function matchUnlocked(listId: string, keys: ReadonlySet<string>): void {
  changeMatches(listId, (before) => {
    const kept = Object.fromEntries(Object.entries(before.found).filter(([key]) => keys.has(key)));
    return { ...before, found: { ...findUnlocked(keys), ...kept } };
  });
}

/** Asks the service for things of a list, a hundred a request, until all are asked or the person stops it. */
export const lookUp = (authorization: SpendAuthorization, listId: string, wanted: readonly string[]): Promise<void> =>
  runSteps(
    listId,
    splitIntoBatches(wanted, linesPerRequest).map((batch) => ({
      size: batch.length,
      ask: () => askBatch(authorization, listId, batch),
    })),
  );

/** Brings the rows that were cut off, because several companies share an identifier. */
export const lookUpRest = (authorization: SpendAuthorization, listId: string): Promise<void> =>
  runSteps(
    listId,
    readMatches(listId).cuts.map((cut) => ({ size: cut.rest, ask: () => askRest(authorization, listId, cut) })),
  );

/** Ends a look-up after the request that is under way, which may have been charged. */
export function stopLookUp(): void {
  const now = run.read();
  if (now?.step === 'running') run.write({ ...now, step: 'stopping' });
}

type Step = { readonly size: number; readonly ask: () => Promise<number> };

async function runSteps(listId: string, steps: readonly Step[]): Promise<void> {
  if (isRunning(run.read())) return;
  const of = steps.reduce((sum, { size }) => sum + size, 0);
  run.write({ listId, done: 0, of, step: 'running', strays: 0 });
  const change = (part: (now: Run) => Partial<Run>) => {
    const now = run.read();
    if (now) run.write({ ...now, ...part(now) });
  };
  try {
    for (const { size, ask } of steps) {
      if (run.read()?.step === 'stopping') return change(() => ({ step: 'stopped' }));
      const strays = await ask();
      change((now) => ({ done: now.done + size, strays: now.strays + strays }));
    }
    change(() => ({ step: 'finished' }));
  } catch (error) {
    change(() => ({ step: 'failed', failure: error instanceof Error ? error : new Error(String(error)) }));
  }
}

/** Whether a look-up is under way, in this or another list. */
export const isRunning = (now: Run | undefined): boolean => now?.step === 'running' || now?.step === 'stopping';

/** Asks for one batch; answers with the number of rows that fit no line. */
async function askBatch(authorization: SpendAuthorization, listId: string, keys: readonly string[]): Promise<number> {
  const { ids, total } = await askPage(authorization, keys, { page: 0, size: keys.length });
  return note(listId, { keys: [...keys], ids, loaded: keys.length, rest: Math.max(0, total - ids.length) });
}

/** Asks for the rest of a batch; each page is noted as it comes, so that none is bought twice. */
async function askRest(authorization: SpendAuthorization, listId: string, cut: Cut): Promise<number> {
  let [now, strays] = [cut, 0];
  for (const request of planPages(cut.loaded, cut.rest)) {
    const { ids } = await askPage(authorization, cut.keys, request);
    now = {
      ...now,
      ids: [...now.ids, ...ids],
      loaded: now.loaded + request.size,
      rest: Math.max(0, now.rest - request.size),
    };
    strays += note(listId, now);
  }
  return strays;
}

type Page = { readonly ids: string[]; readonly total: number };

async function askPage(
  authorization: SpendAuthorization,
  keys: readonly string[],
  { page, size }: { readonly page: number; readonly size: number },
): Promise<Page> {
  const body = { identifiers: collectIdentifiers(keys), page, page_size: size };
  const { data, meta } = await sendPaid(authorization, searchCompanies, { body });
  if (data.companies === null) throw new Error('The answer could not be read. Nothing of it was noted.');
  unlockedCompanies.keep(data.companies);
  return { ids: data.companies.map(({ id }) => id), total: meta.total_count ?? data.companies.length };
}

function collectIdentifiers(keys: readonly string[]): OrganizationIdentifiers {
  const members = { domain: 'domains', linkedin: 'linkedin_urls', crunchbase: 'crunchbase_urls' } as const;
  const body: { [member in (typeof members)[keyof typeof members]]?: string[] } = {};
  for (const key of new Set(keys.flatMap(buildLineKeys))) {
    (body[members[parseIdentifier(key).kind]] ??= []).push(buildWire(key));
  }
  return body;
}

/**
 * Notes what came for a batch; answers with the number of rows that fit no line. While rows of it are missing, a thing
 * without one may still be known, and one with one may mean others too.
 */
function note(listId: string, batch: Cut): number {
  const { keys, ids, rest } = batch;
  const index = findIndex(ids.flatMap((id) => unlockedCompanies.read(id) ?? []));
  const found = keys.map((key) => [key, listCandidates(index, key)] as const);
  changeMatches(listId, (before) => ({
    ...before,
    found: rest > 0 ? before.found : { ...before.found, ...Object.fromEntries(found) },
    cuts: [...before.cuts.filter((cut) => cut.keys[0] !== keys[0]), ...(rest > 0 ? [batch] : [])],
  }));
  const fitting = new Set(found.flatMap(([, candidates]) => candidates));
  return rest > 0 ? 0 : ids.filter((id) => !fitting.has(id)).length;
}
