import fc from 'fast-check';
import { isUnambiguousPath } from '../http/request-path.ts';
import { sortModel } from './testing-orders.ts';
import { hostileTexts } from './testing-values.ts';
import type { DealFacts, World } from './testing-facts.ts';

type Query = Record<string, string>;
/** A lookup and its expected response: ids in order, or an error status. */
type Lookup = { readonly path: string; readonly query: Query } & (
  { readonly ids: readonly string[]; readonly total?: number } | { readonly status: 400 | 404 }
);

type Named = {
  id: string;
  domain?: string | null;
  linkedin: string | null;
  crunchbase: string | null;
  twitter?: string | null;
};

const nobody: Query[] = [
  { id: '00000000-0000-4000-8000-000000000000' },
  { linkedin: 'linkedin.com/in/nobody-at-all' },
  { crunchbase: 'https://www.crunchbase.com/organization/nobody-at-all' },
];
const malformed: Query[] = [
  {},
  { id: 'x' },
  { linkedin: 'x' },
  { crunchbase: "' OR 1=1 --" },
  { id: '00000000-0000-4000-8000-000000000000', linkedin: 'linkedin.com/in/x' },
];

/** Every identifier of a record, as clients write it. */
function listQueries({ id, domain, linkedin, crunchbase, twitter }: Named): Query[] {
  return [
    { id },
    { id: id.toUpperCase() },
    ...(domain ? [{ domain }, { domain: `https://www.${domain}/about` }] : []),
    ...(linkedin ? [{ linkedin }, { linkedin: `${linkedin.toUpperCase()}/` }] : []),
    ...(crunchbase ? [{ crunchbase }] : []),
    ...(twitter ? [{ twitter }] : []),
  ];
}

/** The records that a query of one identifier names. */
function findNamed<T extends Named>(records: readonly T[], query: Query): T[] {
  const slug = (url: string | null | undefined) => url?.toLowerCase().replace(/\/$/, '').replace(/.*\//, '');
  const [kind = '', value = ''] = Object.entries(query)[0] ?? [];
  return records.filter((record) => {
    if (kind === 'id') return record.id === value.toLowerCase();
    if (kind === 'domain') return record.domain === value.replace(/^https:\/\/www\./, '').replace(/\/.*/, '');
    return slug(record[kind as 'linkedin']) === slug(value);
  });
}

const newestFirst = (deals: readonly DealFacts[]) =>
  sortModel([...new Set(deals)], { figure: ({ date }: DealFacts) => date, descending: true }, ({ id }) => id);

type Kind = 'company' | 'investor' | 'person';
/** A record with its rounds, and the weight that decides between several with one domain. */
type Owner = Named & { weight: number; deals: DealFacts[] };

function listOwners(world: World): Record<Kind, readonly Owner[]> {
  return {
    company: world.companies.map((one) => ({
      ...one,
      twitter: null,
      weight: one.num_funding_rounds,
      deals: one.rounds,
    })),
    investor: world.investors.map((one) => ({
      ...one,
      weight: one.total_deal_count,
      deals: one.parts.map(({ deal }) => deal),
    })),
    person: world.people.map((one) => ({
      id: one.id,
      linkedin: one.linkedin_url,
      crunchbase: one.crunchbase_url,
      twitter: one.twitter_url,
      weight: one.investor_highlights?.total_deal_count ?? -1,
      deals: one.parts.map(({ deal }) => deal),
    })),
  };
}

const drawIdentifier = (owners: readonly Owner[]): fc.Arbitrary<Query> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...owners).chain((one) => fc.constantFrom(...listQueries(one))) },
    { weight: 1, arbitrary: fc.constantFrom(...nobody) },
  );

const drawSingle = (kind: Kind, owners: readonly Owner[]): fc.Arbitrary<Lookup> =>
  drawIdentifier(owners).map((query) => {
    const named = findNamed(owners, query);
    const [best] = sortModel(named, { figure: ({ weight }) => weight, descending: true }, ({ id }) => id);
    return { path: `/${kind}`, query, ...(best ? { ids: [best.id] } : { status: 404 }) };
  });

const drawHistory = (kind: Kind, owners: readonly Owner[]): fc.Arbitrary<Lookup> =>
  fc.tuple(drawIdentifier(owners), fc.nat(2), fc.integer({ min: 1, max: 12 })).map(([query, page, size]) => {
    const named = findNamed(owners, query);
    const deals = newestFirst(named.flatMap((one) => one.deals)).map(({ id }) => id);
    const ids = deals.slice(page * size, (page + 1) * size);
    return {
      path: `/${kind}/deals`,
      query: { ...query, page: String(page), page_size: String(size) },
      ...(named.length > 0 ? { ids, total: deals.length } : { status: 404 }),
    };
  });

const wrong = fc
  .tuple(
    fc.constantFrom('/company', '/investor', '/person', '/company/deals', '/person/deals'),
    fc.constantFrom(...malformed),
  )
  .map(([path, query]): Lookup => ({ path, query, status: 400 }));

/** An ambiguous path is no endpoint's. */
const wrongDeal = fc
  .tuple(fc.constantFrom(...hostileTexts), fc.constantFrom('', '/investors'))
  .map(([text, end]) => `/deals/${encodeURIComponent(text)}${end}`)
  .filter(isUnambiguousPath)
  .map((path): Lookup => ({ path, query: {}, status: 400 }));

const drawDeal = ({ deals }: World): fc.Arbitrary<Lookup> =>
  fc.tuple(fc.constantFrom('', '/investors'), fc.constantFrom(...deals)).map(([end, { id, investors, ...deal }]) => ({
    path: `/deals/${id}${end}`,
    query: {},
    ids: end === '' ? [id] : [...investors.map((investor) => investor.id), ...deal.angel_investor_ids].toSorted(),
  }));

/** Lookups of single records and of histories, with the expected responses. */
export function drawLookup(world: World): fc.Arbitrary<Lookup> {
  const owners = listOwners(world);
  const kinds = (['company', 'investor', 'person'] as const).flatMap((kind) => [
    drawSingle(kind, owners[kind]),
    drawHistory(kind, owners[kind]),
  ]);
  return fc.oneof(...kinds, drawDeal(world), wrong, wrongDeal);
}

/** A name, a prefix of one, one with a typo, or no name at all. */
export function drawName({ companies, investors, people }: World): fc.Arbitrary<string> {
  const records = [...companies, ...investors, ...people].map(({ name }) => name);
  const names = [...records, 'Berlin', 'United States', 'Machine learning'];
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...names) },
    { weight: 3, arbitrary: fc.constantFrom(...names).map((name) => name.slice(0, 4)) },
    { weight: 3, arbitrary: fc.constantFrom(...names).map((name) => `${name.slice(0, 2)}${name.slice(3)}`) },
    { weight: 2, arbitrary: fc.constantFrom(...hostileTexts) },
    {
      weight: 1,
      arbitrary: fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() !== ''),
    },
  );
}
