import { expect, test } from 'vitest';
import { type PersonRecord, unlockedHistories } from './records.ts';
import { readWholeHistory } from './whole-history.ts';

test('the jobs and schools of a search are complete if it could have returned more, otherwise once the person is unlocked', () => {
  const list = (length: number | null) => (length === null ? null : Array.from({ length }, () => ({})));
  const build = (jobs: number | null, schools: number | null) =>
    ({
      id: `${jobs} ${schools}`,
      employment_history: list(jobs),
      education_history: list(schools),
    }) as unknown as PersonRecord;
  for (const whole of [build(0, 0), build(2, 1)]) expect(readWholeHistory(whole)).toBe(whole);
  for (const short of [build(3, 0), build(1, 3), build(null, 1)]) {
    expect(readWholeHistory(short)).toBeUndefined();
    const full = { ...short, employment_history: [], education_history: [] };
    unlockedHistories.add([full]);
    expect(readWholeHistory(short)).toEqual(full);
  }
});
