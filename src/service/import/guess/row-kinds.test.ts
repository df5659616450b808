import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMappedFile, parseMapping } from '../mapping/mapped-file.ts';
import { createSourceFolder, readSource, type SourceFolder } from '../testing-sources.ts';
import { guessMapping } from './guess.ts';

let files: SourceFolder;
beforeAll(async () => {
  files = await createSourceFolder();
});
afterAll(() => files.remove());

async function guess(name: string, ...lines: string[]) {
  const path = await files.write(name, lines.join('\n'));
  const proposal = await guessMapping(path, '2026-11-21');
  const mapping = parseMapping(JSON.stringify(proposal), 'proposal');
  const read = await readSource(openMappedFile(mapping, { path }));
  const deals = read
    .all('deal')
    .map(({ companyKey, date, roundType, financings: [first], investors }) => [
      companyKey,
      date,
      roundType,
      first?.sizeNative ?? null,
      first?.currency ?? null,
      (investors ?? []).map(({ key, lead }) => (lead ? `*${key}` : key)).join(),
    ]);
  return { ...read, proposal, deals, doubts: proposal['doubts'] as string[] };
}

describe('a row is', () => {
  test('a layoff: the companies come in with their total, and no round', async () => {
    const { deals, all, doubts } = await guess(
      'layoffs.csv',
      'company,total_laid_off,date,stage,country,funds_raised_millions',
      'Oak,500,3/16/2023,Series B,Germany,210',
      'Elm,20,3/17/2023,Post-IPO,France,',
    );
    expect(deals).toEqual([]);
    expect(all('company').map(({ name, statedTotalUsd }) => [name, statedTotalUsd])).toEqual([
      ['Oak', 210_000_000],
      ['Elm', null],
    ]);
    expect(doubts[0]).toContain('a layoff, not a funding round');
  });

  test('an acquisition: the companies come in as acquired, and buyers are no investors', async () => {
    const { deals, all } = await guess(
      'deals.csv',
      'company_name,acquirer_name,acquired_at,price_amount',
      'Oak,Giant Corp,2021-02-03,1000000',
      'Elm,Huge Inc,2022-02-03,',
    );
    expect(deals).toEqual([]);
    expect(all('company').map(({ name, status }) => [name, status])).toEqual([
      ['Oak', 'acquired'],
      ['Elm', 'acquired'],
    ]);
    expect(all('investor')).toEqual([]);
  });

  test('an investor: a directory has no companies, and a picture is no website', async () => {
    const { all } = await guess(
      'funds.csv',
      'Name,Logo,Stage,Ticket size,Country',
      'Alder Ventures,https://cdn.images.example/1.png,"Seed, Series A",$1M,Canada',
      'Birch Fund,https://cdn.images.example/2.png,Seed,$2M,Kenya',
    );
    expect(all('company')).toEqual([]);
    expect(
      all('investor').map(({ name, domain, place, investmentStages }) => [
        name,
        domain,
        place?.country,
        investmentStages,
      ]),
    ).toEqual([
      ['Alder Ventures', null, 'canada', ['Seed', 'Series A']],
      ['Birch Fund', null, 'kenya', ['Seed']],
    ]);
  });

  test('a company with several rounds, each in columns of its own', async () => {
    const { deals } = await guess(
      'wide.csv',
      'Startup,Seed Date,Seed Amount,Series A Date,Series A Amount,Stage',
      'Oak,2012-03-03,"$1,500,000",2013-11-13,"$8,000,000",Series A',
      'Elm,2014-01-09,"$400,000",,,Seed',
    );
    expect(deals.map((deal) => deal.slice(0, 4))).toEqual([
      ['oak', '2012-03-03', 'SEED', 1_500_000],
      ['oak', '2013-11-13', 'SERIES_A', 8_000_000],
      ['elm', '2014-01-09', 'SEED', 400_000],
    ]);
  });

  test('an investment: the rows of a round give the union of their investors, with the leads', async () => {
    const { deals } = await guess(
      'investments.csv',
      'dealId,companyName,investorName,leadInvestorFlag,date,roundType,investorCountry',
      '1,Oak,Alder Capital,1,2021-01-02,Seed,Canada',
      '2,Elm,Birch Fund,0,2021-02-03,Series A,Kenya',
      '1,Oak,Birch Fund,0,2021-01-02,Seed,Kenya',
    );
    expect(deals.map(([company, , , , , investors]) => [company, investors])).toEqual([
      ['oak', '*alder capital,birch fund'],
      ['elm', 'birch fund'],
    ]);
  });

  test('no round if its cells are one column off, or if the company was sold or listed', async () => {
    const { deals, doubts } = await guess(
      'shifted.csv',
      'Company,About,Investor,Amount($),Stage',
      'Oak,Robots,Alder Capital,"$1,000,000",Seed',
      'Elm,Robots,Ada Lovelace,Birch Fund,"$300,000"',
      'Fir,Robots,Giant Corp,"$90,000,000",Acquisition',
      'Ash,Robots,Cedar Fund,Undisclosed,',
    );
    expect(deals.map(([company]) => company)).toEqual(['oak', 'ash']);
    expect(doubts.join()).toContain('the cells are in other columns than the header says: no round');
    expect(doubts.join()).toContain('the company was sold, merged or listed: no round');
  });

  test('data without a header', async () => {
    const { deals, doubts } = await guess(
      'plain.csv',
      'Fennel,2019-05-01,Seed,1500000,Sable Capital',
      'Gorse,2020-06-01,Series A,2500000,Reed Ventures',
      'Heath,2021-07-01,Series B,9000000,Sable Capital',
    );
    expect(deals).toHaveLength(3);
    expect(deals[0]).toEqual(['fennel', '2019-05-01', 'SEED', 1_500_000, 'USD', 'sablecapital']);
    expect(doubts.join()).toContain('the first row looks like data');
  });

  test('nothing that can be imported', async () => {
    await expect(guess('weather.csv', 'day,temperature,wind', '2023-01-02,4,11', '2023-01-03,5,12')).rejects.toThrow(
      'weather.csv is no list of funding rounds, companies, investors or people',
    );
  });
});

describe('a column is what it says', () => {
  test('a company is not the name of a round, what was raised is not what was asked, and a count is no name', async () => {
    const { deals, proposal } = await guess(
      'beside.csv',
      'Name,Organization,Number of Investors,Ask Amount,Amount Raised (USD),Date,Round',
      'Seed - Oak,Oak,3,9000000,1000000,2023-01-11,Seed',
      'Series A - Elm,Elm,20,9000000,2000000,2023-02-11,Series A',
    );
    expect(deals.map(([company, , , amount]) => [company, amount])).toEqual([
      ['oak', 1_000_000],
      ['elm', 2_000_000],
    ]);
    expect(proposal['investors']).toEqual([]);
  });

  test('a total is read in any order of its words, and other investors next to the lead', async () => {
    const { deals, all } = await guess(
      'totals.csv',
      'Entreprise;Investissement total;Ville',
      'Oak;12 M€;Paris',
      'Elm;3,5 M€;Lyon',
    );
    expect(deals).toEqual([]);
    expect(all('company')).toHaveLength(2);
    const led = await guess(
      'led.csv',
      'Company,Date,Round,Raised ($m),Lead,Others',
      'Oak,Jan-22,A,12,Alder Capital,Birch;Cedar',
    );
    expect(led.deals).toEqual([['oak', '2022-01-01', 'SERIES_A', 12_000_000, 'USD', '*aldercapital,birch,cedar']]);
  });

  test('a state or a canton by its code in the context of the other rows', async () => {
    const rows = (codes: string[]) => codes.map((code, place) => `Firm ${code},2023-01-1${place},Seed,1000000,${code}`);
    const states = await guess('states.csv', 'Company,Date,Round,Amount,Location', ...rows(['CA', 'NY', 'MA', 'GA']));
    expect(states.all('company').map(({ place }) => place?.country)).toEqual(Array(4).fill('united-states'));
    const cantons = await guess('cantons.csv', 'Company,Date,Round,Amount,Canton', ...rows(['ZH', 'VD', 'GE', 'BE']));
    expect(cantons.all('company').map(({ place }) => place?.country)).toEqual(Array(4).fill('switzerland'));
    const countries = await guess('codes.csv', 'Company,Date,Round,Amount,Country', ...rows(['CA', 'DE', 'FR', 'IN']));
    expect(countries.all('company').map(({ place }) => place?.country)).toEqual([
      'canada',
      'germany',
      'france',
      'india',
    ]);
  });

  test.each([
    [
      'de.csv',
      'Unternehmen;Datum;Runde;Betrag (EUR);Investoren',
      'Oak GmbH;03.04.2023;Seed;2.500.000,00;Nordlicht Kapital, Ufer Ventures',
    ],
    [
      'fr.csv',
      'Entreprise;Date;Tour;Montant;Investisseurs',
      'Oak GmbH;13/04/2023;Amorçage;2 500 000,00 €;Nordlicht Kapital et Ufer Ventures',
    ],
    [
      'es.csv',
      'Empresa;Fecha;Ronda;Importe;Inversores',
      'Oak GmbH;13 de abril de 2023;Semilla;2,5 millones €;Nordlicht Kapital y Ufer Ventures',
    ],
    [
      'pt.csv',
      'Empresa;Data;Rodada;Valor;Investidores',
      'Oak GmbH;13 de abril de 2023;Semente;€ 2,5 milhões;Nordlicht Kapital, Ufer Ventures',
    ],
    [
      'it.csv',
      'Azienda;Data;Round;Importo;Investitori',
      'Oak GmbH;13 aprile 2023;Seed;2,5 milioni di euro;Nordlicht Kapital, Ufer Ventures',
    ],
    [
      'nl.csv',
      'Bedrijf;Datum;Ronde;Bedrag;Investeerders',
      'Oak GmbH;13 april 2023;Seed;€ 2,5 miljoen;Nordlicht Kapital en Ufer Ventures',
    ],
    [
      'tr.csv',
      'Şirket;Tarih;Yatırım Turu;Tutar (EUR);Yatırımcılar',
      'Oak GmbH;13 Nisan 2023;Tohum;2.500.000,00;Nordlicht Kapital, Ufer Ventures',
    ],
    [
      'zh.csv',
      '公司名称,日期,轮次,融资金额（万元）,投资方',
      'Oak GmbH,2023年4月13日,天使轮,250,Nordlicht Kapital、Ufer Ventures',
    ],
    [
      'ja.csv',
      '会社名,日付,ラウンド,調達額（万円）,投資家',
      'Oak GmbH,2023年4月13日,シード,250,Nordlicht Kapital、Ufer Ventures',
    ],
  ])('in its own language: %s', async (name, header, row) => {
    const { deals } = await guess(name, header, row, row.replace('Oak', 'Elm'));
    expect(
      deals.map(([company, date, type, amount, , investors]) => [
        company,
        date?.toString().slice(0, 7),
        type,
        amount,
        investors,
      ]),
    ).toEqual(
      ['oak gmbh', 'elm gmbh'].map((company) => [
        company,
        '2023-04',
        'SEED',
        2_500_000,
        'nordlichtkapital,uferventures',
      ]),
    );
  });
});
