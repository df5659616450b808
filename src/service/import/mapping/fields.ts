import type { Outcome } from '../report.ts';
import { readText, type InputRow } from '../reading/row.ts';
import { chooseCurrency, readAmount, readCurrency } from '../words/amounts.ts';
import { readDate, type ReadDate } from '../words/dates.ts';
import type { Mapping, MappingFields } from './schema.ts';

export type Find = (outcome: Outcome, reason: string, value: string) => undefined;

/** A row under a mapping: what its fields are read with. */
export type MappedRow = {
  row: InputRow;
  mapping: Mapping;
  unknown: ReadonlySet<string>;
  find: Find;
};

/** An amount as it stands, and in US dollars where that is known. */
export type Money = { native: number; currency: string | null; usd: number | null };

type TextField = MappingFields['text'];
type AmountField = Omit<MappingFields['amount'], 'words'> & Pick<TextField, 'words'>;

/** The column or columns that a field comes from, as the report names them. */
export const toLabel = (field: TextField): string => field.column ?? field.columns?.join(' + ') ?? 'constant';

/** Every column that a field names. */
export const columnsOf = (field: TextField): string[] => [
  ...(field.column ? [field.column] : []),
  ...(field.columns ?? []),
];

/** What a field says, each of a list on its own, without the words that mean unknown and in the mapping's own words. */
export function readTexts(mapped: MappedRow, field: TextField | undefined): string[] {
  if (!field) return [];
  return readCells(mapped.row, field)
    .map((text) => (mapped.unknown.has(text.toLowerCase()) ? '' : replaceWord(field, text)))
    .filter((text) => text !== '');
}

/** What a field says as one text; null when it is unknown. */
export function readField(mapped: MappedRow, field: TextField | undefined): string | null {
  return readTexts(mapped, field).join(', ') || null;
}

function readCells(row: InputRow, field: TextField): string[] {
  if (field.constant !== undefined) return [field.constant];
  if (field.column !== undefined) return row.read(field.column);
  const parts = (field.columns ?? []).map((column) => readText(row, column)).filter((text) => text !== '');
  return parts.length > 0 ? [parts.join(field.join ?? ' ')] : [];
}

const wordsOf = new WeakMap<TextField, Map<string, string>>();

/** The word that the mapping gives for a text; '' for one that means unknown. */
export function replaceWord(field: TextField, text: string): string {
  if (!field.words) return text;
  let words = wordsOf.get(field);
  if (!words) {
    words = new Map(Object.entries(field.words).map(([word, meaning]) => [word.toLowerCase(), meaning ?? '']));
    wordsOf.set(field, words);
  }
  return words.get(text.toLowerCase()) ?? text;
}

/** An amount above zero; what cannot be read as one goes into the report as it stands, and is unknown. */
export function readMoney(mapped: MappedRow, field: AmountField | undefined): Money | undefined {
  const text = field && readField(mapped, field);
  if (!field || !text) return undefined;
  const style = { ...mapped.mapping.amounts, ...field };
  const label = toLabel(field);
  const amount = readAmount(text, style);
  if (!amount) return mapped.find('repaired', `${label}: no plain amount: unknown`, text);
  if (amount.value === 0) return mapped.find('repaired', `${label}: 0: unknown`, text);
  const said = readSaidCurrency(mapped, style);
  const currency = chooseCurrency(amount.currencies, said);
  if (!currency && amount.currencies.length > 0) {
    const reason = said ? 'another currency than the row or mapping says' : 'the sign means several currencies';
    return mapped.find('repaired', `${label}: ${reason}: unknown`, text);
  }
  return { native: amount.value, currency: currency ?? null, usd: toUsd(mapped, amount.value, currency, style) };
}

function readSaidCurrency(mapped: MappedRow, style: AmountField): string | undefined {
  const constant = style.currency && readCurrency(style.currency)?.[0];
  if (!style.currency_column) return constant;
  const [word] = readTexts(mapped, { column: style.currency_column });
  if (!word) return constant;
  const read = readCurrency(word);
  if (!read) mapped.find('repaired', `${style.currency_column}: no currency: unknown`, word);
  return read ? (chooseCurrency(read, constant) ?? undefined) : undefined;
}

function toUsd(mapped: MappedRow, native: number, currency: string | undefined, style: AmountField): number | null {
  if (currency === 'USD') return native;
  if (!currency) return null;
  const [word] = style.usd_rate_column ? readTexts(mapped, { column: style.usd_rate_column }) : [];
  const rate = word === undefined ? style.usd_rate : readAmount(word)?.value;
  if (word !== undefined && !rate)
    mapped.find('repaired', `${style.usd_rate_column}: no rate: US dollars unknown`, word);
  return rate ? Math.round(native * rate * 100) / 100 : null;
}

/** A founding day; a year alone is its first day, which is how founding years are kept and no news. */
export function readFounded(mapped: MappedRow, field: MappingFields['date'] | undefined): string | null {
  const text = field && readField(mapped, field);
  const year = text ? readDate(text) : undefined;
  return year?.precision === 'year' && !field?.partial
    ? year.day
    : readDay(mapped, field && { partial: 'first-day', ...field });
}

/** A day; of a month or year its first day or null, as the mapping says (null by default), and the report tells it. */
export function readDay(mapped: MappedRow, field: MappingFields['date'] | undefined): string | null {
  const text = field && readField(mapped, field);
  if (!field || !text) return null;
  const style = { ...mapped.mapping.dates, ...field };
  const date = readDate(text, style);
  const label = toLabel(field);
  if (!date) {
    const doubt = /^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}$/.test(text) && !style.order;
    const reason = doubt ? 'day and month cannot be told apart ("order" says which is first)' : 'no date';
    mapped.find('repaired', `${label}: ${reason}: unknown`, text);
    return null;
  }
  return date.precision === 'day' ? date.day : readPartial(mapped, label, date, style.partial ?? 'unknown', text);
}

function readPartial(
  { find }: MappedRow,
  label: string,
  { day, precision }: ReadDate,
  partial: 'first-day' | 'unknown',
  text: string,
): string | null {
  const taken = partial === 'first-day';
  find(
    taken ? 'noted' : 'repaired',
    `${label}: only the ${precision} is known: ${taken ? 'its first day' : 'unknown'}`,
    text,
  );
  return taken ? day : null;
}
