import type { RouteKind, RouteLink } from '#contract/routes.ts';
import type { LinkedRows } from '../db/indexed-links.ts';
import { unknownDay } from '../market/deal-table.ts';

/**
 * Who took part in which rounds, who backs which companies, and who works where, as typed arrays. They come from the
 * index in memory or from unlocked records.
 */
export type RouteGraph = {
  /** How many rows each kind has. */
  readonly rows: Readonly<Record<RouteKind, number>>;
  /** By deal: UTC days since 1970; `unknownDay` without a date. */
  readonly day: Int32Array;
  readonly dealCompany: Int32Array;
  readonly companyDeals: LinkedRows;
  /** Flag 1 of these four: it led the round. */
  readonly investorDeals: LinkedRows;
  readonly personDeals: LinkedRows;
  readonly dealInvestors: LinkedRows;
  readonly dealPeople: LinkedRows;
  /** Who backs a company in a round that no source names. */
  readonly investorCompanies: LinkedRows;
  readonly companyInvestors: LinkedRows;
  readonly angelCompanies: LinkedRows;
  readonly companyAngels: LinkedRows;
  /** Who works for a company, and for an investor. */
  readonly employees: LinkedRows;
  readonly employers: LinkedRows;
  readonly investorPeople: LinkedRows;
  readonly personInvestors: LinkedRows;
};

/** A record of the graph: its kind and its row. */
export type GraphNode = { readonly kind: RouteKind; readonly row: number };

/** Numbers for the nodes of a graph: investors, then people, then companies. */
type NodeNumbers = {
  readonly count: number;
  readonly toNumber: (node: GraphNode) => number;
  readonly toNode: (number: number) => GraphNode;
};

export function numberNodes({ rows }: RouteGraph): NodeNumbers {
  const first = { investor: 0, person: rows.investor, company: rows.investor + rows.person };
  return {
    count: first.company + rows.company,
    toNumber: ({ kind, row }) => first[kind] + row,
    toNode(number) {
      const kind = number >= first.company ? 'company' : number >= first.person ? 'person' : 'investor';
      return { kind, row: number - first[kind] };
    },
  };
}

const halfLifeDays = 3 * 365;
/** An undated round counts like one of ten years ago. */
const undatedDays = 3650;
const oldestDays = 20_000;
/** What a round counts that neither led, and a company that is backed in an unknown round. */
const withoutLead = 0.6;
const unknownRound = 0.1;
/** Rounds with more participants than this count less: most of those never meet. */
const smallRound = 8;
/** A job counts as much as nine rounds of today that one of both led. */
const jobWeight = 9;

const recencies = Float64Array.from({ length: oldestDays + 1 }, (_, age) => 0.5 ** (age / halfLifeDays));

/** What a round counts, from 0 to 1, by its age on a day. */
function weighAge(day: number, today: number): number {
  const age = day === unknownDay ? undatedDays : Math.min(Math.max(today - day, 0), oldestDays);
  return recencies[age] as number;
}

/** The links at which half of a route's strength is left. */
const halvingLinks = 150;

/**
 * How much of a route's strength is left after it passed through a record: an accelerator introduces nobody. Above 1,050
 * links it is less than the lowest score of a route.
 */
export const dampLinks = (links: number): number => 1 / (1 + (links / halvingLinks) ** 2);

/** From 0 to 1, of a sum of weights. */
const toStrength = (weight: number): number => weight / (1 + weight);

const count = ({ offsets }: LinkedRows, row: number): number => (offsets[row + 1] as number) - (offsets[row] as number);

/** The rounds of an investor or a person; the people and investors of a company. */
export function countLinks(graph: RouteGraph, { kind, row }: GraphNode): number {
  if (kind === 'investor') return count(graph.investorDeals, row);
  if (kind === 'person') return count(graph.personDeals, row);
  const { offsets, targets } = graph.companyDeals;
  let links = count(graph.employees, row) + count(graph.companyInvestors, row) + count(graph.companyAngels, row);
  for (let at = offsets[row] as number; at < (offsets[row + 1] as number); at += 1) {
    const deal = targets[at] as number;
    links += count(graph.dealInvestors, deal) + count(graph.dealPeople, deal);
  }
  return links;
}

/** The neighbours of a node with the strength of the hop to each. */
export type Hops = { readonly targets: Int32Array; readonly strengths: Float64Array };

/** Reads the hops of a graph on a day. A search reads a million links, so the loops call nothing that is passed in. */
export function createReadHops(
  graph: RouteGraph,
  numbers: NodeNumbers,
  today: number,
  through: ReadonlySet<RouteLink>,
): (number: number) => Hops {
  const open = closeLinks(graph, through);
  const [hasPeople, hasCompanies] = [through.has('partners'), through.has('companies')];
  const firstPerson = numbers.toNumber({ kind: 'person', row: 0 });
  const firstCompany = numbers.toNumber({ kind: 'company', row: 0 });
  const sums = new Float64Array(numbers.count);
  const touched = new Int32Array(numbers.count);
  let found = 0;
  function add(to: number, weight: number): void {
    const before = sums[to] as number;
    if (before === 0) touched[found++] = to;
    sums[to] = before + weight;
  }
  function addEach({ offsets, targets }: LinkedRows, row: number, first: number, weight: number): void {
    for (let at = offsets[row] as number; at < (offsets[row + 1] as number); at += 1) {
      add((targets[at] as number) + first, weight);
    }
  }
  /** Adds who took part in a round. */
  function addTakers(
    { offsets, targets, flags }: LinkedRows,
    deal: number,
    first: number,
    weight: number,
    hasLed: boolean,
  ): void {
    const least = hasLed ? weight : weight * withoutLead;
    for (let at = offsets[deal] as number; at < (offsets[deal + 1] as number); at += 1) {
      add((targets[at] as number) + first, flags && ((flags[at] as number) & 1) === 1 ? weight : least);
    }
  }
  function addCompany(row: number): void {
    const { offsets, targets } = open.companyDeals;
    for (let at = offsets[row] as number; at < (offsets[row + 1] as number); at += 1) {
      const deal = targets[at] as number;
      const weight = weighAge(graph.day[deal] as number, today);
      addTakers(graph.dealInvestors, deal, 0, weight, false);
      addTakers(graph.dealPeople, deal, firstPerson, weight, false);
    }
    addEach(open.companyInvestors, row, 0, unknownRound);
    addEach(open.companyAngels, row, firstPerson, unknownRound);
    addEach(open.employees, row, firstPerson, jobWeight);
  }
  function addRounds({ offsets, targets, flags }: LinkedRows, row: number, hasInvestors: boolean): void {
    for (let at = offsets[row] as number; at < (offsets[row + 1] as number); at += 1) {
      const deal = targets[at] as number;
      const hasLed = ((flags?.[at] ?? 0) & 1) === 1;
      const weight = weighAge(graph.day[deal] as number, today);
      if (hasCompanies) add((graph.dealCompany[deal] as number) + firstCompany, hasLed ? weight : weight * withoutLead);
      const takers = count(graph.dealInvestors, deal) + count(graph.dealPeople, deal);
      const shared = takers > smallRound ? (weight * smallRound) / takers : weight;
      if (hasInvestors) addTakers(graph.dealInvestors, deal, 0, shared, hasLed);
      if (hasPeople) addTakers(graph.dealPeople, deal, firstPerson, shared, hasLed);
    }
  }

  return (number) => {
    found = 0;
    const { kind, row } = numbers.toNode(number);
    if (kind === 'company') {
      addCompany(row);
    } else if (kind === 'person') {
      addRounds(graph.personDeals, row, hasPeople);
      addEach(open.angelCompanies, row, firstCompany, unknownRound);
      addEach(open.employers, row, firstCompany, jobWeight);
      addEach(open.personInvestors, row, 0, jobWeight);
    } else {
      addRounds(graph.investorDeals, row, through.has('rounds'));
      addEach(open.investorCompanies, row, firstCompany, unknownRound);
      addEach(open.investorPeople, row, firstPerson, jobWeight);
    }
    // Who took part in a round took part in it with itself too.
    sums[number] = 0;
    return collectHops(sums, touched.slice(0, found));
  };
}

/** The strengths of what was reached; their sums are 0 again. */
function collectHops(sums: Float64Array, targets: Int32Array): Hops {
  const strengths = new Float64Array(targets.length);
  for (let at = 0; at < targets.length; at += 1) {
    const to = targets[at] as number;
    strengths[at] = toStrength(sums[to] as number);
    sums[to] = 0;
  }
  return { targets, strengths };
}

const closed = { targets: new Int32Array(), flags: undefined };

/** Investments and jobs, without those that routes may not rest on. */
function closeLinks(graph: RouteGraph, through: ReadonlySet<RouteLink>) {
  const keep = (link: RouteLink, links: LinkedRows): LinkedRows =>
    through.has(link) ? links : { ...closed, offsets: new Int32Array(links.offsets.length) };
  return {
    companyDeals: keep('companies', graph.companyDeals),
    companyInvestors: keep('companies', graph.companyInvestors),
    companyAngels: keep('companies', graph.companyAngels),
    investorCompanies: keep('companies', graph.investorCompanies),
    angelCompanies: keep('companies', graph.angelCompanies),
    employees: keep('jobs', graph.employees),
    employers: keep('jobs', graph.employers),
    investorPeople: keep('jobs', graph.investorPeople),
    personInvestors: keep('jobs', graph.personInvestors),
  };
}
