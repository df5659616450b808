import { toDay } from '../../platform/format.ts';
import { toRoundName } from '../../platform/rounds.ts';
import type { ExportColumn } from '../../search/export/export.ts';
import { readNamed } from '../../search/lookups/known-names.ts';
import { toRound } from './deal-cells.tsx';
import { type DealRow, readFirmName } from './rows.ts';

/** What a file says of a deal; names where they are owned. */
export const dealExport: readonly ExportColumn<DealRow>[] = [
  ['deal_id', ({ id }) => id],
  ['announced_utc', ({ deal }) => toDay(deal.date)],
  ['company', ({ companyName }) => companyName],
  ['company_id', ({ deal }) => deal.company_id],
  ['domain', ({ company }) => company?.domain],
  ['location', ({ company }) => company?.location?.city?.name ?? company?.location?.country?.name],
  ['round', (row) => toRoundName(toRound(row))],
  ['round_type', ({ deal }) => deal.round_type],
  ['raised_usd', ({ deal }) => deal.total_round_raised],
  ['valuation_usd', ({ deal }) => deal.valuation?.valuation_usd],
  ['valuation_type', ({ deal }) => deal.valuation?.type],
  ['investors', ({ deal }) => toNames(deal.investor_ids, readFirmName)],
  ['investor_ids', ({ deal }) => deal.investor_ids?.join('; ')],
  ['angels', ({ deal }) => toNames(deal.angel_investor_ids, (id) => readNamed('person', id))],
  ['angel_ids', ({ deal }) => deal.angel_investor_ids?.join('; ')],
  ['added_utc', ({ deal }) => toDay(deal.created_at)],
  ['description', ({ deal }) => deal.deal_descriptions?.short_description],
];

const toNames = (ids: readonly string[] | null, toName: (id: string) => string | null | undefined): string =>
  (ids ?? []).flatMap((id) => toName(id) ?? []).join('; ');
