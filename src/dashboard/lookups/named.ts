import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { lookUpCompanies } from '#contract/companies.ts';
import { toTenths } from '#contract/credits.ts';
import { lookUpInvestors } from '#contract/investors.ts';
import { lookUpPeople } from '#contract/people.ts';
import { keptAnswer } from '../records/kept-answer.ts';
import { readOwnedVersion } from '../records/owned.ts';
import { freeNames, ownedAnswers, ownedCompanies, ownedInvestors } from '../records/records.ts';
import type { Act } from '../spend/act.ts';
import { buy } from '../spend/buy.ts';

/** What a filter names by id. */
export type NamedKind = 'company' | 'firm' | 'person';

const match = z.object({ id: z.string(), name: z.string(), remark: z.string() });
/** A record that can be chosen by name; the remark tells it apart from its namesakes. */
export type Match = z.infer<typeof match>;

const endpoints = { company: lookUpCompanies, firm: lookUpInvestors, person: lookUpPeople };

/** What one paid look-up costs, in tenths; whatever it returns. */
export const toLookUpTenths = (kind: NamedKind): number => toTenths(endpoints[kind].cost, 0);

/** The answer to a paid look-up: watching it never asks. */
export const lookedUp = (kind: NamedKind, name: string): ReturnType<typeof keptAnswer<Match[]>> =>
  keptAnswer<Match[]>(['look-up', kind, name], z.array(match));

/** Looks a name up at the service. */
export async function lookUp(act: Act, client: QueryClient, kind: NamedKind, name: string): Promise<void> {
  await client
    .query({ ...lookedUp(kind, name), queryFn: () => ask(act, kind, name), staleTime: 0 })
    .catch(() => undefined);
}

async function ask(act: Act, kind: NamedKind, name: string): Promise<Match[]> {
  const question = { query: { name } };
  if (kind === 'company') {
    const { data } = await buy(act, lookUpCompanies, question);
    return (data.companies ?? []).flatMap(({ id, name: found, domain }) => toMatch(id, found, domain));
  }
  if (kind === 'firm') {
    const { data } = await buy(act, lookUpInvestors, question);
    return (data.investors ?? []).flatMap(({ id, name: found, domain }) => toMatch(id, found, domain));
  }
  const { data } = await buy(act, lookUpPeople, question);
  return (data.people ?? []).flatMap(({ id, name: found, person_type: type }) =>
    toMatch(id, found, type === 'company' ? 'not an investor' : type),
  );
}

const toMatch = (id: string, name: string | null, remark: string | null | undefined): Match[] =>
  name === null ? [] : [{ id, name, remark: remark ?? '' }];

const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

const mostFound = 30;

/** Records with such a name among all that is owned, free or was looked up before. Names that begin so come first. */
export function findNamed(kind: NamedKind, name: string): Match[] {
  const wanted = fold(name);
  return [...readKnown(kind).values()]
    .flatMap(({ one, folded }) => {
      const at = folded.indexOf(wanted);
      return at < 0 ? [] : [{ one, at }];
    })
    .toSorted((a, b) => Math.min(a.at, 1) - Math.min(b.at, 1) || a.one.name.localeCompare(b.one.name))
    .slice(0, mostFound)
    .map(({ one }) => one);
}

/** The name of a record that is owned, free or was looked up; undefined when none is. */
export const readNamed = (kind: NamedKind, id: string): string | undefined => readKnown(kind).get(id)?.one.name;

type Known = ReadonlyMap<string, { readonly one: Match; readonly folded: string }>;
const known = new Map<NamedKind, { readonly version: number; readonly byId: Known }>();

/** Every name of a kind by id, gathered again when a store changed: reading through 20,000 rows takes too long a key. */
function readKnown(kind: NamedKind): Known {
  const [version, held] = [readOwnedVersion(), known.get(kind)];
  if (held?.version === version) return held.byId;
  const all = [...toFree(kind), ...toLookedUp(kind), ...toOwned(kind)];
  const byId = new Map(all.map((one) => [one.id, { one, folded: fold(one.name) }]));
  known.set(kind, { version, byId });
  return byId;
}

const toFree = (kind: NamedKind): Match[] => freeNames.all().rows.flatMap(({ row }) => (row.kind === kind ? row : []));

function toLookedUp(kind: NamedKind): Match[] {
  const start = JSON.stringify(['look-up', kind]).slice(0, -1);
  return ownedAnswers.all().rows.flatMap(({ row }) => {
    if (!row.id.startsWith(start)) return [];
    return z.array(match).safeParse(row.data).data ?? [];
  });
}

function toOwned(kind: NamedKind): Match[] {
  if (kind === 'person') return [];
  const owned = kind === 'company' ? ownedCompanies.all() : ownedInvestors.all();
  return owned.rows.flatMap(({ row }) => toMatch(row.id, row.name, row.domain));
}
