import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSourceFolder, createZip, readSource, type SourceFolder } from '../testing-sources.ts';
import { formd } from './formd.ts';
import { openPreset } from './preset.ts';

let files: SourceFolder;
beforeAll(async () => {
  files = await createSourceFolder();
});
afterAll(() => files.remove());

const readAll = (path: string) => readSource(openPreset(formd, [path]));

describe('formd', () => {
  const tsv = (columns: string, ...rows: string[]) =>
    [columns.split(' '), ...rows.map((row) => row.split('|'))].map((cells) => cells.join('\t')).join('\n');
  const quarter = (rows: { filings: string[]; issuers: string[]; offerings: string[]; persons: string[] }) => ({
    'FORMDSUBMISSION.tsv': tsv('ACCESSIONNUMBER FILE_NUM FILING_DATE SUBMISSIONTYPE TESTORLIVE', ...rows.filings),
    'ISSUERS.tsv': tsv(
      'ACCESSIONNUMBER IS_PRIMARYISSUER_FLAG CIK ENTITYNAME STREET1 STREET2 CITY STATEORCOUNTRY STATEORCOUNTRYDESCRIPTION ZIPCODE YEAROFINC_VALUE_ENTERED',
      ...rows.issuers,
    ),
    'OFFERING.tsv': tsv(
      'ACCESSIONNUMBER INDUSTRYGROUPTYPE SALE_DATE YETTOOCCUR ISEQUITYTYPE ISDEBTTYPE ISOTHERTYPE TOTALAMOUNTSOLD DESCRIPTIONOFOTHERTYPE',
      ...rows.offerings,
    ),
    'RELATEDPERSONS.tsv': tsv(
      'ACCESSIONNUMBER FIRSTNAME MIDDLENAME LASTNAME CITY STATEORCOUNTRY RELATIONSHIP_1 RELATIONSHIP_2 RELATIONSHIP_3 RELATIONSHIPCLARIFICATION',
      ...rows.persons,
    ),
    'RECIPIENTS.tsv': 'ACCESSIONNUMBER\tRECIPIENTNAME\nA1\tA broker',
  });
  const first = quarter({
    filings: [
      'A1|021-1|05-JAN-2024|D|LIVE',
      'A2|021-2|2024-01-09|D|LIVE',
      'A3|021-3|10-JAN-2024|D|LIVE',
      'A4|021-4|11-JAN-2024|D|TEST',
      'A5|021-5|12-JAN-2024|D|LIVE',
    ],
    issuers: [
      'A1|YES|0000000123|ACORN ROBOTICS, INC.|1 NUT ST||SAN FRANCISCO|CA|CALIFORNIA|94105|2019',
      'A1|NO|0000000124|ACORN TWIN LLC|||SAN FRANCISCO|CA|CALIFORNIA||',
      'A2|YES|0000000125|OAK FUND LP|||NEW YORK|NY|NEW YORK||',
      'A3|YES|0000000126|ELM GMBH|||BERLIN|2M|GERMANY||',
      'A5|YES|0000000127|FIR LLC|||BOSTON|MA|MASSACHUSETTS||',
    ],
    offerings: [
      'A1|Biotechnology|2023-12-20||true|false|false|2500000|say "hi',
      'A2|Pooled Investment Fund|2023-12-20||true|||9|',
      'A3|Other|2024-01-02||false|true|false|0|',
      'A5|Other Technology||true|true|||0|',
    ],
    persons: [
      'A1|ADA|M.|OAK|SAN FRANCISCO|CA|Executive Officer|Director||Founder and CEO',
      'A1|ADA|M.|OAK|||Director|||',
      'A1|-||OAK GP LLC|||Promoter|||',
      'A2|BO||ELM|||Director|||',
    ],
  });
  const second = quarter({
    filings: ['B1|021-1|01-APR-2024|D/A|LIVE'],
    issuers: ['B1|YES|0000000123|ACORN ROBOTICS, INC.|1 NUT ST||SAN FRANCISCO|CA|CALIFORNIA|94105|2019'],
    offerings: ['B1|Biotechnology|2023-12-20||true|false|false|4000000|'],
    persons: [],
  });

  test('reads a quarter: companies without funds, sold amounts, officers', async () => {
    const { all, count, report } = await readAll(await files.write('2024q1_d.zip', createZip(first)));
    expect(all('company')).toMatchObject([
      {
        key: '123',
        name: 'Acorn Robotics, Inc.',
        legalName: 'ACORN ROBOTICS, INC.',
        founded: '2019-01-01',
        place: { city: 'san-francisco-california' },
        address: '1 NUT ST, SAN FRANCISCO CA 94105',
      },
      { key: '126', name: 'Elm GMBH', place: { city: 'berlin-berlin' }, industries: [] },
      { key: '127' },
    ]);
    expect(all('deal')).toMatchObject([
      {
        key: '021-1',
        companyKey: '123',
        roundType: 'EQUITY',
        date: '2023-12-20',
        createdAt: '2024-01-05',
        raised: 2_500_000,
      },
      { key: '021-3', companyKey: '126', roundType: 'DEBT_FINANCING', raised: null },
    ]);
    expect(all('person')).toMatchObject([
      { name: 'Ada M. Oak', title: 'Founder and CEO', isFounder: true, employments: [{ companyKey: '123' }] },
    ]);
    expect(
      [
        'a test filing',
        'a fund, not a company',
        'not the primary issuer',
        'nothing was sold yet',
        'no first name: not a person',
        'the same person as one before',
      ].map(count),
    ).toEqual([1, 2, 1, 1, 1, 1]);
    expect(report.files.map(({ file, read: rows }) => [file, rows])).toEqual([
      ['FORMDSUBMISSION.tsv', 5],
      ['ISSUERS.tsv', 5],
      ['RELATEDPERSONS.tsv', 4],
      ['OFFERING.tsv', 4],
    ]);
  });

  test('treats the amendment of a later quarter as the same round', async () => {
    const paths = [
      await files.write('2024q1_d.zip', createZip(first)),
      await files.write('2024q2_d.zip', createZip(second)),
    ];
    const { all, count } = await readSource(openPreset(formd, paths));
    expect(all('company').map(({ key }) => key)).toEqual(['126', '127', '123']);
    expect(all('deal').map(({ key, raised, createdAt }) => [key, raised, createdAt])).toEqual([
      ['021-3', null, '2024-01-10'],
      ['021-1', 4_000_000, '2024-04-01'],
    ]);
    expect(count('amends an earlier filing, which is not used')).toBe(1);
  });

  test('says what is missing', async () => {
    await expect(readAll(await files.write('half.zip', createZip({ 'ISSUERS.tsv': 'x' })))).rejects.toThrow(
      'does not have FORMDSUBMISSION.tsv, OFFERING.tsv',
    );
  });
});
