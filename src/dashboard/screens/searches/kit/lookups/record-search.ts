import { foldText } from '../../../../platform/format.ts';
import { type QueryClient, queryOptions, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { parseWebAddress } from '#ask/addresses.ts';
import type { RecordKind } from '#contract/filters.ts';
import { lookUpCompanies } from '#contract/companies.ts';
import { lookUpInvestors } from '#contract/investors.ts';
import { lookUpPeople } from '#contract/people.ts';
import { parseTolerantly } from '#contract/record.ts';
import { findRequest, type UnlockedResponse } from '#contract/workspace/records.ts';
import { storeFreeNames } from '../../../../records/free-names.ts';
import { callWorkspace } from '../../../../platform/http/workspace.ts';
import { useDebounced } from '../../../../platform/state.ts';
import { useFreeLoad } from '../../../../spending/use-free-load.ts';
import { buyResponse, buyResponses } from '../../../../spending/buy.ts';
import type { SpendAuthorization } from '../../../../spending/spend-authorization.ts';
import { findKnownNames, buildLookupMatch, type LookupMatch } from './known-names.ts';
import { priceOf } from '../../../../spending/price.ts';

const endpoints = { company: lookUpCompanies, investor: lookUpInvestors, person: lookUpPeople };

/** The price of one paid name search in tenths of a credit, whether or not it finds anything. */
export const priceNameSearch = (kind: RecordKind): number => priceOf(endpoints[kind].cost, 0);

/** The request that searches a name, a domain or the address of a profile; people have no domain. */
function buildNameRequest(kind: RecordKind, name: string) {
  const { site, value } = parseWebAddress(name) ?? {};
  const isKnown = site !== undefined && (kind === 'person' ? site !== 'domain' : site !== 'twitter');
  return { endpoint: endpoints[kind].id, input: isKnown ? { [site]: value } : { name } };
}

/** The stored matches of a name that was searched before; null if it was not. Free. */
export const nameSearchResults = (kind: RecordKind, name: string) =>
  queryOptions({
    queryKey: ['workspace', 'names', kind, name],
    queryFn: async ({ signal }): Promise<LookupMatch[] | null> => {
      const { response } = await callWorkspace(findRequest, { body: buildNameRequest(kind, name), signal });
      return response && readMatches(kind, response);
    },
  });

/** How long typing pauses before the gateway is asked for a name, in milliseconds. */
export const settleMs = 250;

/** Where nothing is charged, searches a typed name once nothing more is typed; nowhere else without a press. */
export function useFreeNameSearch(kind: RecordKind, name: string, isWanted: boolean): void {
  const { search } = useNameSearch(kind, name);
  const settled = useDebounced(name, settleMs);
  useFreeLoad(isWanted && settled === name ? `${kind} ${name}` : undefined, (authorization) =>
    search({ authorization, kind, name }),
  );
}

type NameSearch = { readonly authorization: SpendAuthorization; readonly kind: RecordKind; readonly name: string };
const mutationKey = ['name search'];

/** What searches names, and how the last search of this one went. */
export function useNameSearch(kind: RecordKind, name: string) {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (search: NameSearch) => searchName(search.authorization, client, search.kind, search.name),
  });
  const searches = useMutationState({
    filters: { mutationKey },
    select: ({ state: { status, error, variables } }) => ({ status, error, of: variables as NameSearch }),
  });
  const last = searches.findLast(({ of }) => of.kind === kind && of.name === name);
  return {
    search: mutate,
    pending: last?.status === 'pending',
    failure: last?.error ?? null,
    isDone: last?.status === 'success',
  };
}

/** Searches a name at the service, or takes over the stored matches. */
export async function searchName(
  authorization: SpendAuthorization,
  client: QueryClient,
  kind: RecordKind,
  name: string,
): Promise<LookupMatch[]> {
  const matches = readMatches(kind, await buyResponse(authorization, buildNameRequest(kind, name)));
  client.setQueryData(nameSearchResults(kind, name).queryKey, matches);
  return matches;
}

/** Known records with exactly this name or remark; a pasted name that is known needs no search. */
const findExactName = (kind: RecordKind, name: string): LookupMatch[] =>
  findKnownNames(kind, name).filter((one) => [one.name, one.remark].some((part) => foldText(part) === foldText(name)));

/** The matches of a pasted name that is known, or was searched since the page was loaded; undefined for any other. */
function findStoredName(client: QueryClient, kind: RecordKind, name: string): LookupMatch[] | undefined {
  const stored = client.getQueryData(nameSearchResults(kind, name.toLowerCase()).queryKey);
  if (stored) return stored;
  const exact = findExactName(kind, name);
  return exact.length > 0 ? exact : undefined;
}

/** Whether a pasted name needs no request. */
export const isNameStored = (client: QueryClient, kind: RecordKind, name: string): boolean =>
  findStoredName(client, kind, name) !== undefined;

/** The matches of pasted names, in their order; sends requests only for those of which `isNameStored` is false. */
export async function findPastedNames(
  authorization: SpendAuthorization,
  client: QueryClient,
  kind: RecordKind,
  names: readonly string[],
): Promise<LookupMatch[][]> {
  const open = names.filter((name) => !isNameStored(client, kind, name));
  const found = new Map<string, LookupMatch[]>();
  if (open.length > 0) {
    const keep = (name: string, matches: LookupMatch[]) => found.set(name, matches);
    await searchNames(authorization, client, { kind, names: open.map((name) => name.toLowerCase()) }, keep);
  }
  return names.map((name) => findStoredName(client, kind, name) ?? found.get(name.toLowerCase()) ?? []);
}

type NamesSearch = { readonly kind: RecordKind; readonly names: readonly string[] };

/**
 * Searches up to 100 names at the service, as far as the authorization reaches, or takes over the stored matches.
 *
 * @param onFound Called with each name and its matches, also with those that arrived before a failure.
 */
export async function searchNames(
  authorization: SpendAuthorization,
  client: QueryClient,
  { kind, names }: NamesSearch,
  onFound: (name: string, matches: LookupMatch[]) => void,
): Promise<void> {
  const done = new Set<string>();
  const requests = names.map((name) => buildNameRequest(kind, name));
  await buyResponses(authorization, requests, (responses) => {
    for (const [at, name] of names.entries()) {
      const response = responses[at];
      if (!response || done.has(name)) continue;
      done.add(name);
      const matches = readMatches(kind, response);
      client.setQueryData(nameSearchResults(kind, name).queryKey, matches);
      onFound(name, matches);
    }
  });
}

/** The rows of a response as matches; their names are known from now on. */
function readMatches(kind: RecordKind, { data }: UnlockedResponse): LookupMatch[] {
  const { companies, investors, people } = parseTolerantly(matchedRows, data, () => undefined);
  const matches = [
    ...(companies ?? []).flatMap(({ id, name, domain, short_description: about }) =>
      buildLookupMatch(id, name, domain ?? about),
    ),
    ...(investors ?? []).flatMap(({ id, name, domain, description: about }) =>
      buildLookupMatch(id, name, domain ?? about),
    ),
    ...(people ?? []).flatMap(({ id, name, person_type: type }) =>
      buildLookupMatch(id, name, type === 'company' ? 'not an investor' : type),
    ),
  ];
  storeFreeNames(matches.map((match) => ({ ...match, kind })));
  return matches;
}

/** What the three endpoints return; a response has one of them. */
const matchedRows = z
  .object({ ...lookUpCompanies.data.shape, ...lookUpInvestors.data.shape, ...lookUpPeople.data.shape })
  .partial();
