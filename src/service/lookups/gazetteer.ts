import { brotliDecompressSync } from 'node:zlib';
import { listPlaces } from './gazetteer/format.ts';
import dataUrl from './gazetteer/gazetteer.tsv.br?url&inline';

export type Place = {
  permalink: string;
  name: string;
  /** "San Francisco, California, United States". */
  fullName: string;
  type: 'CITY' | 'STATE' | 'COUNTRY' | 'REGION';
  /** Population of a city in GeoNames; 0 when unknown and for every other type. */
  population: number;
  /** "United States/California/San Francisco": the input of permalink suffixes. */
  path: string;
  /** Permalinks of all places above it, transitively, those directly above first; without itself. */
  above: string[];
  /** Other names and short forms. */
  names: string[];
  /** Country: ISO 3166-1 alpha-2. State: ISO 3166-2, such as US-CA, if known. */
  code?: string;
};

/** The seven REGIONs that are continents; the others are groups of countries, groups of states and metro areas. */
export const continentPermalinks: readonly string[] = [
  'africa',
  'antarctica',
  'asia',
  'europe',
  'north-america',
  'oceania',
  'south-america',
];

let gazetteer: Place[] | undefined;

/** All places of the product, read once; a place comes after every place above it. */
export function readGazetteer(): Place[] {
  return (gazetteer ??= listPlaces(readText()));
}

function readText(): string {
  const packed = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  return brotliDecompressSync(packed).toString('utf8');
}
