import { parseUtcDay } from '#contract/scalars.ts';
import { buildNameKey, permalinkSuffix, toSlug } from '../../db/name-key.ts';
import { readGazetteer } from '../../lookups/gazetteer.ts';
import type { Place } from '../../lookups/gazetteer/place.ts';
import { createPlaceResolver, type PlaceResolver } from '../../lookups/resolve.ts';
import { findFile, type InputFile } from '../reading/input-files.ts';
import type { SourceRow } from '../reading/source-rows.ts';
import type { WorldCities } from '../words/lookups.ts';
import type { PresetContext } from './preset.ts';

/** A round of the export of 2013. */
export type Round2013 = {
  row: SourceRow;
  key: string;
  company: string;
  date: string | null;
  raised: number | null;
  /** The number of its rows in the file. */
  copies: number;
};

/** An investor in a round of that startup on that day; `amount` is the round's, divided by its number of investors. */
export type Share = { row: SourceRow; investor: string; startup: string; amount: number | undefined };

/** The largest relative difference between a round's amount and the sum of its shares, which are rounded to cents. */
const tolerance = 0.01;

/** Reads the shares that belong to a round, by startup and day; every other row is reported with its reason. */
export async function readShares(
  { read }: PresetContext,
  file: InputFile,
  { startups, days }: { startups: ReadonlySet<string>; days: ReadonlySet<string> },
): Promise<Map<string, Share[]>> {
  const shares = new Map<string, Share[]>();
  const seen = new Set<string>();
  const columns = ['investor', 'startup', 'share', 'day'];
  for await (const row of read(file, { type: 'tsv', encoding: 'utf-8', columns })) {
    const [investor = '', startup = '', share = '', written = ''] = columns.map(row.cell);
    const text = [investor, startup, share, written].join(' ');
    const day = /^\d{8}$/.test(written) ? parseUtcDay(written.replace(/(....)(..)(..)/, '$1-$2-$3')) : undefined;
    const place = `${startup} ${day}`;
    if (!investor || !startup) row.report('rejected', 'no investor or startup', text);
    else if (!startups.has(startup)) row.report('skipped', 'startup is not in the main set', text);
    else if (/^\d{4}(\d\d)?-+$/.test(written)) row.report('skipped', 'only the month or the year is known', text);
    else if (!day) row.report('rejected', 'day is not a date', text);
    else if (!days.has(place)) row.report('skipped', 'startup has no round on that day', text);
    else {
      if (seen.has(text)) row.report('merged', 'the same row as one before', text);
      seen.add(text);
      const amount = /^\d{1,15}(\.\d+)?$/.test(share) ? Number(share) : undefined;
      shares.set(place, [...(shares.get(place) ?? []), { row, investor, startup, amount }]);
    }
  }
  return shares;
}

/**
 * The investors of each round of one startup and day. If there are several rounds, equal shares belong to the one whose
 * amount they add up to.
 */
export function assignShares(
  rounds: readonly Round2013[],
  shares: readonly Share[],
): { investors: Map<Round2013, Set<string>>; guessed: Share[] } {
  const investors = new Map<Round2013, Set<string>>();
  const guessed: Share[] = [];
  const groups = new Map<number | undefined, Share[]>();
  for (const share of shares) groups.set(share.amount, [...(groups.get(share.amount) ?? []), share]);
  for (const [amount, group] of groups) {
    const total = (amount ?? 0) * group.length;
    const distance = ({ raised }: Round2013) => (raised ? Math.abs(raised - total) / raised : Number.MAX_VALUE);
    const [nearest] = rounds.toSorted((a, b) => distance(a) - distance(b));
    if (!nearest) continue;
    if (rounds.length > 1 && distance(nearest) > tolerance) guessed.push(...group);
    const known = investors.get(nearest) ?? new Set();
    for (const { investor } of group) known.add(investor);
    investors.set(nearest, known);
  }
  return { investors, guessed };
}

const citiesFile = 'world-cities.csv';
const countriesFile = 'iso3166-all.csv';

/** Throws when one of the reference files is missing. */
export function checkPlaceFiles(folder: string): void {
  for (const name of [citiesFile, countriesFile]) findFile(folder, name);
}

/**
 * Reads the cities that our gazetteer does not have, each below its state, or its country if the state is unknown. A
 * permalink that is not unique gets a suffix (contract 6).
 */
export async function readWorldCities(folder: string, { read, report }: PresetContext): Promise<WorldCities> {
  const places = readGazetteer();
  const resolver = createPlaceResolver(places);
  const format = { delimiter: ',', encoding: 'utf-8', repair: false } as const;
  const byName = new Map<string, Place>();
  for await (const row of read(findFile(folder, countriesFile), { ...format, required: ['name', 'alpha-3'] })) {
    const country = resolver.country(row.cell('alpha-3'));
    if (country) byName.set(buildNameKey(row.cell('name')), country);
    else row.report('skipped', 'country is not known', row.cell('name'));
  }
  const missing: City[] = [];
  const required = ['name', 'country', 'subcountry'];
  for await (const row of read(findFile(folder, citiesFile), { ...format, required })) {
    const country = resolver.country(row.cell('country')) ?? byName.get(buildNameKey(row.cell('country')));
    if (!country) row.report('skipped', 'country is not known', row.cell('country'));
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
