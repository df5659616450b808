import fc from 'fast-check';
import type { World } from './testing-facts.ts';

/** Texts that break naive string building: quotes, wildcards, text direction, look-alikes, other scripts. */
export const hostileTexts = [
  "' OR 1=1 --",
  "'; DROP TABLE deals; --",
  '$1',
  '%',
  '_',
  '\\',
  '{}',
  '../..',
  '<script>',
  'bеrlin-germany',
  'ｓｏｆｔｗａｒｅ',
  '\u202Egnilreb',
  'İstanbul',
  '東京',
  '🙂',
  'a&!|b:*',
  'null',
  'constructor',
  '__proto__',
  'x'.repeat(5000),
];

/** A few of the values, each once. */
export const drawSubset = <T>(values: readonly T[], max = 3): fc.Arbitrary<T[]> =>
  values.length === 0 ? fc.constant([]) : fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: max });
const rarely = <T, U>(often: fc.Arbitrary<T>, seldom: fc.Arbitrary<U>) =>
  fc.oneof({ weight: 9, arbitrary: often }, { weight: 1, arbitrary: seldom });
const flat = <T>(first: fc.Arbitrary<T[]>, second: fc.Arbitrary<T[]>) =>
  fc.tuple(first, second).map(([a, b]) => [...a, ...b]);

/** Ids of some records, sometimes with an unknown one, in either case. */
export const ids = (known: readonly { id: string }[]) =>
  fc
    .tuple(
      drawSubset(known.map(({ id }) => id)),
      rarely(
        fc.constant([]),
        fc.uuid().map((id) => [id]),
      ),
      fc.boolean(),
    )
    .map(([found, unknown, upper]) => [...found, ...unknown].map((id) => (upper ? id.toUpperCase() : id)));

/** Addresses of some records, as clients write them. */
export const urls = (known: readonly (string | null)[]) =>
  fc
    .tuple(
      drawSubset(known.filter((url) => url !== null)),
      fc.constantFrom(
        (url: string) => url,
        (url: string) => `${url.toUpperCase()}/`,
        (url: string) => url.replace(/^https?:\/\/(www\.)?/, ''),
      ),
    )
    .map(([found, change]) => (found.length === 0 ? ['linkedin.com/in/nobody-at-all'] : found.map(change)));
/** Domains of some records, every other one as a URL. */
export const domains = (known: readonly (string | null)[]) =>
  drawSubset(known.filter((domain) => domain !== null)).map((found) =>
    found.length === 0 ? ['nobody.example'] : found.map((domain, at) => (at % 2 ? domain : `https://www.${domain}/x`)),
  );

/** A UTC day or a time, near the rounds of the world or at the limits of dates. */
export const drawDay = ({ deals }: World): fc.Arbitrary<string> => {
  const days = deals.flatMap(({ date, created_at }) => [date ?? created_at, created_at]);
  return rarely(
    fc.tuple(fc.constantFrom(...days), fc.constantFrom(10, 19, 24)).map(([moment, length]) => moment.slice(0, length)),
    fc.constantFrom('0001-01-01', '9999-12-31', '2024-02-29', '2026-11-20T23:30:00-02:00', '2026-11-21T01:00:00+0200'),
  );
};

/** An amount of a round in the world, or one that no round has. */
export const drawUsd = ({ deals }: World): fc.Arbitrary<number> => {
  const amounts = deals.flatMap(({ total_round_raised: raised, company }) => [raised, company.total_raised]);
  return rarely(
    fc.constantFrom(...amounts.filter((amount) => amount !== null)),
    fc.constantFrom(0, 0.5, 1e9, 1e308, Number.MAX_VALUE, 5e-324),
  );
};

/** Words of the companies, or nonsense. */
const drawQuery = ({ companies }: World): fc.Arbitrary<string> => {
  const words = companies.flatMap(({ name, short_description }) =>
    `${name} ${short_description ?? ''}`.split(' ').filter((word) => word.length > 3),
  );
  return rarely(
    drawSubset(words, 3).map((found) => found.join(' ')),
    fc.constantFrom(...hostileTexts),
  );
};

type Draws = Record<string, fc.Arbitrary<unknown>>;

/** The values drawn for a filter, by the end of its path. */
export function createFilterDraws(world: World): Draws {
  const { deals, companies, investors, people } = world;
  const tags = [...new Set(companies.flatMap((company) => [...company.tags]))];
  const permalinks = (known: Set<string>) =>
    flat(
      drawSubset(tags.filter((tag) => known.has(tag))),
      rarely(fc.constant<string[]>([]), drawSubset([...hostileTexts, ...tags.slice(0, 50)], 2)),
    );
  const jobs = people.flatMap(({ employment_history }) => employment_history);
  const schools = people.flatMap(({ education_history }) => education_history.map((one) => one.school_name));
  const known = <T>(values: readonly (T | null)[]) => values.filter((value) => value !== null);
  return {
    deal_ids: ids(deals),
    company_ids: ids(companies),
    investor_ids: ids(investors),
    people_ids: ids(people),
    investor_people_ids: ids(people),
    'company.ids': ids(companies),
    'investor.ids': ids(investors),
    locations: permalinks(world.places),
    investor_locations: permalinks(world.places),
    portfolio_locations: permalinks(world.places),
    industries: permalinks(world.industries),
    super_categories: permalinks(world.superCategories),
    permalinks: drawSubset([...investors.map((investor) => investor.guru_permalink), ...hostileTexts]),
    linkedin_companies: urls(companies.map(({ linkedin }) => linkedin)),
    'investor.domains': domains(investors.map(({ domain }) => domain)),
    'investor.linkedin_urls': urls(investors.map(({ linkedin }) => linkedin)),
    'investor.crunchbase_urls': urls(investors.map(({ crunchbase }) => crunchbase)),
    job_titles: drawSubset(known(jobs.map(({ title }) => title?.toLowerCase().replaceAll(/[^a-z]+/g, '-') ?? null))),
    education_schools: drawSubset(known(schools)),
    search_query: drawQuery(world),
    min_relevance: fc.double({ min: 0, max: 1, noNaN: true }),
    min_matching_deals: fc.integer({ min: 1, max: 4 }),
  };
}
