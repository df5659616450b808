import { searchWords } from '../db/search-words.ts';
import type { Sql } from '../db/sql.ts';
import { businessConcepts } from './concepts/business.ts';
import { worldConcepts } from './concepts/science.ts';

/** Synonyms, and words of close meaning. */
type ConceptGroup = { readonly same: readonly string[]; readonly close: readonly string[] };

/**
 * Parses groups of words, such as lorry and truck. Each line is a group, `same, same | close, close`; lines that begin
 * with # are headings.
 */
export function parseConceptGroups(texts: readonly string[]): ConceptGroup[] {
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [same = [], close = []] = line.split('|').map((part) => part.split(',').map((term) => term.trim()));
    return { same, close };
  });
}

let shipped: ConceptGroup[] | undefined;

/** All groups of the product, parsed once. */
export const readConceptGroups = (): ConceptGroup[] =>
  (shipped ??= parseConceptGroups([businessConcepts, worldConcepts]));

/** A term as the stems of its words, with its weight relative to the words of the query. */
export type Expansion = { readonly stems: readonly string[]; readonly weight: number };

/** One concept of a query: all terms that match it. */
export type Concept = {
  readonly terms: readonly Expansion[];
  /** Whether a concept group or an industry has its words. */
  readonly isListed: boolean;
};

/** Finds the concepts of a query, given as stems in order. */
export type Thesaurus = {
  readonly findConcepts: (stems: readonly string[]) => Concept[];
  readonly knows: (stem: string) => boolean;
};

/** Chosen on the tuning queries of bench/judgements.txt. */
const weights = { same: 0.65, close: 0.25, closeTo: 0.15, part: 0.5 };
/** If a group lists a term as close, this many of the group's first words are used. */
const maxCloseTo = 3;

type Group = { same: string[][]; close: string[][] };
type Membership = { group: Group; isSame: boolean };

/** Reads the concept groups and the names of industries, as stems. */
export async function readThesaurus(sql: Sql): Promise<Thesaurus> {
  const industries = await sql<{ same: string[] }[]>`
    SELECT array_agg(DISTINCT name) AS same FROM (
      SELECT id, name FROM industries UNION SELECT industry_id, folded FROM industry_names
    ) AS named GROUP BY id HAVING count(*) > 1`;
  const groups: ConceptGroup[] = [...readConceptGroups(), ...industries.map(({ same }) => ({ same, close: [] }))];
  const terms = [...new Set(groups.flatMap(({ same, close }) => [...same, ...close]))];
  const rows = await sql<{ at: number; stems: string[] }[]>`
    SELECT input.at::int AS at, array_agg(found.lexeme ORDER BY place) AS stems
    FROM unnest(${terms}::text[]) WITH ORDINALITY AS input (term, at),
      unnest(${sql.unsafe(searchWords('input.term'))}) AS found, unnest(found.positions) AS place GROUP BY input.at`;
  const stemsOf = new Map(rows.map(({ at, stems }) => [terms[at - 1] ?? '', stems]));
  const findStems = (list: readonly string[]) => {
    const stems =
      list.flatMap((term) => stemsOf.get(term) ?? []).length > 0 ? list.map((term) => stemsOf.get(term)) : [];
    const distinct = new Map(stems.flatMap((stem) => (stem ? [[toKey(stem), stem] as const] : [])));
    return [...distinct.values()];
  };
  return openThesaurus(groups.map(({ same, close }) => ({ same: findStems(same), close: findStems(close) })));
}

const toKey = (stems: readonly string[]): string => stems.join(' ');

function openThesaurus(groups: readonly Group[]): Thesaurus {
  const members = new Map<string, Membership[]>();
  const single = new Set<string>();
  for (const group of groups) {
    for (const isSame of [true, false]) {
      for (const stems of isSame ? group.same : group.close) {
        const key = toKey(stems);
        members.set(key, [...(members.get(key) ?? []), { group, isSame }]);
        stems.forEach((stem) => single.add(stem));
      }
    }
  }
  const longest = Math.max(...[...members.keys()].map((key) => key.split(' ').length));
  return {
    knows: (stem) => single.has(stem),
    findConcepts: (stems) => splitIntoTerms(stems, longest, members).map((term) => expandConcept(term, members)),
  };
}

/** Splits the query into the longest known terms and single words. */
function splitIntoTerms(stems: readonly string[], longest: number, members: ReadonlyMap<string, unknown>): string[][] {
  const spans: string[][] = [];
  for (let at = 0; at < stems.length; at += spans.at(-1)?.length ?? 1) {
    let length = Math.min(longest, stems.length - at);
    while (length > 1 && !members.has(toKey(stems.slice(at, at + length)))) length -= 1;
    spans.push(stems.slice(at, at + length));
  }
  return spans;
}

function expandConcept(queryStems: string[], members: ReadonlyMap<string, Membership[]>): Concept {
  const terms = new Map<string, Expansion>();
  const add = (stems: readonly string[], weight: number) => {
    const key = toKey(stems);
    if (weight > (terms.get(key)?.weight ?? 0)) terms.set(key, { stems, weight });
  };
  add(queryStems, 1);
  if (queryStems.length > 1) queryStems.forEach((stem) => add([stem], weights.part));
  const memberships = members.get(toKey(queryStems));
  for (const { group, isSame } of memberships ?? []) {
    if (isSame) {
      group.same.forEach((stems) => add(stems, weights.same));
      group.close.forEach((stems) => add(stems, weights.close));
    } else group.same.slice(0, maxCloseTo).forEach((stems) => add(stems, weights.closeTo));
  }
  return { terms: [...terms.values()], isListed: memberships !== undefined };
}
