import { searchPeople } from '#contract/people.ts';
import { type FreeName, type PersonRecord, unlockedPeople } from '../../library/records/records.ts';
import { storeFreeNames } from '../../library/records/unlock.ts';
import { sendPaid } from '../../purchase/send-paid.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { addResultPage } from '../../search/fetch/search-results.ts';
import type { Section } from '../../search/query/search-query.ts';
import { collectDealMatches, type DealMatches, toDealMatches } from '../../search/record/deal-matches.ts';
import { clearPersonMatches } from '../../search/record/load-person.ts';
import type { Figures, ResourceChart, ResultPage } from '../../search/resource/resource.ts';

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** The name of a country by its ISO code; null for anything else. */
function getCountryName(code: string | null): string | null {
  return code !== null && /^[a-z]{2}$/i.test(code) ? (countryNames.of(code.toUpperCase()) ?? null) : null;
}

/** How people are charted; only investors have deals, rounds and industries. */
export const personChart: ResourceChart = {
  read(id) {
    const person = unlockedPeople.read(id);
    if (!person) return undefined;
    const { investor_highlights: highlights } = person;
    return {
      moment: highlights?.most_recent_deal_date ?? null,
      rounds: highlights?.top_round_types ?? null,
      industries: highlights?.top_industries ?? null,
      place: getCountryName(person.country_code),
    };
  },
  divisions: [
    { by: 'month', basis: 'By the day of the latest deal, in UTC; only investors have one.', none: 'No deal' },
    { by: 'quarter', basis: 'By the day of the latest deal, in UTC; only investors have one.', none: 'No deal' },
    { by: 'round', basis: 'An investor counts in each most frequent round type, five at most.', none: 'No deals' },
    { by: 'industry', basis: 'An investor counts in each most frequent industry, five at most.', none: 'No deals' },
    { by: 'place', basis: 'By country.', none: 'Not known' },
  ],
  dayColumn: 'latest',
  activity: {
    keys: ['deal_from', 'deal_to'],
    basis: 'People with a matching deal in each period, in UTC, counted by the service.',
  },
};

/** A person as a row of the table, with the deals that match the deal filters of the search, or null. */
export type PersonRow = DealMatches & {
  readonly id: string;
  readonly person: PersonRecord;
};

/** The row of one person; undefined where it is not unlocked. `figures` are those of the search. */
export function buildPersonRow(id: string, figures?: Figures): PersonRow | undefined {
  const person = unlockedPeople.read(id);
  return person && { id, person, ...toDealMatches(figures) };
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
export async function fetchPeople(authorization: SpendAuthorization, body: Section): Promise<ResultPage> {
  const response = await sendPaid(authorization, searchPeople, { body });
  const { people } = response.data;
  storeFreeNames((people ?? []).flatMap(listNames));
  const figures = collectDealMatches(people);
  return addResultPage(searchPeople, response, people?.map(clearPersonMatches), unlockedPeople, figures);
}
