import { readPersonDeals } from '#contract/deals.ts';
import { readPerson, searchPeople } from '#contract/people.ts';
import { keepFreeNames } from '../../library/records/free-names.ts';
import {
  unlockedHistories,
  unlockedPeople,
  type FreeName,
  type DealRecord,
  type PersonRecord,
} from '../../library/records/records.ts';
import { takePage } from '../../search/fetch/take-page.ts';
import type { Section } from '../../search/query/search-query.ts';
import type { FoundPage } from '../../search/resource/resource.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { sendPaid } from '../../purchase/send-paid.ts';
import type { PageRequest } from '../../search/table/pages.ts';

const toUnfiltered = (person: PersonRecord): PersonRecord => ({
  ...person,
  filtered_deal_count: null,
  filtered_lead_count: null,
  filtered_most_recent_date: null,
});

/** The employer and the firms that a person's record names. */
const toNames = ({ current_company: company, investment_firms: firms }: PersonRecord): FreeName[] => [
  ...(company ? toName('company', company) : []),
  ...(firms ?? []).flatMap((firm) => toName('firm', firm)),
];

type Named = { readonly id: string; readonly name: string | null; readonly domain: string | null };
const toName = (kind: FreeName['kind'], { id, name, domain }: Named): FreeName[] =>
  name === null ? [] : [{ id, kind, name, remark: domain ?? '' }];

/** Buys one page of a search; the counts of matching deals belong to the answer, not to the person. */
export async function findPeople(authorization: SpendAuthorization, body: Section): Promise<FoundPage> {
  const answer = await sendPaid(authorization, searchPeople, { body });
  const { people } = answer.data;
  keepFreeNames((people ?? []).flatMap(toNames));
  const figures = Object.fromEntries(
    (people ?? []).map(({ id, filtered_deal_count, filtered_lead_count }) => [
      id,
      { filtered_deal_count, filtered_lead_count },
    ]),
  );
  return takePage(searchPeople, answer, people?.map(toUnfiltered), unlockedPeople, figures);
}

/** Buys one person with complete histories. */
export async function loadPerson(authorization: SpendAuthorization, id: string): Promise<void> {
  const { data } = await sendPaid(authorization, readPerson, { query: { id } });
  if (!data.person) return;
  const { employment_history, education_history } = data.person;
  unlockedPeople.keep([toUnfiltered(data.person)]);
  unlockedHistories.keep([{ id: data.person.id, employment_history, education_history }]);
}

/** Buys a page of the deals of a person, newest first. */
export async function loadDeals(
  authorization: SpendAuthorization,
  id: string,
  { page, size }: PageRequest,
): Promise<readonly DealRecord[]> {
  const { data } = await sendPaid(authorization, readPersonDeals, { query: { id, page, page_size: size } });
  return data.deals ?? [];
}
