import { toDay } from '../../../platform/format.ts';
import { formatExactNativeAmounts, formatRoundType } from '../../../platform/rounds.ts';
import { joinCell } from '../kit/export/file-formats.ts';
import type { ExportColumn } from '../kit/table/grid-column.ts';
import type { CompanyRow } from './rows.ts';

const getLatestRound = ({ company }: CompanyRow): string | null =>
  company.latest_deal ? formatRoundType(company.latest_deal) : null;

/** All columns of an exported file. */
export const companyExport: readonly ExportColumn<CompanyRow>[] = [
  ['company_id', ({ id }) => id],
  ['name', ({ company }) => company.name],
  ['legal_name', ({ company }) => company.legal_name],
  ['domain', ({ company }) => company.domain],
  ['linkedin', ({ company }) => company.linkedin],
  ['crunchbase', ({ company }) => company.crunchbase],
  ['city', ({ company }) => company.location?.city?.name],
  ['country', ({ company }) => company.location?.country?.name],
  ['industries', ({ company }) => joinCell((company.industries ?? []).map(({ name }) => name))],
  ['employees', ({ company }) => company.num_employees, 'range'],
  ['ipo_status', ({ company }) => company.ipo_status],
  ['latest_round', getLatestRound],
  ['latest_round_utc', ({ company }) => toDay(company.latest_deal?.date ?? null), 'day'],
  ['latest_round_usd', ({ company }) => company.latest_deal?.total_round_raised, 'usd'],
  ['latest_round_native', ({ company }) => company.latest_deal && formatExactNativeAmounts(company.latest_deal)],
  ['total_raised_usd', ({ company }) => company.total_raised, 'usd'],
  ['latest_valuation_usd', ({ company }) => company.latest_valuation_usd, 'usd'],
  ['funding_rounds', ({ company }) => company.num_funding_rounds, 'count'],
  ['investors_count', ({ company }) => company.num_investors, 'count'],
  ['investors', ({ investors }) => joinCell(investors.map(({ name }) => name))],
  ['investor_ids', ({ company }) => joinCell(company.all_investor_ids ?? [])],
  ['relevance', ({ similarity }) => similarity, 'ratio'],
  ['description', ({ company }) => company.short_description],
];
