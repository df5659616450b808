import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSourceFolder, readSource, type SourceFolder } from '../testing-sources.ts';
import { defillama } from './defillama.ts';
import { openPreset } from './preset.ts';

let files: SourceFolder;
beforeAll(async () => {
  files = await createSourceFolder();
});
afterAll(() => files.remove());

const readAll = (path: string) => readSource(openPreset(defillama, [path]));

describe('defillama', () => {
  const header =
    'Name,Timestamp,Date,Amount Raised,Round,Description,Lead Investor,Category,Source,Valuation,Chains,Other Investors';
  const rows = [
    'Acorn ,1,2022-01-05,2800000,"Seed ",Nuts onchain,Alder Capital,Gaming,https://news.example/acorn,25,,Oak+Currency + Alder capital + Ada Lovelace',
    'Acorn,1,2022-06-05,,Series A2,Nuts,,Gaming, not a link ,not disclosed,,"Birch Fund, Elm Labs"',
    'Maple,1,2022-02-05,0,DYCO,the worldâ€™s best,,Sorcery,,"3,000",,',
    'Maple,1,2022-02-06,207000000,Series A & B,x,,,,3.25,,',
    'Maple,1,2022-02-06,207000000,Series A & B,x,,,,3.25,,',
  ];

  test('reads rounds with leads, valuations in millions, and links, and reports invalid values', async () => {
    const { all, count, report } = await readAll(await files.write('raises.csv', [header, ...rows].join('\n')));
    expect(all('company').map(({ key, industries, shortDescription }) => [key, industries, shortDescription])).toEqual([
      ['Acorn', ['blockchain-gaming', 'blockchain'], 'Nuts onchain'],
      ['Maple', ['blockchain'], 'the world’s best'],
    ]);
    expect(all('deal')).toMatchObject([
      {
        roundType: 'SEED',
        date: '2022-01-05',
        createdAt: '2023-04-09',
        raised: 2_800_000,
        valuation: { type: 'DEFAULT', usd: 25_000_000, currency: 'USD' },
        articles: [{ link: 'https://news.example/acorn', isPrimary: true, date: '2022-01-05' }],
        investors: [
          { key: 'aldercapital', lead: true },
          { key: 'oakcurrency', lead: false },
        ],
        angels: ['adalovelace'],
      },
      {
        roundType: 'SERIES_A',
        extension: true,
        intermediate: 'TWO',
        raised: null,
        valuation: null,
        articles: [],
        investors: [{ key: 'birchfund' }, { key: 'elmlabs' }],
      },
      { roundType: 'FUNDING_ROUND', raised: null, valuation: { usd: 3_000_000_000 } },
      {
        roundType: 'SERIES_B',
        raised: 207_000_000,
        valuation: null,
        financings: [{ type: 'SERIES_A' }, { type: 'SERIES_B' }],
      },
    ]);
    expect(report.files[0]).toMatchObject({ read: 5, loaded: 4, merged: 1 });
    expect(
      [
        'Other Investors: an investor is listed twice',
        'industries: unknown industry',
        'Source: not an address: left out',
        'the valuation is below the amount raised: unknown',
        'Round: unknown round type: FUNDING_ROUND',
      ].map(count),
    ).toEqual([1, 1, 1, 1, 1]);
  });

  test.each([
    ['Series A+', { roundType: 'SERIES_A', intermediate: 'PLUS', extension: true }],
    ['Series A-4', { roundType: 'SERIES_A', intermediate: 'FOUR', extension: true }],
    ['Series B1', { roundType: 'SERIES_B', intermediate: 'ONE', extension: false }],
    ['Seed+', { roundType: 'SEED', intermediate: 'PLUS', extension: true }],
  ])('reads a later step of a round as its extension: %s', async (word, round) => {
    const path = await files.write('steps.csv', `${header}\nAcorn,1,2022-01-05,1,${word},,,,,,,`);
    expect((await readAll(path)).all('deal')).toMatchObject([round]);
  });
});
