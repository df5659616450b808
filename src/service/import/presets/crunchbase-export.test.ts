import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSourceFolder, createZip, readSource, type SourceFolder } from '../testing-sources.ts';
import { crunchbaseExport } from './crunchbase-export.ts';
import { openPreset } from './preset.ts';

let files: SourceFolder;
beforeAll(async () => {
  files = await createSourceFolder();
});
afterAll(() => files.remove());

const readAll = (path: string) => readSource(openPreset(crunchbaseExport, [path]));

const uuid = (digit: number) => `${String(digit).repeat(8)}-1111-1111-1111-111111111111`;

describe('crunchbase-export', () => {
  test('reads the layout of 2016: letters apart, leads, partners, names without uuids', async () => {
    const write = (name: string, ...lines: string[]) => files.write(`cb2016/${name}.csv`, lines.join('\n'));
    await write(
      'funding_rounds',
      'company_name,country_code,state_code,region,city,company_category_list,funding_round_type,funding_round_code,announced_on,raised_amount_usd,raised_amount,raised_amount_currency_code,post_money_valuation_usd,post_money_valuation,pre_money_currency_code,investor_count,investor_names,cb_url,company_uuid,funding_round_uuid',
      `Acorn,USA,CA,SF Bay Area,San Francisco,Robotics|Sorcery,venture,B,2013-11-01,3000000,,,9000000,,,3,"Alder Capital, Birch Fund, Sam Elm",https://www.crunchbase.com/organization/acorn,${uuid(1)},${uuid(2)}`,
      `Maple,DEU,,Berlin,Berlin,,seed,A,2013-11-02,,550000,EUR,,,,1,Dogwood Fund,,${uuid(3)},${uuid(4)}`,
    );
    await write(
      'investors',
      'investor_name,domain,country_code,state_code,region,city,investor_type,investment_count,founded_on,closed_on,cb_url,twitter_url,facebook_url,uuid',
      `Alder Capital,alder.example,USA,CA,SF Bay Area,Menlo Park,venture_capital,9,,,https://www.crunchbase.com/organization/alder,,,${uuid(5)}`,
    );
    await write(
      'investments',
      'funding_round_uuid,investor_uuid,is_lead_investor',
      `${uuid(2)},${uuid(5)},t`,
      `${uuid(2)},${uuid(6)},f`,
      `${uuid(2)},${uuid(7)},f`,
      `${uuid(4)},${uuid(8)},t`,
      `${uuid(4)},${uuid(8)},t`,
    );
    await write(
      'investment_partners',
      'funding_round_uuid,investor_uuid,partner_uuid',
      `${uuid(2)},${uuid(5)},${uuid(9)}`,
      `${uuid(2)},${uuid(6)},${uuid(9)}`,
    );
    await write(
      'people',
      'first_name,last_name,country_code,state_code,city,cb_url,twitter_url,facebook_url,primary_affiliation_organization,primary_affiliation_title,primary_organization_uuid,uuid',
      `Eve,Partner,USA,CA,San Francisco,https://www.crunchbase.com/person/eve,,,Alder Capital,Founder & Partner,${uuid(5)},${uuid(9)}`,
      `Eve,Partner,USA,CA,San Francisco,,,,,,,${uuid(9)}`,
    );
    await write(
      'jobs',
      'person_uuid,org_uuid,started_on,ended_on,is_current,title,job_role,executive_role,advisory_role',
      `${uuid(9)},${uuid(5)},2010-01-01 00:00:00 +0000,,t,Partner,t,t,f`,
      `${uuid(8)},${uuid(5)},,,t,Partner,t,t,f`,
    );
    await write('ipos', 'name', 'nobody reads this');
    const { all, count, report } = await readAll(`${files.folder}/cb2016`);
    expect(all('deal')).toMatchObject([
      {
        uuid: uuid(2),
        companyKey: uuid(1),
        roundType: 'SERIES_B',
        raised: 3_000_000,
        valuation: { type: 'POST_MONEY', usd: 9_000_000 },
        createdAt: '2016-04-17',
        investors: [
          { key: uuid(5), lead: true, partners: [uuid(9)] },
          { key: 'birchfund', lead: null },
        ],
        angels: ['samelm'],
      },
      {
        roundType: 'SEED',
        raised: null,
        financings: [{ sizeUsd: null, sizeNative: 550_000, currency: 'EUR' }],
        investors: [{ key: 'dogwoodfund', lead: true }],
      },
    ]);
    expect(all('company')).toMatchObject([
      { uuid: uuid(1), place: { city: 'san-francisco-california' }, industryText: 'Sorcery' },
      { place: { city: 'berlin-berlin' } },
    ]);
    expect(all('person').filter((person) => person.uuid)).toMatchObject([
      {
        uuid: uuid(9),
        name: 'Eve Partner',
        isFounder: true,
        worksFor: [uuid(5)],
        employments: [{ companyKey: null, companyName: 'Alder Capital', startDate: '2010-01-01', isCurrent: true }],
      },
    ]);
    expect(
      [
        'the letter contradicts the round type, which was used',
        'the same investment as one before',
        'partner of an investor without a name: left out',
        'several investors are known by name only: without lead and uuid',
        'person is not in people.csv',
        'the same person as one before',
      ].map(count),
    ).toEqual([1, 1, 1, 1, 1, 1]);
    expect(report.figures).toMatchObject({ deals: 2, companies: 2, 'investments of these deals': 4, 'of them led': 2 });
  });

  test('reads the later layout from a zip file: organizations with roles, kinds in one word', async () => {
    const zip = createZip({
      'organizations.csv': `uuid,name,permalink,cb_url,roles,domain,country_code,region,city,status,short_description,category_list,founded_on,employee_count,linkedin_url\n${uuid(1)},Acorn,acorn,https://www.crunchbase.com/organization/acorn,company,acorn.example,GBR,England,London,operating,Nuts,"Robotics,Software",2012-05-01,11-50,https://www.linkedin.com/company/acorn\n${uuid(5)},Alder,alder,,"investor,company",alder.example,USA,California,San Francisco,operating,,,,unknown,\n${uuid(6)},Oak School,oak,,school,,,,,,,,,,`,
      'funding_rounds.csv': `uuid,name,created_at,investment_type,announced_on,raised_amount_usd,raised_amount,raised_amount_currency_code,org_uuid,org_name\n${uuid(2)},Series A - Acorn,2020-02-03 10:00:00,series_a,2020-02-01,4000000,3000000,GBP,${uuid(1)},Acorn\n${uuid(3)},x,2020-02-03 10:00:00,pre_seed,2019-02-01,,,,${uuid(9)},`,
      'investments.csv': `uuid,funding_round_uuid,investor_uuid,is_lead_investor\nx,${uuid(2)},${uuid(5)},true`,
      'degrees.csv': 'person_uuid,institution_name\nx,y',
    });
    const { all, count, report } = await readAll(await files.write('export.zip', zip));
    expect(all('company')).toMatchObject([
      {
        key: uuid(1),
        domain: 'acorn.example',
        status: 'private',
        numEmployees: '11-50',
        founded: '2012-05-01',
        place: { city: 'london-england' },
      },
      { key: uuid(5) },
    ]);
    expect(all('investor')).toMatchObject([{ key: uuid(5), permalink: 'alder' }]);
    expect(all('deal')).toMatchObject([
      {
        roundType: 'SERIES_A',
        createdAt: '2020-02-03T10:00:00.000Z',
        raised: 4_000_000,
        financings: [{ sizeNative: 3_000_000, currency: 'GBP' }],
        investors: [{ key: uuid(5), lead: true }],
      },
    ]);
    expect([count('neither a company nor an investor'), count('no company is named')]).toEqual([1, 1]);
    expect(report.figures['companies']).toBe(2);
  });

  test('says what is missing', async () => {
    await files.write('cbnone/people.csv', 'uuid\nx');
    await expect(readAll(`${files.folder}/cbnone`)).rejects.toThrow('has no funding_rounds.csv');
  });
});
