import { readPerson } from '#contract/people.ts';
import { unlockedHistories, unlockedPeople, type PersonRecord } from '../../library/records/records.ts';
import { hasArrived, receiveRecords } from '../../library/records/sync-state.ts';
import { sendPaid } from '../../purchase/send-paid.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';

/** Unlocks one person with every job and school; a search returns the last three. */
export async function loadPerson(authorization: SpendAuthorization, id: string): Promise<void> {
  await receiveRecords('people', [id]);
  if (await hasArrived('histories', id)) return;
  const { data } = await sendPaid(authorization, readPerson, { query: { id } });
  if (!data.person) return;
  const { employment_history, education_history } = data.person;
  unlockedPeople.add([clearPersonMatches(data.person)]);
  unlockedHistories.add([{ id: data.person.id, employment_history, education_history }]);
}

/** A person without counts of matching deals, which belong to one search and not to the record. */
export const clearPersonMatches = (person: PersonRecord): PersonRecord => ({
  ...person,
  filtered_deal_count: null,
  filtered_lead_count: null,
  filtered_most_recent_date: null,
});
