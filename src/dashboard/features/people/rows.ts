import { searchPeople } from '#contract/people.ts';
import { storeFreeNames } from '../../library/records/free-names.ts';
import { unlockedPeople, type FreeName, type PersonRecord } from '../../library/records/records.ts';
import { sendPaid } from '../../purchase/send-paid.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { addResultPage } from '../../search/fetch/search-results.ts';
import type { Section } from '../../search/query/search-query.ts';
import { clearPersonMatches } from '../../search/record/load-records.ts';
import type { Figures, FoundPage } from '../../search/resource/resource.ts';

/** A person as a row of the table, with the deals that match the deal filters of the search, or null. */
export type PersonRow = {
  readonly id: string;
  readonly person: PersonRecord;
  readonly matching: number | null;
  readonly matchingLed: number | null;
};

const readCount = (figure: number | string | null | undefined) => (typeof figure === 'number' ? figure : null);

/** The row of one person; undefined where it is not unlocked. `figures` are those of the search. */
export function buildPersonRow(id: string, figures?: Figures): PersonRow | undefined {
  const person = unlockedPeople.read(id);
  if (!person) return undefined;
  return {
    id,
    person,
    matching: readCount(figures?.['filtered_deal_count']),
    matchingLed: readCount(figures?.['filtered_lead_count']),
  };
}

/** The employer and the investors that a person's record names. */
const listNames = ({ current_company: company, investment_firms: investors }: PersonRecord): FreeName[] => [
  ...(company ? chooseFreeName('company', company) : []),
  ...(investors ?? []).flatMap((investor) => chooseFreeName('firm', investor)),
];

type NamedEntity = { readonly id: string; readonly name: string | null; readonly domain: string | null };
const chooseFreeName = (kind: FreeName['kind'], { id, name, domain }: NamedEntity): FreeName[] =>
  name === null ? [] : [{ id, kind, name, remark: domain ?? '' }];

/** Fetches one page of a search. Counts of matching deals are stored with the results, not with the person. */
export async function findPeople(authorization: SpendAuthorization, body: Section): Promise<FoundPage> {
  const response = await sendPaid(authorization, searchPeople, { body });
  const { people } = response.data;
  storeFreeNames((people ?? []).flatMap(listNames));
  const figures = Object.fromEntries(
    (people ?? []).map(({ id, filtered_deal_count, filtered_lead_count }) => [
      id,
      { filtered_deal_count, filtered_lead_count },
    ]),
  );
  return addResultPage(searchPeople, response, people?.map(clearPersonMatches), unlockedPeople, figures);
}
