import { toDay } from '../../../platform/format.ts';
import type { ExportColumn } from '../kit/table/grid-column.ts';
import { joinCell } from '../kit/export/file-formats.ts';
import type { InvestorRow } from './investors.ts';

/** All columns of an exported file. */
export const investorExport: readonly ExportColumn<InvestorRow>[] = [
  ['investor_id', ({ id }) => id],
  ['name', ({ record }) => record.name],
  ['domain', ({ record }) => record.domain],
  ['linkedin', ({ record }) => record.linkedin],
  ['crunchbase', ({ record }) => record.crunchbase],
  ['contact_email', ({ record }) => record.contact_email],
  ['contact_phone', ({ record }) => record.contact_phone],
  ['city', ({ record }) => record.location?.city?.name],
  ['country', ({ record }) => record.location?.country?.name],
  ['employees', ({ record }) => record.num_employees, 'range'],
  ['stages', ({ record }) => record.investment_stage],
  ['latest_deal_utc', ({ record }) => toDay(record.most_recent_deal_date), 'day'],
  ['deals', ({ record }) => record.total_deal_count, 'count'],
  ['deals_led', ({ record }) => record.lead_deal_count, 'count'],
  ['deals_last_12_months', ({ record }) => record.deal_count_last_12_months, 'count'],
  ['deals_led_last_12_months', ({ record }) => record.lead_deal_count_last_12_months, 'count'],
  ['matching_deals', ({ matching }) => matching, 'count'],
  ['matching_deals_led', ({ matchingLed }) => matchingLed, 'count'],
  ['top_industries', ({ record }) => joinCell((record.top_industries ?? []).map(({ name }) => name))],
  ['top_locations', ({ record }) => joinCell((record.top_locations ?? []).map(({ name }) => name))],
  ['description', ({ record }) => record.description],
];
