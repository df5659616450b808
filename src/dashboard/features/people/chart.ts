import { unlockedPeople } from '../../library/records/records.ts';
import type { ResourceChart } from '../../search/resource/resource-chart.ts';

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** The name of a country by its code; null for what is no code. */
function toCountry(code: string | null): string | null {
  return code !== null && /^[a-z]{2}$/i.test(code) ? (countryNames.of(code.toUpperCase()) ?? null) : null;
}

/** How people are drawn; deals, rounds and industries are known of investors alone. */
export const personChart: ResourceChart = {
  read(id) {
    const person = unlockedPeople.read(id);
    if (!person) return undefined;
    const { investor_highlights: highlights } = person;
    return {
      moment: highlights?.most_recent_deal_date ?? null,
      rounds: highlights?.top_round_types ?? null,
      industries: highlights?.top_industries ?? null,
      place: toCountry(person.country_code),
    };
  },
  divisions: [
    { by: 'month', basis: 'By the day of the latest deal, in UTC; investors alone have one.', none: 'No deal' },
    { by: 'quarter', basis: 'By the day of the latest deal, in UTC; investors alone have one.', none: 'No deal' },
    { by: 'round', basis: 'An investor stands in each most frequent round type, five at most.', none: 'No deals' },
    { by: 'industry', basis: 'An investor stands in each most frequent industry, five at most.', none: 'No deals' },
    { by: 'place', basis: 'By country.', none: 'Not known' },
  ],
  dayColumn: 'latest',
  activity: {
    keys: ['deal_from', 'deal_to'],
    basis: 'People with a matching deal in each period, in UTC, counted by the service.',
  },
};
