import { parseUtcDay } from '#contract/scalars.ts';
import type { DealRecord } from '../records.ts';
import { readAmountAboveZero, readCurrency } from '../words/amounts.ts';
import { readRoundType, type RoundType } from '../words/round-types.ts';
import type { ExportRow } from './files.ts';

/** The day of the sample of 2016, whose rows do not say when they were added. */
const sampleDay = '2016-04-17';

/** A row of funding_rounds.csv without its lineup. */
export function toDeal(row: ExportRow, uuid: string, companyKey: string): DealRecord {
  const round = readRound(row);
  const day = parseUtcDay(row.cell('announced_on'));
  if (!day) row.find('repaired', 'announced_on is no date: unknown', row.cell('announced_on'));
  const raised = readNumber(row, 'raised_amount_usd');
  const code = readCurrency(row.cell('raised_amount_currency_code'))?.[0];
  const native = code ? readNumber(row, 'raised_amount') : null;
  const money =
    native === null ? { sizeNative: raised, currency: 'USD' } : { sizeNative: native, currency: code ?? 'USD' };
  const size = { sizeUsd: raised ?? (money.currency === 'USD' ? money.sizeNative : null), ...money };
  return {
    kind: 'deal',
    key: uuid,
    uuid,
    companyKey,
    roundType: round.type,
    pre: round.pre,
    extension: round.extension,
    intermediate: round.intermediate,
    date: day ?? null,
    createdAt: parseUtcDay(row.any('created_at')) ?? sampleDay,
    raised: size.sizeUsd,
    valuation: readValuation(row),
    financings: [{ type: round.type, ...size }],
  };
}

/** The kind of 2016 with its letter apart ("venture" and "A"), or that of later exports ("series_a"). */
function readRound(row: ExportRow): RoundType {
  const [kind, letter] = [row.any('funding_round_type', 'investment_type'), row.any('funding_round_code')];
  const venture = kind === 'venture' && letter !== '';
  const round = readRoundType(venture ? `Series ${letter}` : kind);
  if (letter !== '' && !venture)
    row.find('noted', 'the letter contradicts the kind, which was taken', `${kind} ${letter}`);
  if (!round) row.find('repaired', 'kind of round is not known: FUNDING_ROUND', kind);
  return round ?? { type: 'FUNDING_ROUND', pre: false, extension: false, intermediate: 'NONE' };
}

function readNumber(row: ExportRow, column: string): number | null {
  const text = row.cell(column);
  if (text === '') return null;
  const value = readAmountAboveZero(text);
  if (!value) row.find('repaired', `${column} is 0 or no amount: undisclosed`, text);
  return value;
}

function readValuation(row: ExportRow): NonNullable<DealRecord['valuation']> | null {
  const usd = readNumber(row, 'post_money_valuation_usd');
  if (usd === null) return null;
  const native = readNumber(row, 'post_money_valuation');
  const code = readCurrency(row.any('post_money_valuation_currency_code', 'pre_money_currency_code'))?.[0];
  return {
    type: 'POST_MONEY',
    usd,
    ...(native && code ? { native, currency: code } : { native: usd, currency: 'USD' }),
  };
}
