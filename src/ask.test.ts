import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NameSearches } from '#ask/name-words.ts';
import { readSentence } from '#ask/read-sentence.ts';
import { measureSentences, readJudged } from '#ask/testing-judge.ts';
import { freshSentences, heldOutSentences, typedSentences, unseenSentences } from '#ask/testing-held-out.ts';
import { analystSentences } from '#ask/testing-analyst.ts';
import { judgedSentences } from '#ask/testing-sentences.ts';
import type { Industry, Location } from '#contract/lookups.ts';
import { loadDemo } from './service/import/demo/load-demo.ts';
import { startService, type TestService } from './testing/service.ts';

/** Sentences held against the real service: what they mean, and that it accepts what is sent. */

const today = '2026-11-21';
let service: TestService;
let searches: NameSearches;

beforeAll(async () => {
  let nowMs = Date.parse(`${today}T00:00:00Z`);
  service = await startService({
    seed: (sql) => loadDemo(sql, { companies: 800, deals: 1500, seed: 7, today }),
    clock: () => new Date((nowMs += 310)),
  });
  const known = new Map<string, unknown[]>();
  const find = async <T>(kind: 'location' | 'industry', member: string, name: string): Promise<T[]> => {
    const key = `${kind} ${name}`;
    if (!known.has(key)) {
      const response = await service.inject('GET', `/api/v1/${kind}/search`, { query: { name } });
      known.set(key, response.json<{ data: Record<string, T[]> }>().data[member] ?? []);
    }
    return known.get(key) as T[];
  };
  searches = {
    findLocations: (name) => find<Location>('location', 'locations', name),
    findIndustries: (name) => find<Industry>('industry', 'industries', name),
  };
}, 120_000);
afterAll(() => service.close());

const all = readJudged(judgedSentences);

test.each([
  ['sentences used while it was written', all.filter((_, at) => at % 2 === 0)],
  ['sentences set aside', all.filter((_, at) => at % 2 === 1)],
  ['sentences of a second set', readJudged(heldOutSentences)],
  ['sentences written at the end', readJudged(unseenSentences)],
  ['sentences as people type them', readJudged(typedSentences)],
  ['sentences never used for it', readJudged(freshSentences)],
  ['sentences of an analyst', readJudged(analystSentences)],
])('%s: screen, filters and validity reach their goals', async (_, set) => {
  const figures = await measureSentences(set, (text) => readSentence(text, today, searches));
  expect(figures.routes).toBeGreaterThanOrEqual(0.97);
  expect(figures.f1).toBeGreaterThanOrEqual(0.95);
  expect(figures.valid).toBe(1);
});
