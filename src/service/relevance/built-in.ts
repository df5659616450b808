import { currentGeneration } from '../db/permalinks.ts';
import { searchWords } from '../db/search-words.ts';
import type { Sql } from '../db/sql.ts';
import { type Postings, type ScoredCompanies, scoreCompanies } from './scores.ts';
import { readThesaurus, type Thesaurus } from './thesaurus.ts';

/** The words of a text without stop words, as stems in order, and the state of the index. */
type QueryWord = { readonly stem: string; readonly known: boolean };
type QueryText = {
  readonly generation: number;
  readonly companies: number;
  readonly highestId: number;
  readonly words: QueryWord[];
};

/** The companies that match a text, for one load of the records. */
export type BuiltInResult = ScoredCompanies & { readonly generation: number };

/** Ranks companies by words and concepts; undefined while the index of the records is not ready. */
export type BuiltInRanking = (sql: Sql, text: string) => Promise<BuiltInResult | undefined>;

/** Shorter words are not corrected, because too many of them are similar. */
const shortestMisspelt = 4;
const minSimilarity = 0.5;

/** Creates the ranking that needs no configuration; it caches the thesaurus of one load of records. */
export function createBuiltInRanking(): BuiltInRanking {
  let thesaurus: { generation: number; read: Thesaurus } | undefined;
  return async (sql, text) => {
    const query = await readQueryText(sql, text);
    if (!query) return undefined;
    const { generation, companies, highestId } = query;
    if (thesaurus?.generation !== generation) thesaurus = { generation, read: await readThesaurus(sql) };
    const known = thesaurus.read;
    const stems = await correct(sql, query.words, known);
    const concepts = known.findConcepts(stems);
    const postings = await readPostings(sql, [
      ...new Set(concepts.flatMap(({ terms }) => terms.flatMap(({ stems: wanted }) => wanted))),
    ]);
    return { ...scoreCompanies(concepts, { postings, companies, highestId }), generation };
  };
}

async function readQueryText(sql: Sql, text: string): Promise<QueryText | undefined> {
  const rows = await sql<
    { generation: number; companies: number; highest_id: number; stem: string | null; known: boolean | null }[]
  >`
    SELECT i.generation, i.companies, i.next_id - 1 AS highest_id, word.stem, word.known FROM relevance_index i
    LEFT JOIN LATERAL (
      SELECT lexeme AS stem, place, EXISTS (SELECT 1 FROM relevance_words w WHERE w.word = lexeme) AS known
      FROM (SELECT ${text}::text AS text) AS query, unnest(${sql.unsafe(searchWords('query.text'))}) AS found,
        unnest(positions) AS place
    ) AS word ON true
    WHERE i.finished AND i.generation = ${currentGeneration(sql)} ORDER BY word.place`;
  const [first] = rows;
  if (!first) return undefined;
  return {
    generation: first.generation,
    companies: first.companies,
    highestId: first.highest_id,
    words: rows.flatMap(({ stem, known }) => (stem === null ? [] : [{ stem, known: known ?? false }])),
  };
}

/** The stems of a text, with unknown words replaced by the most similar word of the index. */
async function correct(sql: Sql, words: readonly QueryWord[], thesaurus: Thesaurus): Promise<string[]> {
  const isUnknown = ({ stem, known }: QueryWord) => !known && !thesaurus.knows(stem) && stem.length >= shortestMisspelt;
  const unknown = [...new Set(words.filter(isUnknown).map(({ stem }) => stem))];
  if (unknown.length === 0) return words.map(({ stem }) => stem);
  const rows = await sql<{ stem: string; word: string }[]>`
    SELECT stem, near.word FROM unnest(${unknown}::text[]) AS stem, LATERAL (
      SELECT word FROM relevance_words WHERE word >= left(stem, 1) AND word < left(stem, 1) || chr(1114111)
        AND similarity(word, stem) >= ${minSimilarity}
      GROUP BY word ORDER BY similarity(word, stem) DESC, sum(companies) DESC, word LIMIT 1
    ) AS near`;
  const nearest = new Map(rows.map(({ stem, word }) => [stem, word]));
  return words.map(({ stem }) => nearest.get(stem) ?? stem);
}

async function readPostings(sql: Sql, words: readonly string[]): Promise<Map<string, Postings>> {
  const rows = await sql<{ word: string; companies: number; postings: Buffer }[]>`
    SELECT word, companies, postings FROM relevance_words WHERE word = ANY(${words}::text[])`;
  const found = new Map<string, Postings>();
  for (const { word, companies, postings } of rows) {
    const before = found.get(word) ?? { companies: 0, parts: [] };
    found.set(word, { companies: before.companies + companies, parts: [...before.parts, postings] });
  }
  return found;
}
