import type { Company } from '#contract/companies.ts';
import type { Deal, DealInvestor } from '#contract/deals.ts';
import type { Investor } from '#contract/investors.ts';
import type { Person } from '#contract/people.ts';
import type { TestService } from '../../testing/service.ts';
import type { CompanyFacts, DealFacts, Part, PersonFacts, World } from './testing-facts.ts';

/** Reads the whole world once, with plain requests without a filter. */
export async function readWorld(service: TestService): Promise<World> {
  const tags = await readTags(service);
  const companies = await readCompanies(service, tags.above);
  const deals = await readDeals(service, new Map(companies.map((company) => [company.id, company])));
  const investors = (await readAll<Investor>(service, 'investors')).map((investor) => ({
    ...investor,
    tags: collectTags(tags.above, placesOf(investor)),
    parts: deals.flatMap((deal) =>
      deal.investors
        .filter(({ id }) => id === investor.id)
        .map(({ led }) => buildPart(deal, { led, institutional: true })),
    ),
  }));
  for (const company of companies) company.latest = findLatest(company.rounds);
  const people = await readPeople(service, { deals, investors, companies });
  return { deals, companies, investors, people, ...tags };
}

function findLatest(rounds: readonly DealFacts[]): DealFacts | undefined {
  const key = ({ date, created_at, id }: DealFacts) => `${date ?? '0000'} ${created_at} ${id}`;
  return rounds.toSorted((a, b) => (key(a) < key(b) ? 1 : -1))[0];
}

const buildPart = (deal: DealFacts, what: Partial<Part>): Part => ({
  deal,
  led: false,
  angel: false,
  institutional: false,
  ...what,
});

async function readAll<T>(service: TestService, what: 'companies' | 'deals' | 'investors' | 'people'): Promise<T[]> {
  const found: T[] = [];
  for (let page = 0; ; page += 1) {
    const response = await service.inject('POST', `/api/v1/${what}`, { body: { page, page_size: 500 } });
    const { data, meta } = response.json<{ data: Record<string, T[]>; meta: { total_count: number } }>();
    found.push(...(data[what] ?? []));
    if ((page + 1) * 500 >= meta.total_count) return found;
  }
}

async function readOne<T>(service: TestService, path: string): Promise<T> {
  return (await service.inject('GET', `/api/v1${path}`)).json<{ data: T }>().data;
}

/** As many concurrent requests as the service has readers, and a few more that wait. */
async function mapInBatches<T, R>(records: readonly T[], read: (record: T) => Promise<R>): Promise<R[]> {
  const found: R[] = [];
  for (let at = 0; at < records.length; at += 8) {
    found.push(...(await Promise.all(records.slice(at, at + 8).map(read))));
  }
  return found;
}

type Above = Map<string, string[]>;

async function readTags({ sql }: TestService) {
  const rows = await sql<{ kind: string; below: string; above: string }[]>`
    SELECT 'LOCATION' AS kind, b.permalink AS below, a.permalink AS above FROM location_below
      JOIN locations b ON b.id = below_id JOIN locations a ON a.id = above_id
    UNION ALL SELECT b.industry_type::text, b.permalink, a.permalink FROM industry_below
      JOIN industries b ON b.id = below_id JOIN industries a ON a.id = above_id`;
  const above: Above = new Map();
  for (const { below, above: higher } of rows) above.set(below, [...(above.get(below) ?? []), higher]);
  const known = (kind: string) => new Set(rows.filter((row) => row.kind === kind).map(({ below }) => below));
  return {
    above,
    places: known('LOCATION'),
    industries: known('INDUSTRY'),
    superCategories: known('SUPER_CATEGORY'),
  };
}

const collectTags = (above: Above, permalinks: readonly string[]) =>
  new Set(permalinks.flatMap((permalink) => above.get(permalink) ?? [permalink]));

const placesOf = ({ location }: Pick<Company, 'location'>): string[] =>
  Object.values(location).flatMap((place) => (place ? [place.permalink] : []));

async function readCompanies(service: TestService, above: Above): Promise<CompanyFacts[]> {
  const hidden = await service.sql<{ id: string; founded: string | null; status: string | null }[]>`
    SELECT uuid AS id, founded::text, status::text FROM companies`;
  const byId = new Map(hidden.map((row) => [row.id, row]));
  return (await readAll<Company>(service, 'companies')).map((company) => ({
    ...company,
    founded: byId.get(company.id)?.founded ?? null,
    status: byId.get(company.id)?.status ?? null,
    tags: collectTags(above, [...placesOf(company), ...company.industries.map(({ permalink }) => permalink)]),
    rounds: [],
    latest: undefined,
  }));
}

async function readDeals(service: TestService, companies: Map<string, CompanyFacts>): Promise<DealFacts[]> {
  return mapInBatches(await readAll<Deal>(service, 'deals'), async (deal) => {
    const { investors } =
      deal.investor_ids.length === 0
        ? { investors: [] }
        : await readOne<{ investors: DealInvestor[] }>(service, `/deals/${deal.id}/investors`);
    const company = companies.get(deal.company_id);
    if (!company) throw new Error(`the company of deal ${deal.id} is not among the companies`);
    const roundInvestors = investors.map(({ id, lead_investor, personnel }) => ({
      id,
      led: lead_investor === true,
      partners: personnel.map((person) => person.id),
    }));
    const facts = { ...deal, company, investors: roundInvestors };
    company.rounds.push(facts);
    return facts;
  });
}

async function readPeople(
  service: TestService,
  { deals, investors, companies }: Pick<World, 'deals' | 'investors' | 'companies'>,
): Promise<PersonFacts[]> {
  const hidden = await service.sql<{ id: string; email: boolean; phone: boolean }[]>`
    SELECT uuid AS id, email IS NOT NULL AS email, phone IS NOT NULL AS phone FROM people`;
  const contacts = new Map(hidden.map((row) => [row.id, row]));
  return mapInBatches(await readAll<Person>(service, 'people'), async (found) => {
    const { id } = found;
    // A search shows at most three entries of a history.
    const isWhole = found.employment_history.length < 3 && found.education_history.length < 3;
    const { person } = isWhole ? { person: found } : await readOne<{ person: Person }>(service, `/person?id=${id}`);
    const parts = deals.flatMap((deal) => {
      const partnered = deal.investors.filter(({ partners }) => partners.includes(id));
      const angel = deal.angel_investor_ids.includes(id);
      const institutional = partnered.length > 0;
      return angel || institutional
        ? [buildPart(deal, { angel, institutional, led: partnered.some(({ led }) => led) })]
        : [];
    });
    return {
      ...person,
      email: contacts.get(id)?.email ?? false,
      phone: contacts.get(id)?.phone ?? false,
      parts,
      employer: companies.find((company) => company.id === person.current_company?.id),
      investors: investors.filter((investor) => person.investment_firms.some((own) => own.id === investor.id)),
    };
  });
}
