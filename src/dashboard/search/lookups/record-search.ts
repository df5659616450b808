import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { RecordKind } from '#contract/filters.ts';
import { lookUpCompanies } from '#contract/companies.ts';
import { calculatePrice } from '#contract/credits.ts';
import { lookUpInvestors } from '#contract/investors.ts';
import { lookUpPeople } from '#contract/people.ts';
import { storedQuery } from '../../library/records/stored-query.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { sendPaid } from '../../purchase/send-paid.ts';
import { findNamed, fold, match, storedKinds, buildMatch, type Match } from './known-names.ts';

const endpoints = { company: lookUpCompanies, investor: lookUpInvestors, person: lookUpPeople };

/** What one paid look-up costs, in tenths; whatever it returns. */
export const priceLookUp = (kind: RecordKind): number => calculatePrice(endpoints[kind].cost, 0);

/** The answer to a paid look-up: watching it never asks. */
export const lookUpResults = (kind: RecordKind, name: string): ReturnType<typeof storedQuery<Match[]>> =>
  storedQuery<Match[]>(['look-up', storedKinds[kind], name], z.array(match));

/** Looks a name up at the service. */
export async function lookUp(
  authorization: SpendAuthorization,
  client: QueryClient,
  kind: RecordKind,
  name: string,
): Promise<void> {
  await client
    .query({ ...lookUpResults(kind, name), queryFn: () => ask(authorization, kind, name), staleTime: 0 })
    .catch(() => undefined);
}

const readStoredResults = (client: QueryClient, kind: RecordKind, key: string): Match[] | undefined => {
  const { queryKey, initialData } = lookUpResults(kind, key);
  return client.getQueryData<Match[]>(queryKey) ?? initialData();
};

/** Names that are owned and called just so; a pasted name that is owned need not be looked up. */
const findUnlocked = (kind: RecordKind, name: string): Match[] =>
  findNamed(kind, name).filter((one) => [one.name, one.remark].some((part) => fold(part) === fold(name)));

/** Whether a pasted name is resolved without asking: it is owned, or was looked up before. */
export const isStored = (client: QueryClient, kind: RecordKind, name: string): boolean =>
  readStoredResults(client, kind, name.toLowerCase()) !== undefined || findUnlocked(kind, name).length > 0;

/** What a pasted name can mean; asks only where `isStored` says no. */
export async function findPasted(
  authorization: SpendAuthorization,
  client: QueryClient,
  kind: RecordKind,
  name: string,
): Promise<Match[]> {
  const key = name.toLowerCase();
  const known = readStoredResults(client, kind, key) ?? findUnlocked(kind, name);
  if (isStored(client, kind, name)) return known;
  return client.query({ ...lookUpResults(kind, key), queryFn: () => ask(authorization, kind, key), staleTime: 0 });
}

async function ask(authorization: SpendAuthorization, kind: RecordKind, name: string): Promise<Match[]> {
  // What looks like a domain is looked up as one; people have none.
  const isDomain = kind !== 'person' && /^[^\s@]+\.[a-z]{2,}$/.test(name);
  const options = { query: isDomain ? { domain: name } : { name } };
  if (kind === 'company') {
    const { data } = await sendPaid(authorization, lookUpCompanies, options);
    return (data.companies ?? []).flatMap(({ id, name: found, domain }) => buildMatch(id, found, domain));
  }
  if (kind === 'investor') {
    const { data } = await sendPaid(authorization, lookUpInvestors, options);
    return (data.investors ?? []).flatMap(({ id, name: found, domain }) => buildMatch(id, found, domain));
  }
  const { data } = await sendPaid(authorization, lookUpPeople, options);
  return (data.people ?? []).flatMap(({ id, name: found, person_type: type }) =>
    buildMatch(id, found, type === 'company' ? 'not an investor' : type),
  );
}
