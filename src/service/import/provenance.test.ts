import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { listDisagreements, type ProvenanceKind, type RecordProvenance } from '#contract/sources.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { seedRecords, uuidOf } from '../../testing/records.ts';
import { startService } from '../../testing/service.ts';
import { idOf, loadAs, newer, older } from './testing-records.ts';

let key: string;
const service = openForTests(() => startService({ seed: seedRecords }));
beforeAll(async () => {
  ({ key } = await service.createKey({ plan: 'FREE', purchased: 3 }));
  await service.sql`UPDATE companies SET origin_file = 'companies.csv', origin_row = 2`;
});

test('POST /account/sources says for free where records come from, without any of their values', async () => {
  const ids = [uuidOf('company', 1), randomUUID()];
  const response = await service.inject('POST', '/account/sources', { body: { kind: 'company', ids }, key });
  expect(response.statusCode, response.body).toBe(200);
  const { data } = response.json<{ data: { records: object[] } }>();
  expect(data.records).toMatchObject([
    { id: ids[0], kind: 'company', sources: [{ title: 'Test', file: 'companies.csv', row: 2 }], facts: [] },
  ]);
  expect(response.body).not.toContain('Anvil');
  const charges = await service.sql`SELECT 1 FROM ledger`;
  expect(charges).toHaveLength(0);
});

test('where records come from needs a key and a kind', async () => {
  const body = { kind: 'company', ids: [uuidOf('company', 1)] };
  expect((await service.inject('POST', '/account/sources', { body, key: null })).statusCode).toBe(401);
  expect((await service.inject('POST', '/account/sources', { body: { ids: body.ids }, key })).statusCode).toBe(400);
});

const openMerged = () =>
  startService({
    async seed(sql) {
      await loadAs(sql, 'older', older, 2013);
      await loadAs(sql, 'newer', newer, 2014);
    },
  });
const merged = openForTests(openMerged);
const changed = openForTests(openMerged);

async function readMerged(kind: ProvenanceKind, id: string, from = merged): Promise<RecordProvenance> {
  const { key: reader } = await from.createKey({ plan: 'FREE' });
  const response = await from.inject('POST', '/account/sources', { body: { kind, ids: [id] }, key: reader });
  expect(response.statusCode, response.body).toBe(200);
  expect(response.body).not.toContain('acorns');
  return response.json<{ data: { records: RecordProvenance[] } }>().data.records[0]!;
}

/** The facts of a record: from which sources each is, and which say something else. */
async function readFacts(kind: ProvenanceKind, id: string) {
  const { facts } = await readMerged(kind, id);
  return Object.fromEntries(facts.map(({ fact, from, differs }) => [fact, { from, differs }]));
}

test('industries, descriptions, investors, leads and articles say which sources they are from', async () => {
  expect(await readFacts('company', idOf('older'))).toMatchObject({
    Name: { from: ['newer'], differs: ['older'] },
    Industries: { from: ['newer'], differs: ['older'] },
    Description: { from: ['older'], differs: [] },
  });
  // What an export says in its column of conflicts.
  expect(listDisagreements(await readMerged('company', idOf('older')))).toContain(
    'Industries: Source newer, not Source older',
  );
  const [deal] = await merged.sql<{ id: string }[]>`
    SELECT uuid AS id FROM deals WHERE round_type = 'SERIES_A' AND total_round_raised = 1000000`;
  expect(await readFacts('deal', deal!.id)).toMatchObject({
    // The same investor has another id in each source.
    Investors: { from: ['older'], differs: ['newer'] },
    'Lead investors': { from: ['newer'], differs: [] },
    'Angel investors': { from: ['older'], differs: [] },
    // Neither has all of them, so that the list is from both.
    Articles: { from: ['older', 'newer'], differs: [] },
  });
});

test('a record was added with the first of its deals, and one without a deal with its source', async () => {
  const readAdded = async (kind: ProvenanceKind, name: string) => {
    const table = { company: 'companies', investor: 'investors', person: 'people', deal: 'deals' }[kind];
    const [found] = await changed.sql.unsafe<{ id: string }[]>(`SELECT uuid AS id FROM ${table} WHERE name = $1`, [
      name,
    ]);
    return (await readMerged(kind, found!.id, changed)).added_at;
  };
  expect(await readAdded('company', 'Acorn Labs')).toBe('2013-10-01T00:00:00.000Z');
  expect(await readAdded('investor', 'Red Fund')).toBe('2013-10-01T00:00:00.000Z');
  expect(await readAdded('person', 'Bob Roe')).toBe('2013-10-01T00:00:00.000Z');
  // Of the company that employs her.
  expect(await readAdded('person', 'Ann Lee')).toBe('2013-10-01T00:00:00.000Z');
  await changed.sql`DELETE FROM deal_investors WHERE investor_id = (SELECT id FROM investors WHERE name = 'Red Fund')`;
  const [source] = await changed.sql<{ at: Date }[]>`
    SELECT imported_at AS at FROM sources s JOIN investors i ON i.source_id = s.id WHERE i.name = 'Red Fund'`;
  expect(await readAdded('investor', 'Red Fund')).toBe(source!.at.toISOString());
});
