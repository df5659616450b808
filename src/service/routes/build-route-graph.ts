import type { LinkedRows } from '../db/indexed-links.ts';
import { unknownDay } from '../market/deal-table.ts';
import type { RouteGraph } from './route-graph.ts';

type Taker = { readonly row: number; readonly hasLed: boolean };

/** Rounds and jobs with their records as numbers from 0. */
export type PlainGraph = {
  readonly rows: RouteGraph['rows'];
  readonly deals: readonly {
    /** Days since 1970; undefined if it is not dated. */
    readonly day: number | undefined;
    readonly company: number;
    /** Each at most once. */
    readonly investors: readonly Taker[];
    readonly people: readonly Taker[];
  }[];
  /** Pairs of a company and who backs it in an unknown round. */
  readonly backers: readonly {
    readonly company: number;
    readonly kind: 'investor' | 'person';
    readonly row: number;
  }[];
  /** Pairs of a person and where the person works. */
  readonly jobs: readonly { readonly person: number; readonly kind: 'investor' | 'company'; readonly row: number }[];
};

/** Builds the graph of some rounds and jobs. */
export function buildRouteGraph({ rows, deals, backers, jobs }: PlainGraph): RouteGraph {
  const pairs = (kind: 'investors' | 'people') =>
    deals.flatMap((deal, at) => deal[kind].map(({ row, hasLed }) => ({ a: at, b: row, flag: Number(hasLed) })));
  const [investors, people] = [pairs('investors'), pairs('people')];
  const ofCompanies = deals.map(({ company }, at) => ({ a: company, b: at }));
  const backing = (kind: 'investor' | 'person') =>
    backers.filter((one) => one.kind === kind).map(({ company, row }) => ({ a: company, b: row }));
  const [backingInvestors, backingPeople] = [backing('investor'), backing('person')];
  const working = (kind: 'investor' | 'company') =>
    jobs.filter((one) => one.kind === kind).map(({ person, row }) => ({ a: person, b: row }));
  const [forInvestors, forCompanies] = [working('investor'), working('company')];
  return {
    rows,
    day: Int32Array.from(deals, ({ day }) => day ?? unknownDay),
    dealCompany: Int32Array.from(deals, ({ company }) => company),
    companyDeals: linkPairs(ofCompanies, rows.company),
    investorDeals: linkPairs(investors.map(turn), rows.investor),
    personDeals: linkPairs(people.map(turn), rows.person),
    dealInvestors: linkPairs(investors, deals.length),
    dealPeople: linkPairs(people, deals.length),
    investorCompanies: linkPairs(backingInvestors.map(turn), rows.investor),
    companyInvestors: linkPairs(backingInvestors, rows.company),
    angelCompanies: linkPairs(backingPeople.map(turn), rows.person),
    companyAngels: linkPairs(backingPeople, rows.company),
    employees: linkPairs(forCompanies.map(turn), rows.company),
    employers: linkPairs(forCompanies, rows.person),
    investorPeople: linkPairs(forInvestors.map(turn), rows.investor),
    personInvestors: linkPairs(forInvestors, rows.person),
  };
}

type Pair = { readonly a: number; readonly b: number; readonly flag?: number };

const turn = ({ a, b, ...flag }: Pair): Pair => ({ a: b, b: a, ...flag });

function linkPairs(pairs: readonly Pair[], rows: number): LinkedRows {
  const sorted = pairs.toSorted((one, other) => one.a - other.a);
  const offsets = new Int32Array(rows + 1);
  for (const { a } of sorted) offsets[a + 1] = (offsets[a + 1] as number) + 1;
  for (let row = 0; row < rows; row += 1) offsets[row + 1] = (offsets[row + 1] as number) + (offsets[row] as number);
  return {
    offsets,
    targets: Int32Array.from(sorted, ({ b }) => b),
    flags: Uint8Array.from(sorted, ({ flag }) => flag ?? 0),
  };
}
