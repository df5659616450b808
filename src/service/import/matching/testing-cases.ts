import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { deriveRecordId } from '../sink.ts';
import type { SourceRecord } from '../records.ts';
import { loadAs } from '../testing-records.ts';

/** What two sources say; `t` is a word of this case alone, so that all cases are loaded at once. */
export type MatchCase = [when: string, say: (t: string) => [SourceRecord[], SourceRecord[]], reasons: string[]];

/** Tests why records of the second source of each case become one with records of the first. */
export function testCases(title: string, cases: MatchCase[]): void {
  let database: TestDatabase;
  const reasons = new Map<string, string>();
  const said = cases.map(([, say], index) =>
    say(`w${String.fromCodePoint(97 + Math.floor(index / 26), 97 + (index % 26))}`),
  );

  beforeAll(async () => {
    database = await openTestDatabase();
    await loadAs(
      database.sql,
      'one',
      said.flatMap(([one]) => one),
    );
    await loadAs(
      database.sql,
      'two',
      said.flatMap(([, two]) => two),
      2014,
    );
    const rows = await database.sql<{ uuid: string; text: string }[]>`
      SELECT uuid, concat(entity, ': ', reason) AS text FROM merges WHERE own_id <> id`;
    for (const { uuid, text } of rows) reasons.set(uuid, text);
  });
  afterAll(() => database.close());

  const findReasons = ([, second]: [SourceRecord[], SourceRecord[]] = [[], []]) =>
    second
      .flatMap((record) =>
        record.kind === 'place' ? [] : [reasons.get(deriveRecordId('two', record.kind, record.key))],
      )
      .filter((reason) => reason !== undefined);

  describe.each([title])('%s', () => {
    test.each(cases.map(([when, , expected], index) => ({ when, expected, index })))('$when', ({ expected, index }) => {
      expect(findReasons(said[index]).toSorted()).toEqual(expected.toSorted());
    });
  });
}
