import { type HistoryRecord, type PersonRecord, unlockedHistories } from './records.ts';

/** A search returns at most this many jobs and schools of a person (contract 2). */
const searchedHistory = 3;

/** All jobs and schools of a person, if the person was unlocked individually or has fewer than a search can return. */
export function readWholeHistory(person: PersonRecord): HistoryRecord | undefined {
  const { id, employment_history: jobs, education_history: schools } = person;
  const isShort = [jobs, schools].every((entries) => entries !== null && entries.length < searchedHistory);
  return unlockedHistories.read(id) ?? (isShort ? person : undefined);
}
