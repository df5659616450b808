import { foldText } from '../../platform/format.ts';
import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { RecordKind } from '#contract/filters.ts';
import { lookUpCompanies } from '#contract/companies.ts';
import { calculatePrice } from '#contract/credits.ts';
import { lookUpInvestors } from '#contract/investors.ts';
import { lookUpPeople } from '#contract/people.ts';
import { storedKinds } from '../../library/records/records.ts';
import { buyStored, storedQuery } from '../../library/records/stored-query.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { sendPaid } from '../../purchase/send-paid.ts';
import { findKnownNames, lookupMatch, buildLookupMatch, type LookupMatch } from './known-names.ts';

const endpoints = { company: lookUpCompanies, investor: lookUpInvestors, person: lookUpPeople };

/** The price of one paid name search in tenths of a credit, whether or not it finds anything. */
export const priceNameSearch = (kind: RecordKind): number => calculatePrice(endpoints[kind].cost, 0);

/** The query of a paid name search; observing it sends no request. */
export const nameSearchResults = (kind: RecordKind, name: string): ReturnType<typeof storedQuery<LookupMatch[]>> =>
  storedQuery<LookupMatch[]>(['look-up', storedKinds[kind], name], z.array(lookupMatch));

/** Searches a name at the service. */
export async function searchName(
  authorization: SpendAuthorization,
  client: QueryClient,
  kind: RecordKind,
  name: string,
): Promise<void> {
  const search = () => requestMatches(authorization, kind, name);
  await buyStored(client, nameSearchResults(kind, name), search).catch(() => undefined);
}

const readStoredResults = (client: QueryClient, kind: RecordKind, key: string): LookupMatch[] | undefined => {
  const { queryKey, initialData } = nameSearchResults(kind, key);
  return client.getQueryData<LookupMatch[]>(queryKey) ?? initialData();
};

/** Known records with exactly this name or remark; a pasted name that is known needs no search. */
const findExactName = (kind: RecordKind, name: string): LookupMatch[] =>
  findKnownNames(kind, name).filter((one) => [one.name, one.remark].some((part) => foldText(part) === foldText(name)));

/** Whether a pasted name needs no request, because it is known or was searched before. */
export const isNameStored = (client: QueryClient, kind: RecordKind, name: string): boolean =>
  readStoredResults(client, kind, name.toLowerCase()) !== undefined || findExactName(kind, name).length > 0;

/** The matches of a pasted name; sends a request only if `isNameStored` is false. */
export async function findPastedName(
  authorization: SpendAuthorization,
  client: QueryClient,
  kind: RecordKind,
  name: string,
): Promise<LookupMatch[]> {
  const key = name.toLowerCase();
  const known = readStoredResults(client, kind, key) ?? findExactName(kind, name);
  if (isNameStored(client, kind, name)) return known;
  return buyStored(client, nameSearchResults(kind, key), () => requestMatches(authorization, kind, key));
}

async function requestMatches(
  authorization: SpendAuthorization,
  kind: RecordKind,
  name: string,
): Promise<LookupMatch[]> {
  // A name that looks like a domain is searched as one; people have none.
  const isDomain = kind !== 'person' && /^[^\s@]+\.[a-z]{2,}$/.test(name);
  const options = { query: isDomain ? { domain: name } : { name } };
  if (kind === 'company') {
    const { data } = await sendPaid(authorization, lookUpCompanies, options);
    return (data.companies ?? []).flatMap(({ id, name: found, domain, short_description: about }) =>
      buildLookupMatch(id, found, domain ?? about),
    );
  }
  if (kind === 'investor') {
    const { data } = await sendPaid(authorization, lookUpInvestors, options);
    return (data.investors ?? []).flatMap(({ id, name: found, domain, description: about }) =>
      buildLookupMatch(id, found, domain ?? about),
    );
  }
  const { data } = await sendPaid(authorization, lookUpPeople, options);
  return (data.people ?? []).flatMap(({ id, name: found, person_type: type }) =>
    buildLookupMatch(id, found, type === 'company' ? 'not an investor' : type),
  );
}
