import { toDay } from '../../../platform/format.ts';
import { formatExactNativeAmounts, formatRoundType } from '../../../platform/rounds.ts';
import { joinCell } from '../kit/export/file-formats.ts';
import { readKnownName } from '../kit/lookups/known-names.ts';
import type { ExportColumn } from '../kit/table/grid-column.ts';
import { buildRound, toPlace } from './columns.tsx';
import { type DealRow, readInvestorName } from './rows.ts';

const joinNames = (ids: readonly string[] | null, readName: (id: string) => string | null | undefined) =>
  joinCell((ids ?? []).map(readName));

/** All columns of an exported file. */
export const dealExport: readonly ExportColumn<DealRow>[] = [
  ['deal_id', ({ id }) => id],
  ['announced_utc', ({ deal }) => toDay(deal.date), 'day'],
  ['company', ({ companyName }) => companyName],
  ['company_id', ({ deal }) => deal.company_id],
  ['domain', (row) => row.domain],
  ['location', toPlace],
  ['country', ({ company }) => company?.location?.country?.name],
  ['industries', ({ company }) => joinCell((company?.industries ?? []).map(({ name }) => name))],
  ['employees', ({ company }) => company?.num_employees, 'range'],
  ['round', (row) => formatRoundType(buildRound(row))],
  ['round_type', ({ deal }) => deal.round_type],
  ['pre', ({ deal }) => deal.pre],
  ['extension', ({ deal }) => deal.extension],
  ['raised_usd', ({ deal }) => deal.total_round_raised, 'usd'],
  ['raised_native', ({ deal }) => formatExactNativeAmounts(deal)],
  ['valuation_usd', ({ deal }) => deal.valuation?.valuation_usd, 'usd'],
  ['valuation_type', ({ deal }) => deal.valuation?.type],
  ['lead_investors', ({ investors }) => joinCell(investors.map(({ name, isLead }) => (isLead ? name : null)))],
  ['investors', ({ deal }) => joinNames(deal.investor_ids, readInvestorName)],
  ['investor_ids', ({ deal }) => joinCell(deal.investor_ids ?? [])],
  ['angels', ({ deal }) => joinNames(deal.angel_investor_ids, (id) => readKnownName('person', id))],
  ['angel_ids', ({ deal }) => joinCell(deal.angel_investor_ids ?? [])],
  ['added_utc', ({ deal }) => toDay(deal.created_at), 'day'],
  ['description', ({ deal }) => deal.deal_descriptions?.short_description],
];
