import type { FinancingType } from '#contract/enums.ts';
import type { DealRecord } from '../records.ts';
import { readLink } from '../words/addresses.ts';
import { readRoundType, type RoundType } from '../words/round-types.ts';
import { columnsOf, readDay, readField, readMoney, toLabel, type MappedRow } from './fields.ts';
import type { DealMapping } from './schema.ts';

/** Whether a row tells of a round at all. */
export function hasDeal(mapped: MappedRow, fields: DealMapping): boolean {
  const own = [fields.date, fields.round_type, fields.raised, ...(fields.financings ?? [])];
  const columns = fields.when ?? own.flatMap((field) => (field ? columnsOf(field) : []));
  return columns.length === 0 || columns.some((column) => readField(mapped, { column }) !== null);
}

/** What tells a round from the others of the source. */
export function readDealKey(mapped: MappedRow, fields: DealMapping, companyKey: string): string {
  const own = [fields.date, fields.round_type, fields.raised, ...(fields.financings ?? [])];
  const columns = fields.key ?? own.flatMap((field) => (field ? columnsOf(field) : []));
  const parts = columns.map((column) => readField(mapped, { column }) ?? '');
  return (fields.key ? parts : [companyKey, ...parts]).join('|');
}

/** A round without its lineup. */
export function toDeal(mapped: MappedRow, fields: DealMapping, key: string, companyKey: string): DealRecord {
  const round = toRound(mapped, fields);
  const date = readDay(mapped, fields.date);
  const financings = toFinancings(mapped, fields, round.type);
  const link = readField(mapped, fields.article);
  const article = link ? readLink(link) : undefined;
  if (link && !article && fields.article)
    mapped.find('repaired', `${toLabel(fields.article)}: no address: left out`, link);
  const createdAt = readDay(mapped, fields.created_at) ?? mapped.mapping.source.created_at;
  if (date && date > createdAt)
    mapped.find('noted', 'dated after it was added to the source', `${date} > ${createdAt}`);
  return {
    kind: 'deal',
    key,
    companyKey,
    roundType: round.type,
    pre: round.pre,
    extension: round.extension,
    intermediate: round.intermediate,
    date,
    createdAt,
    raised: toRaised(mapped, fields, financings),
    valuation: toValuation(mapped, fields),
    shortDescription: readField(mapped, fields.short_description),
    longDescription: readField(mapped, fields.long_description),
    financings,
    articles: article ? [{ link: article, isPrimary: true, date }] : [],
  };
}

function toRound(mapped: MappedRow, fields: DealMapping): RoundType {
  const field = fields.round_type;
  const fallback: RoundType = {
    type: field?.default ?? 'FUNDING_ROUND',
    pre: false,
    extension: false,
    intermediate: 'NONE',
  };
  const word = field && readField(mapped, field);
  if (!field || !word) return fallback;
  const round = readRoundType(word);
  if (!round) mapped.find('repaired', `${toLabel(field)}: kind of round is not known: ${fallback.type}`, word);
  return round ?? fallback;
}

function toFinancings(mapped: MappedRow, fields: DealMapping, type: FinancingType): DealRecord['financings'] {
  const single = fields.raised ? [{ ...fields.raised, type }] : [];
  const parts = fields.financings ?? single;
  const financings = parts.map((field) => ({ type: field.type, money: readMoney(mapped, field) }));
  const known = financings.filter(({ money }) => money);
  if (known.length === 0) return [{ type }];
  return known.map(({ type: kind, money }) => ({
    type: kind,
    sizeUsd: money?.usd ?? null,
    sizeNative: money?.native ?? null,
    currency: money?.currency ?? null,
  }));
}

/** In US dollars: the round's own column, else all of its financings where each is known in dollars. */
function toRaised(mapped: MappedRow, fields: DealMapping, financings: DealRecord['financings']): number | null {
  // Reported already where it makes the one financing.
  if (fields.raised && fields.financings) return readMoney(mapped, fields.raised)?.usd ?? null;
  let sum = 0;
  for (const { sizeUsd } of financings) {
    if (typeof sizeUsd !== 'number') return null;
    sum += sizeUsd;
  }
  return sum;
}

function toValuation(mapped: MappedRow, { valuation }: DealMapping): NonNullable<DealRecord['valuation']> | null {
  const money = readMoney(mapped, valuation);
  if (!money?.currency || money.usd === null) return null;
  return { type: valuation?.type ?? 'DEFAULT', currency: money.currency, usd: money.usd, native: money.native };
}
