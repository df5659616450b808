import { toDay } from '../../platform/format.ts';
import type { ExportColumn } from '../../search/table/grid-column.ts';
import { formatIndustryNames, formatTopNames } from './columns.tsx';
import type { InvestorRow } from './rows.ts';

/** All columns of an exported file. */
export const investorExport: readonly ExportColumn<InvestorRow>[] = [
  ['investor_id', ({ id }) => id],
  ['name', ({ investor }) => investor.name],
  ['domain', ({ investor }) => investor.domain],
  ['linkedin', ({ investor }) => investor.linkedin],
  ['crunchbase', ({ investor }) => investor.crunchbase],
  ['contact_email', ({ investor }) => investor.contact_email],
  ['contact_phone', ({ investor }) => investor.contact_phone],
  ['city', ({ investor }) => investor.location?.city?.name],
  ['country', ({ investor }) => investor.location?.country?.name],
  ['employees', ({ investor }) => investor.num_employees],
  ['stages', ({ investor }) => investor.investment_stage],
  ['latest_deal_utc', ({ investor }) => toDay(investor.most_recent_deal_date), 'day'],
  ['deals', ({ investor }) => investor.total_deal_count, 'count'],
  ['deals_led', ({ investor }) => investor.lead_deal_count, 'count'],
  ['deals_last_12_months', ({ investor }) => investor.deal_count_last_12_months, 'count'],
  ['deals_led_last_12_months', ({ investor }) => investor.lead_deal_count_last_12_months, 'count'],
  ['matching_deals', ({ matching }) => matching, 'count'],
  ['matching_deals_led', ({ matchingLed }) => matchingLed, 'count'],
  ['top_industries', formatIndustryNames],
  ['top_locations', ({ investor }) => formatTopNames(investor.top_locations)],
  ['description', ({ investor }) => investor.description],
];
