import { financingTypes, intermediate, type FinancingType, type Intermediate } from '#contract/enums.ts';
import type { ImportedDeal } from '../records.ts';
import { findLink } from '../words/addresses.ts';
import { parseRoundType, steps, type RoundType } from '../words/round-types.ts';
import { columnsOf, labelOf, readDay, readField, readFlag, readDateTime, readMoney, type MappedRow } from './fields.ts';
import { buildIdentity, type Identity, parseAddress } from './organization.ts';
import type { DealMapping } from './schema.ts';

/** Whether a row has a round at all. */
export function hasDeal(mapped: MappedRow, fields: DealMapping): boolean {
  const columns = fields.when ?? (fields.id ? columnsOf(fields.id) : ownColumns(fields));
  return columns.length === 0 || columns.some((column) => readField(mapped, { column }) !== null);
}

/** What identifies a round in the source. */
export function readDealIdentity(mapped: MappedRow, fields: DealMapping, companyKey: string): Identity {
  const id = readField(mapped, fields.id);
  if (id) return buildIdentity(id);
  const parts = (fields.key ?? ownColumns(fields)).map((column) => readField(mapped, { column }) ?? '');
  return { key: (fields.key ? parts : [companyKey, ...parts]).join('|') };
}

function ownColumns({ date, round_type, raised, financings }: DealMapping): string[] {
  const own = [date, round_type, raised, ...(Array.isArray(financings) ? financings : [])];
  return own.flatMap((field) => (field ? columnsOf(field) : []));
}

/** A round without its investors. */
export function buildImportedDeal(
  mapped: MappedRow,
  fields: DealMapping,
  identity: Identity,
  companyKey: string,
): ImportedDeal {
  const round = readRound(mapped, fields);
  const date = readDay(mapped, fields.date);
  const financings = readFinancings(mapped, fields, round.type);
  const createdAt = readDateTime(mapped, fields.created_at) ?? mapped.mapping.source.created_at;
  if (date && date > createdAt)
    mapped.report('noted', 'dated after it was added to the source', `${date} > ${createdAt}`);
  const raised = readRaised(mapped, fields, financings);
  return {
    kind: 'deal',
    ...identity,
    companyKey,
    roundType: round.type,
    pre: round.pre,
    extension: round.extension,
    intermediate: round.intermediate,
    date,
    createdAt,
    raised,
    valuation: readValuation(mapped, fields, raised),
    shortDescription: readField(mapped, fields.short_description),
    longDescription: readField(mapped, fields.long_description),
    financings,
    articles: readArticles(mapped, fields, date),
  };
}

/** The type of a round by its word; separate columns take precedence over parts of the word. */
function readRound(mapped: MappedRow, fields: DealMapping): RoundType {
  const round = readRoundWord(mapped, fields);
  const step = readField(mapped, fields.intermediate);
  return {
    type: round.type,
    pre: readFlag(mapped, fields.pre) ?? round.pre,
    extension: readFlag(mapped, fields.extension) ?? round.extension,
    intermediate: (step ? readIntermediate(mapped, step) : undefined) ?? round.intermediate,
  };
}

function readIntermediate(mapped: MappedRow, word: string): Intermediate | undefined {
  const stated = word === '+' ? 'PLUS' : (steps[Number(word)] ?? word.toUpperCase());
  const found = intermediate.options.find((option) => option === stated);
  return found ?? mapped.report('repaired', 'intermediate: unknown, left out', word);
}

function readRoundWord(mapped: MappedRow, { round_type: field }: DealMapping): RoundType {
  const type = field?.default ?? 'FUNDING_ROUND';
  const fallback: RoundType = { type, pre: false, extension: false, intermediate: 'NONE' };
  const word = field && readField(mapped, field);
  if (!field || !word) return fallback;
  const round = parseRoundType(word);
  if (!round) mapped.report('repaired', `${labelOf(field)}: unknown round type: ${type}`, word);
  return round ?? fallback;
}

function readFinancings(mapped: MappedRow, fields: DealMapping, type: FinancingType): ImportedDeal['financings'] {
  const parts = fields.financings ?? (fields.raised ? [{ ...fields.raised, type }] : []);
  const financings = Array.isArray(parts)
    ? parts.map((field) => ({ type: field.type, money: readMoney(mapped, field) }))
    : mapped.row.each(parts.each).map((row) => {
        const financing = { ...mapped, row };
        const stated = readField(financing, parts.type)?.toUpperCase();
        const known = financingTypes.find((each) => each === stated);
        if (stated && !known) mapped.report('repaired', `${parts.each}: unknown financing type: ${type}`, stated);
        return {
          type: known ?? type,
          money: readMoney(financing, parts.size),
          stated: true,
        };
      });
  const known = financings.filter(({ money, ...financing }) => money ?? 'stated' in financing);
  // A single financing has the amount of the round.
  const raised = known.length === 0 && fields.financings ? readMoney(mapped, fields.raised) : undefined;
  if (known.length === 0) return [{ type, ...(raised ? buildSize(raised) : {}) }];
  return known.map(({ type: kind, money }) => ({ type: kind, ...buildSize(money) }));
}

const buildSize = (money: ReturnType<typeof readMoney>) => ({
  sizeUsd: money?.usd ?? null,
  sizeNative: money?.native ?? null,
  currency: money?.currency ?? null,
});

/** In US dollars: the round's own column, otherwise the sum of its financings if all have an amount in dollars. */
function readRaised(mapped: MappedRow, fields: DealMapping, financings: ImportedDeal['financings']): number | null {
  // Problems with the round's own amount were already reported for the financing.
  if (fields.raised && fields.financings)
    return readMoney({ ...mapped, report: () => undefined }, fields.raised)?.usd ?? null;
  let sum = 0;
  for (const { sizeUsd } of financings) {
    if (typeof sizeUsd !== 'number') return null;
    sum += sizeUsd;
  }
  return sum;
}

const valuationTypes = ['DEFAULT', 'POST_MONEY', 'PRE_MONEY'] as const;

function readValuation(
  mapped: MappedRow,
  { valuation }: DealMapping,
  raised: number | null,
): NonNullable<ImportedDeal['valuation']> | null {
  const money = readMoney(mapped, valuation);
  if (!valuation || !money?.currency || money.usd === null) return null;
  if (raised && money.usd < raised && !mapped.mapping.strict) {
    const found = `${money.usd} < ${raised}`;
    return mapped.report('repaired', 'the valuation is below the amount raised: unknown', found) ?? null;
  }
  const stated = valuation.type_column ? readField(mapped, { column: valuation.type_column }) : null;
  const type = valuationTypes.find((known) => known === stated?.toUpperCase()) ?? valuation.type ?? 'DEFAULT';
  return { type, currency: money.currency, usd: money.usd, native: money.native };
}

function readArticles(
  mapped: MappedRow,
  fields: DealMapping,
  date: string | null,
): NonNullable<ImportedDeal['articles']> {
  const { articles, article } = fields;
  if (articles) {
    return mapped.row.each(articles.each).flatMap((row) => {
      const each = { ...mapped, row };
      const link = parseAddress(each, articles.link);
      const isPrimary = readFlag(each, articles.primary) ?? false;
      return link ? { link, isPrimary, date: readDay(each, articles.date) } : [];
    });
  }
  const text = readField(mapped, article);
  if (!article || !text) return [];
  const link = findLink(text);
  if (!link) mapped.report('repaired', `${labelOf(article)}: not an address: left out`, text);
  return link ? [{ link, isPrimary: true, date }] : [];
}
