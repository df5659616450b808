import { buildNameKey, permalinkSuffix, toSlug } from '../../db/name-key.ts';
import { readGazetteer, type Place } from '../../lookups/gazetteer.ts';
import { createPlaceResolver, type PlaceResolver } from '../../lookups/resolve.ts';
import type { WorldCities } from '../words/places.ts';
import { findFile } from '../reading/input-files.ts';
import type { PresetContext } from './preset.ts';

const citiesFile = 'world-cities.csv';
const countriesFile = 'iso3166-all.csv';

/** Throws when the folder lacks one of the reference files. */
export function checkPlaceFiles(folder: string): void {
  for (const name of [citiesFile, countriesFile]) findFile(folder, name);
}

/**
 * Reads the cities that our gazetteer lacks, each below its state, or below its country where the state is not known. A
 * permalink that a place of ours or another of these cities would have too gets its suffix (contract 6).
 */
export async function readWorldCities(folder: string, { read, report }: PresetContext): Promise<WorldCities> {
  const places = readGazetteer();
  const resolver = createPlaceResolver(places);
  const format = { delimiter: ',', encoding: 'utf-8', repair: false } as const;
  const byName = new Map<string, Place>();
  for await (const row of read(findFile(folder, countriesFile), { ...format, wanted: ['name', 'alpha-3'] })) {
    const country = resolver.country(row.cell('alpha-3'));
    if (country) byName.set(buildNameKey(row.cell('name')), country);
    else row.find('skipped', 'country is not known', row.cell('name'));
  }
  const missing: City[] = [];
  const wanted = ['name', 'country', 'subcountry'];
  for await (const row of read(findFile(folder, citiesFile), { ...format, wanted })) {
    const country = resolver.country(row.cell('country')) ?? byName.get(buildNameKey(row.cell('country')));
    if (!country) row.find('skipped', 'country is not known', row.cell('country'));
    else missing.push(...findMissing(resolver, row.cell('name'), row.cell('subcountry'), country));
  }
  report.figure('cities that the gazetteer lacks', missing.length);
  return buildWorldCities(missing, places);
}

type City = { name: string; above: Place; country: Place };

function findMissing(resolver: PlaceResolver, name: string, stateName: string, country: Place): City[] {
  const above = resolver.state(stateName, country) ?? country;
  const known = resolver.city(name, above === country ? { country } : { state: above });
  return known ? [] : [{ name, above, country }];
}

function buildWorldCities(missing: City[], places: Place[]): WorldCities {
  const slugOf = ({ name, above }: Pick<City, 'name' | 'above'>) => toSlug(`${name} ${above.name}`) || 'city';
  const taken = new Map(places.map(({ permalink }) => [permalink, 1]));
  const pathOf = ({ name, above }: Pick<City, 'name' | 'above'>) => `${above.path}/${name}`;
  const cities = [...new Map(missing.map((city) => [pathOf(city), city])).values()];
  for (const city of cities) taken.set(slugOf(city), (taken.get(slugOf(city)) ?? 0) + 1);
  const found = new Map<string, Place>();
  for (const city of cities) {
    const [slug, path] = [slugOf(city), pathOf(city)];
    const { name, above, country } = city;
    found.set(`${above.permalink} ${buildNameKey(name)}`, {
      permalink: (taken.get(slug) ?? 0) > 1 ? `${slug}-${permalinkSuffix('CITY', path)}` : slug,
      name,
      fullName: [...new Set([name, above.name, country.name])].join(', '),
      type: 'CITY',
      population: 0,
      path,
      above: [above.permalink, ...above.above],
      names: [],
    });
  }
  return { find: (name, above) => found.get(`${above.permalink} ${buildNameKey(name)}`) };
}
