/** Finds the first-level division of a city in a list of the same year as the divisions themselves. */
import type { SourceCity } from './sources.ts';

export type DatedCity = { name: string; lat: string; lng: string; country: string; admin1: string };

/** Degrees: two lists place the same city slightly differently, a namesake is much further away. */
const farthest = { namesake: 0.5, neighbour: 0.15, sameCode: 1 };

/**
 * Codes change when the divisions of a country do (Vietnam in 2025), and the list with populations is older: a city
 * belongs where the newer list has it, or its nearest neighbor. Without either it belongs to its country.
 */
export function openDivisions(list: DatedCity[]): (city: SourceCity) => string {
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
