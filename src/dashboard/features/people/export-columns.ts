import { toDay } from '../../platform/format.ts';
import type { ExportColumn } from '../../search/table/grid-column.ts';
import { joinEmployerNames } from './columns.tsx';
import type { PersonRow } from './rows.ts';

/** All columns of an exported file. */
export const personExport: readonly ExportColumn<PersonRow>[] = [
  ['person_id', ({ id }) => id],
  ['name', ({ person }) => person.name],
  ['title', ({ person }) => person.title],
  ['employer', ({ person }) => person.current_company?.name],
  ['employer_id', ({ person }) => person.current_company?.id],
  ['employer_domain', ({ person }) => person.current_company?.domain],
  ['location', ({ person }) => person.location],
  ['founder', ({ person }) => person.is_founder],
  ['angel', ({ person }) => person.is_angel],
  ['investor', ({ person }) => person.is_investor],
  ['investors', joinEmployerNames],
  ['deals', ({ person }) => person.investor_highlights?.total_deal_count, 'count'],
  ['deals_led', ({ person }) => person.investor_highlights?.lead_deal_count, 'count'],
  ['deals_led_last_12_months', ({ person }) => person.investor_highlights?.lead_deal_count_last_12_months, 'count'],
  ['matching_deals', ({ matching }) => matching, 'count'],
  ['matching_deals_led', ({ matchingLed }) => matchingLed, 'count'],
  ['latest_deal_utc', ({ person }) => toDay(person.investor_highlights?.most_recent_deal_date ?? null), 'day'],
  ['linkedin', ({ person }) => person.linkedin_url],
  ['crunchbase', ({ person }) => person.crunchbase_url],
  ['twitter', ({ person }) => person.twitter_url],
];
