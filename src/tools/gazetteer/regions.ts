/** Groups of countries, groups of states and metro areas: their members and their order. */
import { findCity, buildNode, type Geography, type Node } from './geography.ts';
import { readEntries, type SourceCity } from './sources.ts';

type Region = { node: Node; members: Set<Node> };

const earthRadiusKilometres = 6371;

/** Adds the regions of our lists to the places that they contain; returns them, larger ones first. */
export function addRegions(geography: Geography): Node[] {
  const continents = geography.regions.map((node) => ({ node, members: listMembers(geography.countries, node) }));
  const groups = readEntries('groups.txt').map(({ key, names, members }) => buildGroup(geography, key, names, members));
  const metros = readEntries('metros.txt').map(({ key, names, members }) => buildMetro(geography, key, names, members));
  link([...continents, ...groups.filter(({ node }) => node.above.length === 0)]);
  link(groups.filter(({ node }) => node.above.length > 0));
  link(metros);
  const larger = (a: Region, b: Region) => b.members.size - a.members.size;
  return [...groups.toSorted(larger), ...metros.toSorted(larger)].map(({ node }) => node);
}

function listMembers(countries: Map<string, Node>, continent: Node): Set<Node> {
  return new Set([...countries.values()].filter(({ above }) => above[0] === continent));
}

function buildGroup({ countries, states }: Geography, name: string, names: string[], codes: string): Region {
  const places = new Map([...countries.values(), ...states.values()].map((place) => [place.code, place]));
  const members = new Set<Node>();
  for (const code of codes.split(' ')) {
    const member = places.get(code);
    if (!member) throw new Error(`${name} holds an unknown code, ${code}.`);
    members.add(member);
  }
  const node = buildNode('REGION', name, names);
  const first = codes.split('-')[0] ?? '';
  if (codes.includes('-')) node.above = [countries.get(first) as Node];
  for (const member of members) member.above.push(node);
  return { node, members };
}

function buildMetro({ cities, countries }: Geography, name: string, names: string[], circles: string): Region {
  const members = new Set<Node>();
  for (const circle of circles.split('; ')) {
    const [, key = '', kilometres] = /^(.+) (\d+)$/.exec(circle) ?? [];
    const centre = findCity(cities, key);
    for (const [city, place] of cities) {
      if (city.country === centre.country && measureDistance(city, centre) <= Number(kilometres)) members.add(place);
    }
  }
  const node = buildNode('REGION', name, names);
  const states = new Set([...members].map(({ above }) => above[0] as Node));
  const [state] = states;
  const country = countries.get(circles.slice(0, 2)) as Node;
  node.above = states.size === 1 && state ? [state] : [country];
  for (const member of members) member.above.push(node);
  return { node, members };
}

/** A region whose members all belong to a larger one is below it. */
function link(regions: Region[]): void {
  for (const inner of regions) {
    for (const outer of regions) {
      if (inner.members.size >= outer.members.size) continue;
      if ([...inner.members].every((member) => outer.members.has(member))) inner.node.above.push(outer.node);
    }
  }
}

/** Great-circle distance in kilometers. */
function measureDistance(a: SourceCity, b: SourceCity): number {
  const [longitudeA, latitudeA] = a.loc.coordinates.map(toRadians) as [number, number];
  const [longitudeB, latitudeB] = b.loc.coordinates.map(toRadians) as [number, number];
  const cosine =
    Math.sin(latitudeA) * Math.sin(latitudeB) +
    Math.cos(latitudeA) * Math.cos(latitudeB) * Math.cos(longitudeA - longitudeB);
  return earthRadiusKilometres * Math.acos(Math.min(1, cosine));
}

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
