import { toDay } from '../../../platform/format.ts';
import { joinCell } from '../kit/export/file-formats.ts';
import type { ExportColumn } from '../kit/table/grid-column.ts';
import { listEmployerNames } from './columns.tsx';
import type { PersonRow } from './people.ts';

/** All columns of an exported file. */
export const personExport: readonly ExportColumn<PersonRow>[] = [
  ['person_id', ({ id }) => id],
  ['name', ({ record }) => record.name],
  ['title', ({ record }) => record.title],
  ['employer', ({ record }) => record.current_company?.name],
  ['employer_id', ({ record }) => record.current_company?.id],
  ['employer_domain', ({ record }) => record.current_company?.domain],
  ['location', ({ record }) => record.location],
  ['founder', ({ record }) => record.is_founder],
  ['angel', ({ record }) => record.is_angel],
  ['investor', ({ record }) => record.is_investor],
  ['investors', (row) => joinCell(listEmployerNames(row))],
  ['deals', ({ record }) => record.investor_highlights?.total_deal_count, 'count'],
  ['deals_led', ({ record }) => record.investor_highlights?.lead_deal_count, 'count'],
  ['deals_led_last_12_months', ({ record }) => record.investor_highlights?.lead_deal_count_last_12_months, 'count'],
  ['matching_deals', ({ matching }) => matching, 'count'],
  ['matching_deals_led', ({ matchingLed }) => matchingLed, 'count'],
  ['latest_deal_utc', ({ record }) => toDay(record.investor_highlights?.most_recent_deal_date ?? null), 'day'],
  ['linkedin', ({ record }) => record.linkedin_url],
  ['crunchbase', ({ record }) => record.crunchbase_url],
  ['twitter', ({ record }) => record.twitter_url],
];
