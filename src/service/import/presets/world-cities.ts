import { buildNameKey, permalinkSuffix, toSlug } from '../../db/name-key.ts';
import { readGazetteer } from '../../lookups/gazetteer.ts';
import type { Place } from '../../lookups/gazetteer/place.ts';
import { createPlaceResolver } from '../../lookups/resolve.ts';
import { findFile, type InputFile } from '../reading/input-files.ts';
import type { WorldCities } from '../words/lookups.ts';
import type { PresetContext } from './preset.ts';

type PlaceFiles = { countries: InputFile; cities: InputFile };

/** Finds the reference files in a folder; throws when one is missing. */
export const findPlaceFiles = (folder: string): PlaceFiles => ({
  cities: findFile(folder, 'world-cities.csv'),
  countries: findFile(folder, 'iso3166-all.csv'),
});

/**
 * Reads the cities that our gazetteer does not have, each below its state, or its country if the state is unknown. A
 * permalink that is not unique gets a suffix (contract 6).
 */
export async function readWorldCities(files: PlaceFiles, { read, report }: PresetContext): Promise<WorldCities> {
  const places = readGazetteer();
  const resolver = createPlaceResolver(places);
  const format = { delimiter: ',', encoding: 'utf-8', repair: false } as const;
  const byName = new Map<string, Place>();
  for await (const row of read(files.countries, { ...format, required: ['name', 'alpha-3'] })) {
    const country = resolver.country(row.cell('alpha-3'));
    if (country) byName.set(buildNameKey(row.cell('name')), country);
    else row.report('skipped', 'country is not known', row.cell('name'));
  }
  const missing: City[] = [];
  for await (const row of read(files.cities, { ...format, required: ['name', 'country', 'subcountry'] })) {
    const [name, countryName] = [row.cell('name'), row.cell('country')];
    const country = resolver.country(countryName) ?? byName.get(buildNameKey(countryName));
    if (!country) {
      row.report('skipped', 'country is not known', countryName);
      continue;
    }
    const state = resolver.state(row.cell('subcountry'), country);
    if (!resolver.city(name, state ? { state } : { country })) missing.push({ name, above: state ?? country, country });
  }
  report.figure('cities that the gazetteer lacks', missing.length);
  return buildWorldCities(missing, places);
}

type City = { name: string; above: Place; country: Place };

function buildWorldCities(missing: City[], places: Place[]): WorldCities {
  const slugOf = ({ name, above }: City) => toSlug(`${name} ${above.name}`) || 'city';
  const pathOf = ({ name, above }: City) => `${above.path}/${name}`;
  const keyOf = (name: string, above: Place) => `${above.permalink} ${buildNameKey(name)}`;
  const taken = new Map(places.map(({ permalink }) => [permalink, 1]));
  const cities = [...new Map(missing.map((city) => [pathOf(city), city])).values()];
  for (const city of cities) taken.set(slugOf(city), (taken.get(slugOf(city)) ?? 0) + 1);
  const found = new Map<string, Place>();
  for (const city of cities) {
    const [slug, path] = [slugOf(city), pathOf(city)];
    const { name, above, country } = city;
    found.set(keyOf(name, above), {
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
  return { find: (name, above) => found.get(keyOf(name, above)) };
}
