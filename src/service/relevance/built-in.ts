import { currentGeneration } from '../db/permalinks.ts';
import type { Sql } from '../db/sql.ts';
import { type Postings, type ScoredCompanies, scoreCompanies } from './scores.ts';
import { readThesaurus, type Thesaurus } from './thesaurus.ts';

/** What the index knows of a text: the words of its language, without those that say nothing, as stems in order. */
type AskedWord = { readonly stem: string; readonly known: boolean };
type QueryText = {
  readonly generation: number;
  readonly companies: number;
  readonly highestId: number;
  readonly words: AskedWord[];
};

/** The companies that a text means, for one load of the records. */
export type BuiltInResult = ScoredCompanies & { readonly generation: number };

/** Ranks by the words of a text and what we know of them; undefined while the index of the records is not ready. */
export type BuiltInRanking = (sql: Sql, text: string, floor: number) => Promise<BuiltInResult | undefined>;

/** Shorter words are too close to each other to tell a slip of the keyboard from another word. */
const shortestMisspelt = 4;
const likelihood = 0.5;

/** The ranking that needs nothing configured; remembers the thesaurus of the load that it answered last. */
export function createBuiltInRanking(): BuiltInRanking {
  let thesaurus: { generation: number; read: Thesaurus } | undefined;
  return async (sql, text, floor) => {
    const asked = await readQueryText(sql, text);
    if (!asked) return undefined;
    const { generation, companies, highestId } = asked;
    if (thesaurus?.generation !== generation) thesaurus = { generation, read: await readThesaurus(sql) };
    const known = thesaurus.read;
    const stems = await correct(sql, asked.words, known);
    const concepts = known.toConcepts(stems);
    const postings = await readPostings(sql, [
      ...new Set(concepts.flatMap(({ terms }) => terms.flatMap(({ stems: wanted }) => wanted))),
    ]);
    return { ...scoreCompanies(concepts, { postings, companies, highestId, floor }), generation };
  };
}

async function readQueryText(sql: Sql, text: string): Promise<QueryText | undefined> {
  const rows = await sql<
    { generation: number; companies: number; highest_id: number; stem: string | null; known: boolean | null }[]
  >`
    SELECT i.generation, i.companies, i.next_id - 1 AS highest_id, word.stem, word.known FROM relevance_index i
    LEFT JOIN LATERAL (
      SELECT lexeme AS stem, place, EXISTS (SELECT 1 FROM relevance_words w WHERE w.word = lexeme) AS known
      FROM unnest(to_tsvector('english', unaccent(${text}))) AS found, unnest(positions) AS place
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

/** The stems of a text, with the nearest word that some company has in the place of one that nobody knows. */
async function correct(sql: Sql, words: readonly AskedWord[], thesaurus: Thesaurus): Promise<string[]> {
  const isStrange = ({ stem, known }: AskedWord) => !known && !thesaurus.knows(stem) && stem.length >= shortestMisspelt;
  const strange = [...new Set(words.filter(isStrange).map(({ stem }) => stem))];
  if (strange.length === 0) return words.map(({ stem }) => stem);
  const rows = await sql<{ stem: string; word: string }[]>`
    SELECT stem, near.word FROM unnest(${strange}::text[]) AS stem, LATERAL (
      SELECT word FROM relevance_words WHERE word >= left(stem, 1) AND word < left(stem, 1) || chr(1114111)
        AND similarity(word, stem) >= ${likelihood}
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
