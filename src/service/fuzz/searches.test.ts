import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestService } from '../../testing/service.ts';
import { createDraws } from './testing-bodies.ts';
import { type FuzzedServices, fuzzTimeoutMs, share, startFuzz } from './testing-fuzz.ts';
import { requestPage, checkIgnored, drawPaging, type Paging, slicePage } from './testing-pages.ts';
import { type Body, type ResponseRow, type FuzzedSearch, searches } from './testing-searches.ts';
import type { World } from './testing-facts.ts';
import { drawWrong } from './testing-wrong-bodies.ts';

let fuzzed: FuzzedServices;
let service: TestService;
let world: World;
beforeAll(async () => {
  fuzzed = await startFuzz();
  ({ service, world } = fuzzed);
}, 300_000);
afterAll(() => service.close());

const collectIds = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
const sendText = (path: string, body: string) =>
  service.inject('POST', `/api/v1${path}`, { body, headers: { 'content-type': 'application/json' } });

/** Without a search text the model knows every row of every page. */
async function checkPages(search: FuzzedSearch, body: Body, pagings: readonly Paging[]): Promise<void> {
  const expected = search.find(world, body);
  for (const paging of pagings) {
    const { rows, total, ignored } = await requestPage(fuzzed, search, { ...body, ...paging });
    checkIgnored(world, body, ignored);
    expect(total).toBe(expected.length);
    expect(collectIds(rows)).toEqual(collectIds(slicePage(expected, paging)));
    slicePage(expected, paging).forEach((one, at) => one.shows(rows[at] as ResponseRow, false));
  }
}

/** With one, the model knows which rows may be found, and the pages must be consistent with each other. */
async function checkRelevantPages(search: FuzzedSearch, body: Body, paging: Paging): Promise<void> {
  const expected = new Map(search.find(world, body).map((one) => [one.id, one]));
  const all = await requestPage(fuzzed, search, { ...body, page: 0, page_size: 500 });
  checkIgnored(world, body, all.ignored);
  for (const row of all.rows) {
    expect(expected.has(row.id), `${row.id} does not belong here`).toBe(true);
    expected.get(row.id)?.shows(row, true);
  }
  if (search.showsRelevance) checkRelevance(all.rows, body);
  const { rows, total } = await requestPage(fuzzed, search, { ...body, ...paging });
  expect([all.rows.length, all.total]).toEqual([total, total]);
  expect(collectIds(rows)).toEqual(collectIds(slicePage(all.rows, paging)));
}

function checkRelevance(rows: readonly ResponseRow[], body: Body): void {
  const floor = Number((body['company'] as Body | undefined)?.['min_relevance'] ?? 0);
  const found = rows.map(({ similarity }) => Number(similarity));
  expect(found.every((one) => one >= floor && one <= 1 && one > 0)).toBe(true);
  expect(found).toEqual(found.toSorted((a, b) => b - a));
}

describe.concurrent.each(searches)('POST $path', (search) => {
  const { path } = search;
  const drawRight = () => createDraws(world)(path, search.body);

  it(
    'finds what a plain reading of all records finds, counts it, and pages it in order',
    async () => {
      const property = fc.asyncProperty(drawRight(), drawPaging, drawPaging, async (body, first, second) => {
        const hasQuery = JSON.stringify(body).includes('"search_query"');
        await (hasQuery ? checkRelevantPages(search, body, first) : checkPages(search, body, [first, second]));
      });
      await fc.assert(property, share(0.09));
    },
    fuzzTimeoutMs,
  );

  it(
    'rejects every body with one wrong member, naming the field, without a charge',
    async () => {
      const property = fc.asyncProperty(drawWrong(search.body, drawRight()), async ({ body, field, status, code }) => {
        const response = await service.inject('POST', `/api/v1${path}`, { body });
        const { error } = response.json<{
          error: { code: string; details: { errors: { field: string; code: string }[] } };
        }>();
        expect([response.statusCode, error.code], response.body).toEqual([status, 'VALIDATION_ERROR']);
        const problems = error.details.errors.filter((one) => one.field === field || one.field.startsWith(`${field}.`));
        expect(
          problems.map((one) => one.code),
          response.body,
        ).toContain(code);
        expect(response.headers['x-credits-used']).toBeUndefined();
      });
      await fc.assert(property, share(0.08));
    },
    fuzzTimeoutMs,
  );

  it(
    'rejects anything but a JSON object',
    async () => {
      const drawText = fc.oneof(
        fc.json(),
        fc.string({ unit: 'binary' }),
        fc.constantFrom(
          '',
          '[]',
          'null',
          '{"a":',
          '{"__proto__":{}}',
          `{"page":${'['.repeat(9999)}${']'.repeat(9999)}}`,
        ),
      );
      const property = fc.asyncProperty(drawText, async (text) => {
        const { statusCode } = await sendText(path, text);
        expect(isEmptyObject(text) ? [200] : [400, 422]).toContain(statusCode);
      });
      await fc.assert(property, share(0.01));
    },
    fuzzTimeoutMs,
  );

  it.each([
    [1024 * 1024, 422],
    [1024 * 1024 + 1, 413],
  ])('responds to a body of %i bytes with %i', async (bytes, status) => {
    const body = `{"x":"${'x'.repeat(bytes - 8)}"}`;
    expect((await sendText(path, body)).statusCode).toBe(status);
  });
});

function isEmptyObject(text: string): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === '{}';
  } catch {
    return false;
  }
}
