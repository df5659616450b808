import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { company } from '#contract/companies.ts';
import { deal, type Deal } from '#contract/deals.ts';
import { investor } from '#contract/investors.ts';
import { openForTests } from '../../../testing/open-for-tests.ts';
import { startService } from '../../../testing/service.ts';
import { load } from '../load.ts';
import { fewPlaces, pickPlaces } from '../testing-records.ts';
import { createSourceFolder, readSource, type SourceFolder } from '../testing-sources.ts';
import { csvFields, derivedFields, jsonlFields } from './api-fields.ts';
import { buildTemplate, printTemplates, recordNames, templateRows } from './api-template.ts';
import { openPreset } from './preset.ts';

let files: SourceFolder;
beforeAll(async () => {
  files = await createSourceFolder();
});
afterAll(() => files.remove());

const options = { createdAt: '2024-06-01' };
/** The places that the templates name. */
const places = pickPlaces(
  'europe',
  'germany',
  'berlin-germany',
  'berlin-berlin',
  'united-kingdom',
  'england-united-kingdom',
  'london-england',
);

test('every field of the contract’s records is read, or known to be worked out here', () => {
  const records = { deals: deal, companies: company, investors: investor };
  for (const kind of ['deals', 'companies', 'investors'] as const) {
    const known = new Set([...Object.keys(templateRows[kind]), ...derivedFields[kind]]);
    expect(
      Object.keys(records[kind].shape).filter((field) => !known.has(field)),
      kind,
    ).toEqual([]);
  }
});

test('templates are printed one by one, or all four with the names of their files', () => {
  expect(printTemplates('csv', 'deals')).toMatch(/^id,company_id,company_name,round_type,/);
  expect(printTemplates('jsonl')).toContain('== investors.jsonl\n{"id":"i1"');
  expect(() => printTemplates('xml')).toThrow('There is no template for xml');
  expect(() => printTemplates('csv', 'dogs')).toThrow('There is no record dogs');
});

describe.each(['csv', 'jsonl'] as const)('%s', (format) => {
  const service = openForTests(startService);
  beforeAll(async () => {
    for (const kind of recordNames) await files.write(`${format}/${kind}.${format}`, buildTemplate(format, kind));
    const feed = await openPreset(format === 'csv' ? csvFields : jsonlFields, [`${files.folder}/${format}`], {
      ...options,
      source: 'template',
    });
    await load(service.sql, feed, { gazetteer: places });
    expect(feed.readReport().findings).toEqual([]);
  });

  test('is imported from its own template, with all references', async () => {
    const answer = await service.inject('POST', '/api/v1/deals', { body: { company: { locations: ['germany'] } } });
    const [first] = answer.json<{ data: { deals: Deal[] } }>().data.deals;
    expect(first).toMatchObject({
      round_type: 'SERIES_A',
      date: '2024-03-12T00:00:00.000Z',
      created_at: '2024-03-13T09:00:00.000Z',
      total_round_raised: 12_000_000,
      financings: [{ type: 'SERIES_A', size_usd: 12_000_000, size_native: 11_000_000, currency: 'EUR' }],
      valuation: {
        type: 'POST_MONEY',
        valuation_currency: 'EUR',
        valuation_usd: 60_000_000,
        valuation_native: 55_000_000,
      },
      deal_descriptions: { short_description: 'Series A for parcel robots', long_description: null },
    });
    const [row] = await service.sql`
      SELECT i.name AS investor, lead, p.name AS partner, c.num_employees, c.founded::text, e.title, s.school_name, v.investment_stages,
        (SELECT count(*)::int FROM company_industries) AS industries, (SELECT count(*)::int FROM person_firms) AS employers
      FROM deal_investors di JOIN investors i ON i.id = di.investor_id JOIN deal_partners dp USING (deal_id)
        JOIN people p ON p.id = dp.person_id JOIN employments e ON e.person_id = p.id JOIN educations s ON s.person_id = p.id
        CROSS JOIN companies c JOIN investors v ON v.id = di.investor_id`;
    expect(row).toEqual({
      investor: 'Example Ventures',
      lead: true,
      partner: 'Ada Example',
      num_employees: '11-50',
      founded: '2019-05-01',
      title: 'Partner',
      school_name: 'Example University',
      investment_stages: ['Early Stage Venture', 'Seed'],
      industries: 2,
      employers: 1,
    });
  });
});

describe('rows in the contract’s fields', () => {
  const uuid = 'ABCDEF01-2345-6789-ABCD-EF0123456789';

  test('keep their ids where these are uuids, and need no file of companies where they name one', async () => {
    const path = await files.write(
      'deals-1.csv',
      `id,company_id,company_name,round_type,investor_ids,investors\n${uuid},c9,Oak,SEED,i1|i2,"[{""id"":""i2"",""name"":""Alder""}]"`,
    );
    const { all, count } = await readSource(openPreset(csvFields, [path], options));
    expect(all('company')).toMatchObject([{ key: 'c9', name: 'Oak', uuid: undefined }]);
    expect(all('deal')).toMatchObject([
      {
        uuid: uuid.toLowerCase(),
        companyKey: 'c9',
        createdAt: '2024-06-01',
        raised: null,
        investors: [{ key: 'i2', lead: null }],
      },
    ]);
    expect(count('the investor has no record and no name: left out')).toBe(1);
  });

  test('with a mistake are rejected with field and value; the others are imported', async () => {
    const header = 'id,company_id,company_name,round_type,date,total_round_raised,colour';
    const rows = [
      'd1,c1,Oak,SERIES_Q,2020-01-01,5,',
      'd2,c1,Oak,SEED,01.02.2020,5,',
      'd3,c1,Oak,SEED,2020-01-01,-5,',
      'd4,c2,,SEED,,,',
      'd5,c1,Oak,SEED,2020-01-01,5,red',
      'd5,c1,Oak,SEED,2020-01-01,5,red',
    ];
    const { all, report } = await readSource(
      openPreset(csvFields, [await files.write('deals-2.csv', [header, ...rows].join('\n'))], options),
    );
    expect(all('deal').map(({ key }) => key)).toEqual(['d5']);
    const rejected = report.findings
      .filter(({ outcome }) => outcome === 'rejected')
      .map(({ reason, rows: [first] }) => [reason, first?.line, first?.value]);
    expect(rejected).toEqual([
      [expect.stringContaining('round_type: '), 2, 'SERIES_Q'],
      [expect.stringContaining('date: day and month cannot be distinguished'), 3, '01.02.2020'],
      [expect.stringContaining('total_round_raised: '), 4, '-5'],
      ['company_id: the company has no row of its own and no name', 5, 'c2'],
    ]);
    expect(report.findings.map(({ reason }) => reason)).toContain('colour is not a field of deals: not read');
    expect(report.files[0]).toMatchObject({ read: 6, loaded: 1, rejected: 4, merged: 1 });
  });

  test('are of a source whose address is a page', async () => {
    const path = await files.write('companies-4.csv', 'id,name\nc1,Oak');
    const open = (address: string) => openPreset(csvFields, [path], { ...options, address });
    expect((await open('https://data.example/list')).source.address).toBe('https://data.example/list');
    for (const address of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd'])
      await expect(open(address)).rejects.toMatchObject({
        message: `${address} is not a web address.`,
        remedy: 'Write it as https://example.com.',
      });
  });

  test('say which records they are by their file’s name or --record', async () => {
    const path = await files.write('things.csv', 'id,name\nc1,Oak');
    await expect(readSource(openPreset(csvFields, [path], {}))).rejects.toThrow(
      'It is not clear which records things.csv has',
    );
    const { all } = await readSource(openPreset(csvFields, [path], { record: 'investors' }));
    expect(all('investor')).toMatchObject([{ key: 'c1', name: 'Oak' }]);
    await expect(readSource(openPreset(csvFields, [path], { record: 'dogs' }))).rejects.toThrow(
      'There is no record dogs',
    );
  });

  test('with the uuid of another source merge with its records; with --no-merge the import is rejected, with what to do', async () => {
    const service = await startService();
    try {
      const path = await files.write('companies-3.csv', `id,name\n${uuid},Oak`);
      const open = (source: string) => openPreset(csvFields, [path], { ...options, source });
      await load(service.sql, await open('one'), { gazetteer: fewPlaces });
      await expect(load(service.sql, await open('two'), { merge: false, gazetteer: fewPlaces })).rejects.toThrow(
        'Another source has a record with the same id',
      );
      expect(await service.sql`SELECT key FROM sources`).toHaveLength(1);
      await load(service.sql, await open('two'), { gazetteer: fewPlaces });
      expect(await service.sql`SELECT key FROM sources`).toHaveLength(2);
      expect(await service.sql`SELECT uuid FROM companies`).toEqual([{ uuid: uuid.toLowerCase() }]);
    } finally {
      await service.close();
    }
  });
});
