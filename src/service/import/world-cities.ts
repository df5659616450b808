import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { foldName, suffixOf, toSlug } from '../db/fold.ts';
import type { Place } from '../lookups/gazetteer.ts';
import type { PlaceResolver } from '../lookups/resolve.ts';
import { readRows, type Delimited } from './delimited.ts';
import { ImportError } from './import-error.ts';
import type { ReportKeeper } from './report.ts';

/** Cities of the reference files that our gazetteer lacks. */
export type WorldCities = { find: (name: string, state: Place) => Place | undefined };

const citiesFile = 'world-cities.csv';
const countriesFile = 'iso3166-all.csv';
const cityColumns = ['name', 'country', 'subcountry', 'geonameid'];
const countryColumns = [
  'name',
  'alpha-2',
  'alpha-3',
  'country-code',
  'iso_3166-2',
  'region',
  'sub-region',
  'intermediate-region',
  'region-code',
  'sub-region-code',
  'intermediate-region-code',
];

/** The file of that name in a folder, packed or plain. */
export function findFile(folder: string, name: string): string {
  const path = [name, `${name}.gz`]
    .map((candidate) => join(folder, candidate))
    .find((candidate) => existsSync(candidate));
  if (path) return path;
  throw new ImportError(
    `${folder} holds neither ${name} nor ${name}.gz.`,
    'Name the folder that holds the original files.',
  );
}

/** Throws when the folder lacks one of the reference files. */
export function checkPlaceFiles(folder: string): void {
  for (const name of [citiesFile, countriesFile]) findFile(folder, name);
}

type Options = {
  places: Place[];
  resolver: PlaceResolver;
  report: ReportKeeper;
  onProgress?: Delimited['onProgress'];
};

/**
 * Reads the cities that our gazetteer lacks, each below its state, or below its country where the state is not known. A
 * permalink that a place of ours or another of these cities would have too gets its suffix (contract 6).
 */
export async function readWorldCities(folder: string, options: Options): Promise<WorldCities> {
  const { places, resolver, report, onProgress } = options;
  const findCountry = await readCountries(folder, options);
  const missing: { name: string; above: Place; country: Place }[] = [];
  const path = findFile(folder, citiesFile);
  for await (const { line, cells } of readRows({
    path,
    delimiter: ',',
    encoding: 'utf-8',
    columns: cityColumns,
    onProgress,
  })) {
    report.read(citiesFile);
    const [name = '', countryName = '', stateName = ''] = cells;
    const country = findCountry(countryName);
    if (cells.length !== cityColumns.length || !name) {
      report.find('rejected', citiesFile, 'wrong number of cells', line, cells.join());
    } else if (country) {
      const above = resolver.state(stateName, country) ?? country;
      if (resolver.city(name, above === country ? { country } : { state: above })) continue;
      missing.push({ name, above, country });
    } else report.find('skipped', citiesFile, 'country is not known', line, countryName);
  }
  report.figure('cities that the gazetteer lacks', missing.length);
  return toWorldCities(missing, places);
}

async function readCountries(
  folder: string,
  { resolver, report, onProgress }: Options,
): Promise<PlaceResolver['country']> {
  const byName = new Map<string, Place>();
  const path = findFile(folder, countriesFile);
  const file = { path, delimiter: ',', encoding: 'utf-8', columns: countryColumns, onProgress } as const;
  for await (const { line, cells } of readRows(file)) {
    report.read(countriesFile);
    const [name = '', , code = ''] = cells;
    const country = resolver.country(code);
    if (country) byName.set(foldName(name), country);
    else report.find('skipped', countriesFile, 'country is not known', line, cells.join());
  }
  return (word) => resolver.country(word) ?? byName.get(foldName(word));
}

function toWorldCities(missing: { name: string; above: Place; country: Place }[], places: Place[]): WorldCities {
  const slugOf = ({ name, above }: { name: string; above: Place }) => toSlug(`${name} ${above.name}`) || 'city';
  const taken = new Map(places.map(({ permalink }) => [permalink, 1]));
  const pathOf = ({ name, above }: { name: string; above: Place }) => `${above.path}/${name}`;
  const cities = [...new Map(missing.map((city) => [pathOf(city), city])).values()];
  for (const city of cities) taken.set(slugOf(city), (taken.get(slugOf(city)) ?? 0) + 1);
  const found = new Map<string, Place>();
  for (const city of cities) {
    const [slug, path] = [slugOf(city), pathOf(city)];
    const { name, above, country } = city;
    found.set(`${above.permalink} ${foldName(name)}`, {
      permalink: (taken.get(slug) ?? 0) > 1 ? `${slug}-${suffixOf('CITY', path)}` : slug,
      name,
      fullName: [...new Set([name, above.name, country.name])].join(', '),
      type: 'CITY',
      population: 0,
      path,
      above: [above.permalink, ...above.above],
      names: [],
    });
  }
  return { find: (name, above) => found.get(`${above.permalink} ${foldName(name)}`) };
}
