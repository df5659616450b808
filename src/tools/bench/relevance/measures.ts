import type { JudgedQuery } from './judged.ts';

/** Mean nDCG@10 of two rankings on a group of queries, with a bootstrap interval of the difference. */
export type RelevanceComparison = {
  readonly queries: string;
  readonly count: number;
  readonly baseline: number;
  readonly candidate: number;
  readonly ratio: number;
  /** 95 % interval of the difference of means. */
  readonly low: number;
  readonly high: number;
};

/** A query with the scores of two rankings. */
export type MeasuredQuery = Pick<JudgedQuery, 'isHeldOut' | 'isParaphrase'> & {
  readonly baseline: number;
  readonly candidate: number;
};

const depth = 10;
const draws = 10_000;

/** nDCG@10 with gains of 3 and 1; unjudged results count as wrong. */
export function scoreRanking(ids: readonly string[], grades: ReadonlyMap<string, number>): number {
  const sum = (found: readonly number[]) =>
    found.slice(0, depth).reduce((all, grade, at) => all + (2 ** grade - 1) / Math.log2(at + 2), 0);
  const best = sum([...grades.values()].toSorted((a, b) => b - a));
  return best === 0 ? 0 : sum(ids.map((id) => grades.get(id) ?? 0)) / best;
}

/** Compares on the tuning queries, on the held-out ones, and on the paraphrases among each. */
export function compare(measured: readonly MeasuredQuery[]): RelevanceComparison[] {
  const groups: [string, (query: MeasuredQuery) => boolean][] = [
    ['tuning', ({ isHeldOut }) => !isHeldOut],
    ['tuning, paraphrases', ({ isHeldOut, isParaphrase }) => !isHeldOut && isParaphrase],
    ['held out', ({ isHeldOut }) => isHeldOut],
    ['held out, paraphrases', ({ isHeldOut, isParaphrase }) => isHeldOut && isParaphrase],
  ];
  return groups.map(([queries, belongs]) => compareGroup(queries, measured.filter(belongs)));
}

function compareGroup(queries: string, measured: readonly MeasuredQuery[]): RelevanceComparison {
  const differences = measured.map(({ baseline, candidate }) => candidate - baseline);
  const random = createRandom();
  const means = Array.from({ length: draws }, () =>
    mean(differences.map(() => differences[Math.floor(random() * differences.length)] ?? 0)),
  ).toSorted((a, b) => a - b);
  const [baseline, candidate] = [mean(measured.map((one) => one.baseline)), mean(measured.map((one) => one.candidate))];
  return {
    queries,
    count: measured.length,
    baseline,
    candidate,
    ratio: candidate / baseline,
    low: means[Math.floor(draws * 0.025)] ?? 0,
    high: means[Math.floor(draws * 0.975)] ?? 0,
  };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** The same numbers in every run (mulberry32). */
function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
