import { searchCompanies } from '#contract/companies.ts';
import { searchDeals } from '#contract/deals.ts';
import { searchInvestors } from '#contract/investors.ts';
import { searchPeople } from '#contract/people.ts';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { seedRecords, uuidOf } from '../../testing/records.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { createInject, type TestService, startService } from '../../testing/service.ts';
import { buildService } from '../app.ts';
import { currentGeneration } from '../db/permalinks.ts';
import { createPool, type Pool } from '../db/pool.ts';
import { load } from '../import/load.ts';
import { pickPlaces } from '../import/testing-records.ts';
import { all, oneOf, type Predicate, related } from '../db/predicates.ts';
import { buildIndex } from '../relevance/index-builder.ts';
import { type IndexThread, startIndexHere, startIndexWorker } from './index-thread.ts';
import { nameRecordFile } from './record-file.ts';
import { createRecordIndex } from './record-index.ts';

const index = createRecordIndex();
const service = openForTests(() => startService({ seed: seedRecords, index }));
beforeEach(() => index.update(service.sql));

/** A service of a test's own, whose records that test may change, and its index, which has not read them yet. */
async function startOwn() {
  const ownIndex = createRecordIndex();
  const own = await startService({ seed: seedRecords, index: ownIndex });
  onTestFinished(() => own.close());
  return { service: own, index: ownIndex };
}

/** The numbers of the deals that a body finds, and whether the index found them. */
async function find(
  body: object,
  on = { service, index },
): Promise<{ deals: number[]; total: number; byIndex: boolean }> {
  const before = on.index.countAnswers();
  const response = await on.service.inject('POST', '/api/v1/deals', { body });
  const { data, meta } = response.json<{ data: { deals: { id: string }[] }; meta: { total_count: number } }>();
  return {
    deals: data.deals.map(({ id }) => Number(id.slice(-12))),
    total: meta.total_count,
    byIndex: on.index.countAnswers() > before,
  };
}

it('has one file for a database with several servers', async () => {
  const { options } = service.sql;
  const several = createPool({
    ...options,
    address: options.address.replace(/@[^/]*\//, '@localhost:5432,localhost:5433/'),
  });
  onTestFinished(() => several.end({ timeout: 0 }));
  const names = await Promise.all([service.sql, several].map((sql) => nameRecordFile(sql, '/folder', 1)));
  expect(new Set(names.map(({ name }) => name)).size).toBe(2);
});

it('leaves searches to PostgreSQL until the records are read', async () => {
  const own = await startOwn();
  expect(await find({}, own)).toEqual({ deals: [7, 5, 3, 4, 2, 1, 6], total: 7, byIndex: false });
  await own.index.update(own.service.sql);
  expect(await find({}, own)).toMatchObject({ total: 7, byIndex: true });
});

it('answers searches for deals once the records are read', async () => {
  expect(await find({})).toEqual({ deals: [7, 5, 3, 4, 2, 1, 6], total: 7, byIndex: true });
  const one = { identifiers: { deal_ids: [uuidOf('deal', 3)] } };
  expect(await find(one)).toEqual({ deals: [3], total: 1, byIndex: true });
  expect(await find({ page: Number.MAX_SAFE_INTEGER })).toEqual({ deals: [], total: 7, byIndex: true });
});

const searches = [
  ['/deals', searchDeals],
  ['/companies', searchCompanies],
  ['/investors', searchInvestors],
  ['/people', searchPeople],
] as const;
const sorts = searches.flatMap(([path, { body }]) =>
  body.shape.sort_by.unwrap().options.map((sort_by) => ({ path, sort_by })),
);

it.each(sorts)('answers $path in the order $sort_by', async ({ path, sort_by }) => {
  const before = index.countAnswers();
  const response = await service.inject('POST', `/api/v1${path}`, { body: { sort_by } });
  expect([response.statusCode, index.countAnswers()]).toEqual([200, before + 1]);
});

it.each([
  ['/investors', { company_investments: { only_lead_deals: true, min_matching_deals: 1 } }, 2],
  ['/people', { person: { roles: ['founder', 'key_person'] } }, 1],
  ['/people', { investor: { deals: { investment_type: 'angel' } } }, 1],
])('answers filters on related records of %s', async (path, body, total) => {
  const before = index.countAnswers();
  const response = await service.inject('POST', `/api/v1${path}`, { body });
  expect(response.json<{ meta: { total_count: number } }>().meta.total_count, response.body).toBe(total);
  expect(index.countAnswers()).toBe(before + 1);
});

it('finds names that have little in common with the requested name', async () => {
  const before = index.countAnswers();
  const response = await service.inject('GET', '/api/v1/company/search', { query: { name: 'anil' } });
  const { companies } = response.json<{ data: { companies: { name: string }[] } }>().data;
  expect(companies.map(({ name }) => name)).toEqual(['Anvil']);
  expect(index.countAnswers()).toBe(before + 1);
});

it('counts the deals of the current filters for rows that were cached under other filters', async () => {
  const countDeals = async (body: object) => {
    const response = await service.inject('POST', '/api/v1/investors', { body });
    const { investors } = response.json<{ data: { investors: { filtered_deal_count: number | null }[] } }>().data;
    return investors.map(({ filtered_deal_count }) => filtered_deal_count);
  };
  const uncounted = await countDeals({});
  const matching = { company_investments: { min_matching_deals: 1 } };
  const counted = await countDeals(matching);
  expect(new Set(uncounted)).toEqual(new Set([null]));
  expect(counted.length).toBeGreaterThan(0);
  expect(counted.every((count) => (count ?? 0) > 0)).toBe(true);
  expect([await countDeals({}), await countDeals(matching)]).toEqual([uncounted, counted]);
});

it('leaves searches by meaning to PostgreSQL', async () => {
  const before = index.countAnswers();
  await service.inject('POST', '/api/v1/companies', { body: { search_query: 'software' } });
  expect(index.countAnswers()).toBe(before);
});

it('finds the results of a search text that satisfy its filters, like PostgreSQL', async () => {
  await buildIndex(service.sql);
  const plain = await buildService({ db: service.sql });
  onTestFinished(() => plain.close());
  const search = async (inject: TestService['inject']) => {
    const body = { search_query: 'Anvil', company: { min_relevance: 0, employee_count: ['11-50'] } };
    return (await inject('POST', '/api/v1/companies', { body })).json<{ data: { companies: object[] } }>().data;
  };
  const before = index.countAnswers();
  const found = await search(service.inject);
  expect(index.countAnswers()).toBe(before + 1);
  expect(found.companies).toHaveLength(1);
  expect(found).toEqual(await search(createInject(plain, service.key)));
});

it('answers without waiting for searches that PostgreSQL answers', async () => {
  const search = { maxConcurrent: 1, maxPerAccount: 1, queueTimeoutMs: 10_000 };
  const limits = { queryTimeoutMs: 15_000, search, lookup: search };
  const app = await buildService({ db: service.sql, index, queryPoolLimits: limits });
  onTestFinished(() => app.close());
  const inject = createInject(app, service.key);
  const { slow } = await service.sql.begin(async (sql) => {
    // A search for people waits for this table.
    await sql`LOCK TABLE educations IN ACCESS EXCLUSIVE MODE`;
    const people = inject('POST', '/api/v1/people', { body: { company: { search_query: 'software' } } });
    const findWaiting = () => service.sql`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await findWaiting()).length).toBe(1);
    const deals = await inject('POST', '/api/v1/deals', { body: { deal: { size_min: 1 } } });
    expect(deals.statusCode, deals.body).toBe(200);
    return { slow: people };
  });
  expect((await slow).statusCode).toBe(200);
});

/** Imports as another gateway would, with the places that contain those of the records. */
const replaceRecords = (sql: Pool) =>
  load(sql, undefined, {
    gazetteer: pickPlaces('europe', 'germany', 'north-america', 'united-states', 'california-united-states'),
  });

it('leaves searches to PostgreSQL after an import replaced the records, until these are read', async () => {
  const own = await startOwn();
  await own.index.update(own.service.sql);
  await replaceRecords(own.service.sql);
  await deleteDeals(own.service.sql, 4);
  expect(await find({}, own)).toMatchObject({ deals: [7, 5, 3, 2, 1, 6], byIndex: false });
  await own.index.update(own.service.sql);
  expect(await find({}, own)).toEqual({ deals: [7, 5, 3, 2, 1, 6], total: 6, byIndex: true });
});

it('is read from the file that another gateway wrote, until the records are replaced', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fundscope-index-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await createRecordIndex(folder).update(service.sql);
  const [file = ''] = await readdir(folder);
  const written = await readFile(join(folder, file));
  await createRecordIndex(folder).update(service.sql);
  expect((await readFile(join(folder, file))).equals(written)).toBe(true);

  // The thread keeps what it has read: its response has no array, which would bring the whole file into the message.
  const thread = startIndexHere();
  onTestFinished(() => thread.close());
  const generation = (await readGeneration(service.sql)) ?? 0;
  const { address, settings } = service.sql.options;
  expect(
    serialize(await thread.send('load', { database: { address, settings }, folder, generation })).length,
  ).toBeLessThan(500);

  // An incomplete file is written again.
  await truncate(join(folder, file), written.length - 8);
  await createRecordIndex(folder).update(service.sql);
  expect((await readFile(join(folder, file))).equals(written)).toBe(true);

  await replaceRecords(service.sql);
  await createRecordIndex(folder).update(service.sql);
  const files = await readdir(folder);
  expect(files).toHaveLength(1);
  expect(files).not.toContain(file);
});

it('deletes what a killed process left next to its file, but not what another process writes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fundscope-index-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { database, name } = await nameRecordFile(service.sql, folder, (await readGeneration(service.sql)) ?? 0);
  const killed = spawn(process.execPath, ['--eval', '']);
  await once(killed, 'exit');
  const [stale, living] = [killed.pid, process.ppid].map((pid) => `${database}-${randomUUID()}-${pid}.tmp`);
  for (const file of [stale, living]) await writeFile(join(folder, file!), '');
  await createRecordIndex(folder).update(service.sql);
  expect(new Set(await readdir(folder))).toEqual(new Set([living, name]));
});

it('deletes what earlier versions left under names without a process, once nobody can be writing it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fundscope-index-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { name } = await nameRecordFile(service.sql, folder, (await readGeneration(service.sql)) ?? 0);
  const [stale, recent] = [`${randomUUID()}.tmp`, `${randomUUID()}.tmp`];
  for (const file of [stale, recent]) await writeFile(join(folder, file), '');
  const yesterday = Date.now() / 1000 - 86_400;
  await utimes(join(folder, stale), yesterday, yesterday);
  await createRecordIndex(folder).update(service.sql);
  expect(new Set(await readdir(folder))).toEqual(new Set([recent, name]));
});

it('answers without its file if that cannot be written, and leaves no part of it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fundscope-index-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const generation = (await readGeneration(service.sql)) ?? 0;
  const { name } = await nameRecordFile(service.sql, folder, generation);
  await mkdir(join(folder, name, 'other'), { recursive: true });
  const own = createRecordIndex(folder);
  onTestFinished(() => own.close());
  await own.update(service.sql);
  expect(own.isReady()).toBe(true);
  expect(await readdir(folder)).toEqual([name]);
});

it('runs in its own thread; if that ends, PostgreSQL answers until the next one has the records', async () => {
  const threads: IndexThread[] = [];
  const own = createRecordIndex(undefined, () => {
    const thread = startIndexWorker(new URL('../../../dist/server/record-index.js', import.meta.url));
    threads.push(thread);
    return thread;
  });
  onTestFinished(() => own.close());
  const generation = await readGeneration(service.sql);
  const runPlan = () => own.at(generation)?.findIds(service.sql, { ...newest, where: all() }, { page: 0, pageSize: 2 });
  await own.update(service.sql);
  expect(await runPlan()).toMatchObject({ ids: [7, 5], total: 7 });

  const [, left] = await Promise.all([threads[0]?.close(), runPlan()]);
  expect([left, own.isReady(), own.at(generation)]).toEqual([undefined, false, undefined]);
  await expect(own.update(service.sql)).rejects.toThrow(/thread ended .*PostgreSQL answers/);
  await own.update(service.sql);
  expect([threads.length, await runPlan()]).toMatchObject([2, { ids: [7, 5] }]);
});

it.runIf(process.platform === 'linux')('has a lower priority than the other threads of the process', async () => {
  const thread = startIndexWorker(new URL('../../../dist/server/record-index.js', import.meta.url));
  onTestFinished(() => thread.close());
  const readNiceness = async () => {
    const ids = await readdir('/proc/self/task');
    const stats = await Promise.all(ids.map((id) => readFile(`/proc/self/task/${id}/stat`, 'utf8').catch(() => '')));
    return stats.map((stat) => Number(stat.split(') ')[1]?.split(' ')[16]));
  };
  // The thread has started once it responds.
  await thread.send('names', { generation: 0, table: 'companies', name: '', limits: { similarities: [], max: 0 } });
  expect(await readNiceness()).toContain(Math.min(getPriority() + 2, 19));
});

it('caches pages that depend only on the order and the day', async () => {
  const sent: string[] = [];
  const own = createRecordIndex(undefined, () => {
    const thread = startIndexHere();
    const send: IndexThread['send'] = (name, request) => {
      sent.push(name);
      return thread.send(name, request);
    };
    return { ...thread, send };
  });
  onTestFinished(() => own.close());
  await own.update(service.sql);
  const snapshot = own.at(await readGeneration(service.sql));
  const runPlan = async (plan: object, page = 0, pageSize = 2) => {
    sent.length = 0;
    const found = await snapshot?.findIds(service.sql, { ...newest, ...plan }, { page, pageSize });
    return [found?.ids, sent.length];
  };
  expect(await runPlan({})).toEqual([[7, 5], 1]);
  expect(await runPlan({})).toEqual([[7, 5], 0]);
  expect(await runPlan({}, 1)).toEqual([[3, 4], 1]);
  expect(await runPlan({ order: 'smallest_raise' })).toEqual([[5, 6], 1]);
  const byLastYear = { table: 'investors', order: 'recent_deals' };
  const findAt = (time: string) => runPlan({ ...byLastYear, now: new Date(time) });
  expect(await findAt('2026-06-30T00:00:00Z')).toEqual([[3, 1], 1]);
  expect(await findAt('2026-06-30T23:59:59Z')).toEqual([[3, 1], 0]);
  expect(await findAt('2026-07-01T00:00:00Z')).toMatchObject([{}, 1]);
  const filtered = { where: { is: 'max', column: 'd.total_round_raised', usd: 50_000 } };
  expect([await runPlan(filtered), await runPlan(filtered)]).toEqual([
    [[5, 6], 1],
    [[5, 6], 1],
  ]);
});

it('serves a light request among heavy ones after at most one of them', async () => {
  const thread = startIndexHere();
  onTestFinished(() => thread.close());
  const generation = (await readGeneration(service.sql)) ?? 0;
  const { address, settings } = service.sql.options;
  await thread.send('load', { database: { address, settings }, folder: undefined, generation });
  const parts = { generation, bound: new Map() };
  const served: string[] = [];
  const sendLight = async () => {
    await thread.send('find', { ...parts, plan: newest, page: { page: 0, pageSize: 2 } });
    served.push('light');
  };
  const sendHeavy = async (at: number) => {
    await thread.send('facets', { ...parts, where: undefined, by: ['months'] });
    served.push('heavy');
    if (at === 0) await sendLight();
  };
  await Promise.all(Array.from({ length: 9 }, (_, at) => sendHeavy(at)));
  expect(served.indexOf('light')).toBeLessThanOrEqual(2);
});

it('finds the same if ids have gaps', async () => {
  const { service: gapped, index: own } = await startOwn();
  await deleteDeals(gapped.sql, 1, 3, 4);
  await own.update(gapped.sql);
  const snapshot = own.at(await readGeneration(gapped.sql));
  const findGapped = async (where: Predicate | undefined) =>
    (await snapshot?.findIds(gapped.sql, { table: 'deals', where, order: 'smallest_raise' }, { page: 0, pageSize: 9 }))
      ?.ids;
  expect(await findGapped(undefined)).toEqual([5, 6, 2, 7]);
  expect(await findGapped(all())).toEqual([5, 6, 2, 7]);
  expect(await findGapped({ is: 'max', column: 'd.total_round_raised', usd: 50_000 })).toEqual([5, 6]);
  expect(await findGapped(related('investorsOfDeal', oneOf('i.uuid', [uuidOf('investor', 1)])))).toEqual([2, 7]);
});

const newest = { table: 'deals', where: undefined, order: 'most_recent_deal' } as const;

async function readGeneration(sql: Pool): Promise<number | undefined> {
  const [current] = await sql<{ generation: number }[]>`SELECT ${currentGeneration(sql)} AS generation`;
  return current?.generation;
}

async function deleteDeals(sql: Pool, ...ids: number[]): Promise<void> {
  const parts = ['deal_investors', 'deal_angels', 'deal_partners', 'person_deals', 'financings', 'articles'];
  for (const table of [...parts, 'deal_texts'])
    await sql`DELETE FROM ${sql.identifier(table)} WHERE deal_id = ANY(${ids}::int[])`;
  await sql`UPDATE companies SET latest_deal_id = NULL WHERE latest_deal_id = ANY(${ids}::int[])`;
  await sql`DELETE FROM deals WHERE id = ANY(${ids}::int[])`;
}
