import { currentGeneration } from '../db/permalinks.ts';
import { searchWords } from '../db/search-words.ts';
import type { Sql } from '../db/sql.ts';
import { type Concept, readThesaurus, type Thesaurus } from './thesaurus.ts';

/** A word of a text as its stem, and whether a company has it. */
type QueryWord = { readonly stem: string; readonly place: number; readonly isKnown: boolean };
type IndexState = { readonly generation: number; readonly companies: number; readonly highestId: number };

/** A text as concepts, in order, and the load of the records whose index was read. */
type QueryConcepts = IndexState & { readonly concepts: readonly Concept[] };

/** Reads a text as concepts; undefined while the index of the records is not ready. */
type ReadQuery = (sql: Sql, text: string) => Promise<QueryConcepts | undefined>;

/** Shorter words are not corrected, because too many of them are similar. */
const shortestMisspelt = 4;
const minSimilarity = 0.5;
/** A typing error changes the length of a word by at most this; "handstand" is not a misspelt "hand". */
const maxLengthDifference = 2;

/** Creates a reader of texts; it caches the thesaurus of one load of the records. */
export function createQueryReader(): ReadQuery {
  let thesaurus: { generation: number; read: Thesaurus } | undefined;
  return async (sql, text) => {
    const query = await readWords(sql, text);
    if (!query) return undefined;
    const { words, ...state } = query;
    if (thesaurus?.generation !== state.generation)
      thesaurus = { generation: state.generation, read: await readThesaurus(sql) };
    const known = thesaurus.read;
    return { ...state, concepts: known.findConcepts(await correct(sql, words, known)) };
  };
}

/** The words of a text without stop words, in order, and the state of the index. */
async function readWords(sql: Sql, text: string): Promise<(IndexState & { words: QueryWord[] }) | undefined> {
  const rows = await sql<
    {
      generation: number;
      companies: number;
      highest_id: number;
      stem: string | null;
      place: number | null;
      known: boolean | null;
    }[]
  >`
    SELECT i.generation, i.companies, i.next_id - 1 AS highest_id, word.* FROM relevance_index i
    LEFT JOIN LATERAL (
      SELECT lexeme AS stem, place, EXISTS (SELECT 1 FROM relevance_words w WHERE w.word = lexeme) AS known
      FROM (SELECT ${text}::text AS text) AS query, unnest(${sql.unsafe(searchWords('query.text'))}) AS found,
        unnest(positions) AS place
    ) AS word ON true
    WHERE i.finished AND i.generation = ${currentGeneration(sql)} ORDER BY word.place`;
  const [first] = rows;
  return (
    first && {
      generation: first.generation,
      companies: first.companies,
      highestId: first.highest_id,
      words: splitCompounds(
        rows.flatMap(({ stem, place, known }) =>
          stem === null || place === null ? [] : [{ stem, place, isKnown: known ?? false }],
        ),
      ),
    }
  );
}

const compound = /^\p{L}[\p{L}\p{N}]*(-[\p{L}\p{N}]+)+$/u;

/** Without compounds such as "cross-border", whose parts PostgreSQL lists after them: each part counts once. */
const splitCompounds = (words: readonly QueryWord[]): QueryWord[] =>
  words.filter(({ stem, place }, at) => {
    const next = words[at + 1];
    return !compound.test(stem) || !next || next.place - place > stem.split('-').length;
  });

/** The stems of a text, with unknown words replaced by the most similar word of the index. */
async function correct(sql: Sql, words: readonly QueryWord[], thesaurus: Thesaurus): Promise<string[]> {
  const isUnknown = ({ stem, isKnown }: QueryWord) =>
    !isKnown && !thesaurus.knows(stem) && stem.length >= shortestMisspelt;
  const unknown = [...new Set(words.filter(isUnknown).map(({ stem }) => stem))];
  if (unknown.length === 0) return words.map(({ stem }) => stem);
  const rows = await sql<{ stem: string; word: string }[]>`
    SELECT stem, near.word FROM unnest(${unknown}::text[]) AS stem, LATERAL (
      -- OFFSET 0: each word is compared once, instead of once for each of its parts.
      SELECT word FROM (
        SELECT word, sum(companies) AS companies FROM relevance_words
        WHERE word >= left(stem, 1) AND word < left(stem, 1) || chr(1114111)
          AND abs(length(word) - length(stem)) <= ${maxLengthDifference} GROUP BY word OFFSET 0
      ) AS one WHERE similarity(word, stem) >= ${minSimilarity}
      ORDER BY similarity(word, stem) DESC, companies DESC, word LIMIT 1
    ) AS near`;
  const nearest = new Map(rows.map(({ stem, word }) => [stem, word]));
  return words.map(({ stem }) => nearest.get(stem) ?? stem);
}

/** The stored postings of words, by word. */
export async function readPostings(sql: Sql, words: Iterable<string>): Promise<Map<string, Uint8Array[]>> {
  const rows = await sql<{ word: string; postings: Buffer }[]>`
    SELECT word, postings FROM relevance_words WHERE word = ANY(${[...words]}::text[])`;
  const found = new Map<string, Uint8Array[]>();
  for (const { word, postings } of rows) {
    const parts = found.get(word);
    if (parts) parts.push(postings);
    else found.set(word, [postings]);
  }
  return found;
}
