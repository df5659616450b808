import { buildNameKey } from '../db/name-key.ts';
import type { Place } from '../lookups/gazetteer/place.ts';
import { readTaxonomy } from '../lookups/taxonomy.ts';
import type { RowWriter } from './copy-rows.ts';

/** Writes the places of a load, each once. */
export type PlaceWriter = {
  /** Writes a place unless it exists. */
  add: (place: Place) => void;
  /** The id of a place; throws when there is none. */
  find: (permalink: string) => number;
};

export function openPlaceWriter({ write }: Pick<RowWriter, 'write'>): PlaceWriter {
  const ids = new Map<string, number>();
  const find = (permalink: string) => {
    const id = ids.get(permalink);
    if (id === undefined) throw new Error(`there is no place ${permalink}`);
    return id;
  };
  const add = (place: Place) => {
    if (ids.has(place.permalink)) return;
    const id = ids.size + 1;
    ids.set(place.permalink, id);
    write('locations', {
      id,
      permalink: place.permalink,
      name: place.name,
      full_name: place.fullName,
      location_type: place.type,
      population: place.population,
    });
    for (const folded of foldAll([place.name, place.fullName, ...place.names])) {
      write('location_names', { folded, location_id: id });
    }
    for (const above of [place.permalink, ...place.above]) {
      write('location_below', { above_id: find(above), below_id: id });
    }
  };
  return { add, find };
}

/** Writes all super categories and industries that we ship; returns their ids by permalink. */
export function writeTaxonomy({ write }: Pick<RowWriter, 'write'>): Map<string, number> {
  const ids = new Map<string, number>();
  for (const industry of readTaxonomy()) {
    const id = ids.size + 1;
    ids.set(industry.permalink, id);
    write('industries', { id, permalink: industry.permalink, name: industry.name, industry_type: industry.type });
    for (const folded of foldAll([industry.name, ...industry.names])) {
      write('industry_names', { folded, industry_id: id });
    }
    for (const above of [industry.permalink, ...industry.above]) {
      write('industry_below', { above_id: ids.get(above), below_id: id });
    }
  }
  return ids;
}

function foldAll(names: string[]): Set<string> {
  const folded = new Set(names.map(buildNameKey));
  folded.delete('');
  return folded;
}
