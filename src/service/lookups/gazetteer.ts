import { brotliDecompressSync } from 'node:zlib';
import { parsePlaces, type Place } from './gazetteer/place.ts';
import dataUrl from './gazetteer/gazetteer.tsv.br?url&inline';

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
  return (gazetteer ??= parsePlaces(readText()));
}

function readText(): string {
  const packed = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  return brotliDecompressSync(packed).toString('utf8');
}
