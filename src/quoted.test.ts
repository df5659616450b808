import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { lookUpCompanies, readCompany, searchCompanies } from '#contract/companies.ts';
import {
  readCompanyDeals,
  readDeal,
  readInvestorDeals,
  readDealInvestors,
  readPersonDeals,
  searchDeals,
} from '#contract/deals.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { lookUpInvestors, readInvestor, searchInvestors } from '#contract/investors.ts';
import { lookUpPeople, readPerson, searchPeople } from '#contract/people.ts';
import { type PaidEndpoint, planPages, quoteRequest, splitIntoBatches } from '#contract/quote.ts';
import { openForTests } from './testing/open-for-tests.ts';
import { startService } from './testing/service.ts';

/** What pages and gateway quote (contract/quote.ts) held against what the real service bills. */

const seed = Number(process.env['FUNDSCOPE_FUZZ_SEED'] ?? 1);
const unknownId = '00000000-0000-4000-8000-000000000000';
/** Slow enough for the rate limit, and still the same day when all is drawn. */
let nowMs = Date.parse('2026-11-21T00:00:00Z');
let ids: Record<'deal' | 'company' | 'firm' | 'person', string[]>;
/** Investors in each round, which the dashboard reads from the deal itself. */
let investorRows: Map<string, number>;

const service = openForTests(() => startService({ demo: true, clock: () => new Date((nowMs += 310)) }), 120_000);
beforeAll(async () => {
  await service.sql`UPDATE accounts SET purchased_tenths = 1000000000000`;
  const [deals, companies, firms, people] = await Promise.all([
    readAll('/deals', 'deals'),
    readAll('/companies', 'companies'),
    readAll('/investors', 'investors'),
    readAll('/people', 'people'),
  ]);
  const collectIds = (rows: Row[]) => [...rows.map(({ id }) => id), unknownId];
  ids = {
    deal: collectIds(deals),
    company: collectIds(companies),
    firm: collectIds(firms),
    person: collectIds(people),
  };
  investorRows = new Map(
    deals.map((deal) => [deal.id, (deal.investor_ids?.length ?? 0) + (deal.angel_investor_ids?.length ?? 0)]),
  );
}, 120_000);

type Row = { id: string; investor_ids?: string[]; angel_investor_ids?: string[] };

async function readAll(path: string, member: string): Promise<Row[]> {
  const answer = await service.inject('POST', `/api/v1${path}`, { body: { page_size: 500 } });
  return answer.json<{ data: Record<string, Row[]> }>().data[member]!;
}

/** A question as the dashboard puts it (api/send.ts). */
type SentRequest = {
  readonly endpoint: Endpoint & PaidEndpoint;
  readonly question: { body?: object; query?: Record<string, string | number>; params?: { id: string }; rows?: number };
};

/** Sends a question; answers with what the service says it billed, in tenths, and what it takes from the balance. */
async function send({ endpoint, question: { body, query, params } }: SentRequest) {
  const path = `/api/v1${endpoint.path.replace('{id}', params?.id ?? '')}`;
  const text = Object.fromEntries(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]));
  const before = await readUsedTenths();
  const answer = await service.inject(endpoint.method, path, { ...(body ? { body } : {}), query: text });
  const billed = Math.round(Number(answer.headers['x-credits-used'] ?? 0) * 10);
  return { answer, billed, taken: (await readUsedTenths()) - before };
}

async function readUsedTenths(): Promise<number> {
  const [account] = await service.sql<{ tenths: string }[]>`SELECT sum(purchased_tenths + monthly_tenths) AS tenths
    FROM accounts`;
  return -Number(account!.tenths);
}

const quote = ({ endpoint, question }: SentRequest): number => quoteRequest(endpoint, question);

const paging = fc.record(
  { page: fc.oneof(fc.nat(4), fc.constantFrom(60, 100_000)), page_size: fc.integer({ min: 1, max: 500 }) },
  { requiredKeys: [] },
);
const someOf = (kind: keyof typeof ids) =>
  fc.nat(1e6).chain((start) =>
    fc.integer({ min: 1, max: 40 }).map((count) => {
      const all = ids[kind];
      return Array.from({ length: count }, (_, index) => all[(start + index * 7) % all.length]!);
    }),
  );
const oneOf = (kind: keyof typeof ids) => fc.nat(1e6).map((at) => ids[kind][at % ids[kind].length]!);
const name = fc.constantFrom('a', 'capital', 'anna', 'lab', 'zzqx', 'ridge', 'o');

/** Ids are read when drawn: they exist only when the service does. */
const later = <T>(make: () => fc.Arbitrary<T>) => fc.constant(null).chain(make);
const search = (endpoint: SentRequest['endpoint'], member: string, kind: keyof typeof ids) =>
  later(() => fc.tuple(paging, fc.option(someOf(kind)))).map(([pages, some]): SentRequest => ({
    endpoint,
    question: { body: { ...pages, ...(some ? { identifiers: { [member]: [...new Set(some)] } } : {}) } },
  }));
const single = (endpoint: SentRequest['endpoint'], kind: keyof typeof ids) =>
  later(() => oneOf(kind)).map((id): SentRequest => ({ endpoint, question: { query: { id } } }));
const history = (endpoint: SentRequest['endpoint'], kind: keyof typeof ids) =>
  later(() => fc.tuple(paging, oneOf(kind))).map(([pages, id]): SentRequest => ({
    endpoint,
    question: { query: { ...pages, id } },
  }));
const lookUp = (endpoint: SentRequest['endpoint']) =>
  name.map((text): SentRequest => ({ endpoint, question: { query: { name: text } } }));

const drawn: readonly fc.Arbitrary<SentRequest>[] = [
  search(searchDeals, 'deal_ids', 'deal'),
  search(searchCompanies, 'ids', 'company'),
  search(searchInvestors, 'ids', 'firm'),
  search(searchPeople, 'ids', 'person'),
  later(() => oneOf('deal')).map((id): SentRequest => ({ endpoint: readDeal, question: { params: { id } } })),
  later(() => oneOf('deal')).map((id): SentRequest => ({
    endpoint: readDealInvestors,
    question: { params: { id }, rows: investorRows.get(id) ?? 0 },
  })),
  single(readCompany, 'company'),
  single(readInvestor, 'firm'),
  single(readPerson, 'person'),
  history(readCompanyDeals, 'company'),
  history(readInvestorDeals, 'firm'),
  history(readPersonDeals, 'person'),
  lookUp(lookUpCompanies),
  lookUp(lookUpInvestors),
  lookUp(lookUpPeople),
];

test('quoted is never below billed, over 1,000 drawn actions on every paid endpoint', async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.oneof(...drawn), async (sent) => {
      const { answer, billed, taken } = await send(sent);
      expect([200, 404], answer.body).toContain(answer.statusCode);
      expect(billed).toBeLessThanOrEqual(quote(sent));
      expect(taken).toBe(billed);
      if (billed > 0) seen.set(sent.endpoint.id, (seen.get(sent.endpoint.id) ?? 0) + 1);
    }),
    { numRuns: 1000, seed },
  );
  const paid = (endpoints as readonly Endpoint[]).filter(({ cost }) => cost.per !== 'nothing');
  expect([...seen.keys()].toSorted()).toEqual(paid.map(({ id }) => id).toSorted());
}, 120_000);

test('ids that are owned are left out, and the rest costs at most what is quoted for it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(1e6), fc.nat(250), async (start, owned) => {
      const all = ids.company.filter((_, index) => (index + start) % 3 > 0);
      const missing = all.slice(owned);
      const batches = splitIntoBatches(missing, 100);
      let billed = 0;
      for (const batch of batches) {
        const sent: SentRequest = {
          endpoint: searchCompanies,
          question: { body: { identifiers: { ids: batch }, page_size: batch.length } },
        };
        const answered = await send(sent);
        expect(answered.billed).toBeLessThanOrEqual(quote(sent));
        billed += answered.billed;
      }
      // The unknown id returns no row, and so costs nothing.
      expect(billed).toBe(missing.filter((id) => id !== unknownId).length * 10);
    }),
    { numRuns: 20, seed },
  );
}, 60_000);

test('batch after batch returns the rows of one large page: each once, in order, and none billed twice', async () => {
  const whole = await readAll('/deals', 'deals');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 160 }), { minLength: 1, maxLength: 4 }), async (batches) => {
      const rows: string[] = [];
      let billed = 0;
      for (const more of batches) {
        for (const { page, size } of planPages(rows.length, more)) {
          const sent = { endpoint: searchDeals, question: { body: { page, page_size: size } } };
          const answered = await send(sent);
          billed += answered.billed;
          rows.push(...answered.answer.json<{ data: { deals: Row[] } }>().data.deals.map(({ id }) => id));
        }
        if (rows.length > 340) break;
      }
      expect(rows).toEqual(whole.slice(0, rows.length).map(({ id }) => id));
      expect(billed).toBe(rows.length * 10);
    }),
    { numRuns: 15, seed },
  );
}, 60_000);
