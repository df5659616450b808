import { maxValueLength } from '#contract/scalars.ts';
import type { InputRow } from '../reading/row.ts';
import type { Origin } from '../records.ts';
import { chooseCurrency, parseCurrencyAmount } from '../words/amounts.ts';
import { parseCurrency } from '../words/currencies.ts';
import { parseDate, type ParsedDate, parseDateTime } from '../words/dates.ts';
import { parseFlag } from '../words/enums.ts';
import type { Mapping, MappingFields } from './schema.ts';
import type { ReportRow } from '../reading/source-rows.ts';

/** A row with the mapping that reads it. */
export type MappedRow = {
  row: InputRow;
  /** The row of the file that it is, or is part of. */
  origin: Origin;
  mapping: Mapping;
  unknown: ReadonlySet<string>;
  report: ReportRow;
};

/** An amount in its own currency, and in US dollars if known. */
export type Money = { native: number; currency: string | null; usd: number | null };

/** Thrown when a strict mapping cannot read a value; the row is rejected. */
export class RowRejected extends Error {
  readonly value: string;

  constructor(reason: string, value: string) {
    super(reason);
    this.value = value;
  }
}

type TextField = MappingFields['text'];
type AmountField = Omit<MappingFields['amount'], 'words'> & Pick<TextField, 'words'>;

/** The name of a field's columns in reports. */
export const labelOf = (field: TextField): string =>
  field.column ?? field.columns?.join(' + ') ?? field.any?.[0] ?? 'constant';

/** Every column that a field names. */
export const columnsOf = (field: TextField): string[] => [
  ...(field.column ? [field.column] : []),
  ...(field.columns ?? []),
  ...(field.any ?? []),
];

/** The texts of a field, without words that mean unknown, and with the mapping's `words` applied. */
export function readTexts(mapped: MappedRow, field: TextField | undefined): string[] {
  if (!field) return [];
  return readCells(mapped.row, field)
    .map((text) => (mapped.unknown.has(text.toLowerCase()) ? '' : replaceWord(field, text)))
    .filter((text) => text !== '');
}

/** A field as one text; null if it is unknown. */
export function readField(mapped: MappedRow, field: TextField | undefined): string | null {
  return readTexts(mapped, field).join(', ') || null;
}

/** A field as one line, for names; null, and reported, if it is too long for a name. */
export function readLine(mapped: MappedRow, field: TextField | undefined): string | null {
  const line = readField(mapped, field)?.replace(/\s+/gu, ' ').trim();
  if (!field || !line) return null;
  if (line.length <= maxValueLength) return line;
  const reason = `${labelOf(field)}: more than ${maxValueLength} characters: no name`;
  return mapped.report('repaired', reason, line) ?? null;
}

/** A yes-or-no field; null if it is unknown. */
export function readFlag(mapped: MappedRow, field: TextField | undefined): boolean | null {
  const text = readField(mapped, field);
  if (!field || !text) return null;
  return parseFlag(text) ?? mapped.report('repaired', `${labelOf(field)}: not yes or no: unknown`, text) ?? null;
}

function readCells(row: InputRow, field: TextField): string[] {
  if (field.constant !== undefined) return [field.constant];
  if (field.column !== undefined) return row.read(field.column);
  if (field.any) return field.any.map((column) => row.read(column)).find((texts) => texts.length > 0) ?? [];
  const parts = (field.columns ?? []).flatMap((column) => row.read(column));
  return parts.length > 0 ? [parts.join(field.join ?? ' ')] : [];
}

const wordsOf = new WeakMap<TextField, Map<string, string>>();

/** A text replaced by the mapping's `words` ("*" is any other text); '' means unknown. */
export function replaceWord(field: TextField, text: string): string {
  if (!field.words) return text;
  let words = wordsOf.get(field);
  if (!words) {
    words = new Map(Object.entries(field.words).map(([word, meaning]) => [word.toLowerCase(), meaning ?? '']));
    wordsOf.set(field, words);
  }
  return words.get(text.toLowerCase()) ?? words.get('*') ?? text;
}

/** An amount above zero; anything else is reported and becomes undefined. */
export function readMoney(mapped: MappedRow, field: AmountField | undefined): Money | undefined {
  if (!field) return undefined;
  const style = { ...mapped.mapping.amounts, ...field };
  const text = readField(mapped, field);
  const stated = style.usd_column === undefined ? null : readPlainUsd(mapped, style.usd_column);
  const inDollars = stated === null ? undefined : { native: stated, currency: 'USD', usd: stated };
  if (!text) return inDollars;
  const label = labelOf(field);
  const amount = parseCurrencyAmount(text, style);
  if (!amount) return mapped.report('repaired', `${label}: not a plain amount: unknown`, text) ?? inDollars;
  if (amount.value === 0 && !mapped.mapping.strict)
    return mapped.report('repaired', `${label}: 0: unknown`, text) ?? inDollars;
  const named = readNamedCurrency(mapped, style);
  const currency = chooseCurrency(amount.currencies, named);
  if (!currency && amount.currencies.length > 0) {
    const reason = named ? 'another currency than the row or mapping says' : 'the sign has several meanings';
    return mapped.report('repaired', `${label}: ${reason}: unknown`, text) ?? inDollars;
  }
  // An amount without a currency says less than the amount in dollars.
  if (!currency && inDollars) return inDollars;
  const usd = stated ?? readUsd(mapped, amount.value, currency, style);
  return { native: amount.value, currency: currency ?? null, usd };
}

function readPlainUsd(mapped: MappedRow, column: string): number | null {
  return readMoney(mapped, { column, currency: 'USD', usd_column: undefined })?.usd ?? null;
}

function readNamedCurrency(mapped: MappedRow, style: AmountField): string | undefined {
  const constant = style.currency && parseCurrency(style.currency)?.[0];
  if (!style.currency_column) return constant;
  const [word] = readTexts(mapped, { column: style.currency_column });
  if (!word) return constant;
  const read = parseCurrency(word);
  if (!read) mapped.report('repaired', `${style.currency_column}: no currency: unknown`, word);
  return read ? (chooseCurrency(read, constant) ?? undefined) : undefined;
}

function readUsd(mapped: MappedRow, native: number, currency: string | undefined, style: AmountField): number | null {
  if (currency === 'USD') return native;
  if (!currency) return null;
  const [word] = style.usd_rate_column ? readTexts(mapped, { column: style.usd_rate_column }) : [];
  const stated = style.usd_rates?.[currency] ?? style.usd_rate;
  const rate = word === undefined ? stated : parseCurrencyAmount(word)?.value;
  if (word !== undefined && !rate)
    mapped.report('repaired', `${style.usd_rate_column}: no rate: US dollars unknown`, word);
  if (rate) return Math.round(native * rate * 100) / 100;
  if (word === undefined)
    mapped.report('noted', `${labelOf(style)}: no US dollars without "usd_rate" or "usd_rate_column"`, currency);
  return null;
}

/** A founding day; a year is stored as its first day. */
export function readFounded(mapped: MappedRow, field: MappingFields['date'] | undefined): string | null {
  const text = field && readField(mapped, field);
  const year = text ? parseDate(text) : undefined;
  return year?.precision === 'year' && !field?.partial
    ? year.day
    : readDay(mapped, field && { partial: 'first-day', ...field });
}

/** A day. A month or year becomes its first day or null, as the mapping says (default null), and is reported. */
export function readDay(mapped: MappedRow, field: MappingFields['date'] | undefined): string | null {
  const text = field && readField(mapped, field);
  if (!field || !text) return null;
  const style = { ...mapped.mapping.dates, ...field };
  const date = parseDate(text, style);
  const label = labelOf(field);
  if (!date) {
    const isAmbiguous = /^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}$/.test(text) && !style.order;
    const reason = isAmbiguous ? 'day and month cannot be distinguished ("order" says which is first)' : 'not a date';
    mapped.report('repaired', `${label}: ${reason}: unknown`, text);
    return null;
  }
  return date.precision === 'day' ? date.day : readPartial(mapped, label, date, style.partial ?? 'unknown', text);
}

function readPartial(
  { report }: MappedRow,
  label: string,
  { day, precision }: ParsedDate,
  partial: 'first-day' | 'unknown',
  text: string,
): string | null {
  const taken = partial === 'first-day';
  report(
    taken ? 'noted' : 'repaired',
    `${label}: only the ${precision} is known: ${taken ? 'its first day' : 'unknown'}`,
    text,
  );
  return taken ? day : null;
}

/** A day or a time in ISO 8601. */
export function readDateTime(mapped: MappedRow, field: TextField | undefined): string | null {
  const text = field && readField(mapped, field);
  return (text ? parseDateTime(text) : undefined) ?? readDay(mapped, field);
}
