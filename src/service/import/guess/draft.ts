import { parseCurrencyAmount, parseCurrency } from '../words/amounts.ts';
import { type DateOrder, parseDate } from '../words/dates.ts';
import { openIndustryReader } from '../words/lookups.ts';
import { parseLiteralList, splitList } from '../words/lists.ts';
import { isPersonName } from '../words/names.ts';
import type { GuessedField } from './columns.ts';

/** A sample of a table: its columns with their first values. */
export type Sample = { columns: string[]; values: Map<string, string[]> };
/** A mapping as JSON. */
export type Proposal = Record<string, unknown>;

type Drafting = { fields: Map<GuessedField, string>; sample: Sample; doubts: string[] };

export function addUnusedColumns(sample: Sample, fields: ReadonlyMap<string, string>, doubts: string[]): void {
  const used = [...fields.values()];
  const unused = sample.columns.filter((column) => !used.includes(column));
  if (unused.length > 0) doubts.push(`unused columns: ${unused.join(', ')}`);
}

/** Companies, rounds and their participants in the recognized columns; uncertainties are added to `doubts`. */
export function draftCompanies(fields: Map<GuessedField, string>, sample: Sample, doubts: string[]): Proposal {
  const drafting = { fields, sample, doubts };
  const deal = draftDeal(drafting);
  const total = fields.get('total_raised');
  return {
    company: {
      ...pick(fields, companyFields),
      ...(fields.has('founded') ? { founded: draftDate(drafting, 'founded') } : {}),
      ...(fields.has('industries') ? { industries: draftList(drafting, 'industries') } : {}),
      ...(total ? { total_raised: draftAmount(drafting, 'total_raised') } : {}),
      ...(!deal && fields.has('valuation') ? { valuation: draftAmount(drafting, 'valuation') } : {}),
      ...(!deal && fields.has('valuation_date') ? { valuation_date: draftDate(drafting, 'valuation_date') } : {}),
    },
    ...(deal ? { deal } : {}),
    investors: draftInvestors(drafting),
    people: draftPeople(drafting),
  };
}

const companyFields = `name domain linkedin crunchbase twitter facebook address short_description long_description city
  state country region location num_employees status`.split(/\s+/) as GuessedField[];

function pick(fields: Map<GuessedField, string>, wanted: GuessedField[]): Proposal {
  return Object.fromEntries(wanted.flatMap((field) => (fields.has(field) ? [[field, fields.get(field)]] : [])));
}

function draftDeal(drafting: Drafting): Proposal | undefined {
  const { fields, doubts } = drafting;
  if (!fields.has('raised') && !fields.has('round_type')) {
    doubts.push(
      'no column describes a round: there are companies without deals, and investors as backers of the company',
    );
    return undefined;
  }
  if (!fields.has('round_type')) doubts.push('no column has the round type: all are FUNDING_ROUND');
  if (!fields.has('date')) doubts.push('no column has the date of a round: all are unknown');
  return {
    ...pick(fields, ['round_type', 'article']),
    ...(fields.has('date') ? { date: draftDate(drafting, 'date') } : {}),
    ...(fields.has('raised') ? { raised: draftAmount(drafting, 'raised') } : {}),
    ...(fields.has('valuation') ? { valuation: draftAmount(drafting, 'valuation') } : {}),
  };
}

function draftDate({ fields, sample, doubts }: Drafting, field: GuessedField): Proposal {
  const column = fields.get(field) ?? '';
  const values = sample.values.get(column) ?? [];
  const { order, open } = guessDateOrder(values);
  const clock = guessClock(values);
  const partial = field !== 'founded' && hasPartialDates(values);
  if (open) doubts.push(`"${column}": not a date shows whether day or month comes first: add "order"`);
  if (partial)
    doubts.push(`"${column}": some dates name only a month or year; "first-day" takes its first day, "unknown" none`);
  if (clock) doubts.push(`"${column}": numbers were read as ${clock}`);
  return {
    column,
    ...(order ? { order } : {}),
    ...(clock ? { clock } : {}),
    ...(partial ? { partial: 'first-day' } : {}),
  };
}

function draftAmount({ fields, sample, doubts }: Drafting, field: GuessedField): Proposal {
  const column = fields.get(field) ?? '';
  const values = sample.values.get(column) ?? [];
  const decimal = guessDecimal(values);
  const currencies = guessCurrencies(values, decimal);
  const unit = guessUnit(column);
  const currencyColumn = fields.get('currency');
  if (unit.multiplier) doubts.push(`"${column}": the header was read as counting in ${unit.multiplier}`);
  if (decimal) doubts.push(`"${column}": a comma was read as the decimal point`);
  if (currencies.length > 1) doubts.push(`"${column}": several currencies: ${currencies.join(', ')}`);
  const currency = unit.currency ?? (currencies.length === 0 && !currencyColumn ? 'USD' : undefined);
  if (currencies.length === 0 && !unit.currency && !currencyColumn)
    doubts.push(`"${column}": no currency is named: US dollars are assumed`);
  return {
    column,
    ...(decimal ? { decimal } : {}),
    ...(unit.multiplier ? { multiplier: unit.multiplier } : {}),
    ...(currency ? { currency } : {}),
    ...(currencyColumn ? { currency_column: currencyColumn } : {}),
    ...(field === 'raised' && fields.has('raised_usd') ? { usd_column: fields.get('raised_usd') } : {}),
  };
}

function draftList({ fields, sample, doubts }: Drafting, field: GuessedField): Proposal {
  const column = fields.get(field) ?? '';
  const values = sample.values.get(column) ?? [];
  const separator = guessSeparator(values);
  if (!separator || (field === 'industries' && areWholeIndustries(values, separator))) return { column };
  const split = [separator, ...(field.endsWith('investors') ? findOtherSeparators(values, separator) : [])];
  if (split.some((one) => one.includes(','))) doubts.push(`"${column}": split at commas, also inside of names`);
  return { column, split };
}

/** Whether cells with the separator are single industries, such as "Supply chain, logistics, & delivery". */
function areWholeIndustries(values: readonly string[], separator: string): boolean {
  const industriesOf = openIndustryReader();
  const countKnown = (split: (value: string) => string[]) =>
    values.filter((value) => value.includes(separator) && industriesOf(split(value)).industries.length > 0).length;
  return countKnown((value) => [value]) >= countKnown((value) => value.split(separator));
}

function draftInvestors(drafting: Drafting): Proposal[] {
  const { fields, sample, doubts } = drafting;
  const lists = (['lead_investors', 'investors'] as const).filter((field) => fields.has(field));
  return lists.map((field) => {
    const draft = draftList(drafting, field);
    const split = (draft['split'] ?? []) as string[];
    const column = fields.get(field) ?? '';
    const values = sample.values.get(column) ?? [];
    const names = values.flatMap((value) => splitList(value, split));
    const kind = hasPeople(names) ? 'by-name' : 'investors';
    if (kind === 'by-name')
      doubts.push(
        `"${column}": some names look like people; "by-name" distinguishes them from investors by given names`,
      );
    const lead = field === 'lead_investors' ? { lead: true } : lists.length > 1 ? { lead: false } : {};
    return { ...draft, kind, ...lead };
  });
}

function draftPeople(drafting: Drafting): Proposal[] {
  const { fields } = drafting;
  const founders = { ...draftList(drafting, 'founders'), title: { constant: 'Founder' }, founder: true };
  const linkedin = fields.get('person_linkedin');
  const others = { column: fields.get('person'), ...pick(fields, ['title']), ...(linkedin ? { linkedin } : {}) };
  return [...(fields.has('founders') ? [founders] : []), ...(fields.has('person') ? [others] : [])];
}

/** Whether day or month is first, if any date shows it; `open` if none does or they contradict each other. */
function guessDateOrder(values: readonly string[]): { order?: DateOrder; open: boolean } {
  const parts = values
    .map((value) => /^(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}/.exec(value))
    .filter((found) => found !== null);
  const dayFirst = parts.some(([, first]) => Number(first) > 12);
  const monthFirst = parts.some(([, , second]) => Number(second) > 12);
  if (dayFirst !== monthFirst) return { order: dayFirst ? 'day-first' : 'month-first', open: false };
  return { open: parts.length > 0 };
}

function guessClock(values: readonly string[]): 'unix-seconds' | 'unix-milliseconds' | 'excel' | undefined {
  const numbers = values.filter((value) => /^\d+(\.\d+)?$/.test(value)).map(Number);
  if (numbers.length === 0 || numbers.length < values.length) return undefined;
  const within = (low: number, high: number) => numbers.every((value) => value >= low && value <= high);
  if (within(3e11, 4e12)) return 'unix-milliseconds';
  if (within(3e8, 4e9)) return 'unix-seconds';
  return within(25_000, 60_000) ? 'excel' : undefined;
}

const hasPartialDates = (values: readonly string[]) =>
  values.some((value) => ['month', 'quarter', 'year'].includes(parseDate(value)?.precision ?? 'day'));

const candidates = [' + ', ';', '|', '\n', ', ', ',', ' / ', '/'];

/** The most frequent separator; none if the lists are in brackets. */
export function guessSeparator(values: readonly string[]): string | undefined {
  if (values.some((value) => parseLiteralList(value))) return undefined;
  const counts = candidates.map((separator) => ({
    separator,
    cells: values.filter((value) => value.includes(separator)).length,
  }));
  const best = counts.toSorted((a, b) => b.cells - a.cells)[0];
  return best && best.cells > 0 ? best.separator : undefined;
}

/** The separators of rows without the given one; what a row has in addition to it is a part of a name. */
const findOtherSeparators = (values: readonly string[], separator: string): string[] =>
  [';', '|', '\n', ', '].filter((other) => {
    const cells = values.filter((value) => value.includes(other));
    return cells.length > 0 && !cells.some((value) => value.includes(separator));
  });

const hasPeople = (names: readonly string[]) => names.some(isPersonName);

/** The unit in a header such as "Amount (INR crore)" or "Raised, $M". */
function guessUnit(column: string): { multiplier?: string; currency?: string } {
  const words = column
    .toLowerCase()
    .split(/[\s(),/_:-]+/)
    .filter(Boolean);
  const multiplier = words.map(findMultiplier).find(Boolean);
  const codes = words
    .map((word) => parseCurrency(word.replace(/(?<=.)(mm|mn|m|bn|b|k)$/, '')))
    .filter((found) => found !== undefined);
  const currency = codes[0]?.[0];
  return { ...(multiplier ? { multiplier } : {}), ...(currency ? { currency } : {}) };
}

function findMultiplier(word: string): string | undefined {
  if (/^(thousands?|millions?|billions?|lakhs?|crores?|cr|mn|mm|bn)$/.test(word)) return word;
  const [, , letter] = /^([$€£₹]|usd|eur|inr|gbp)(k|m|mm|mn|b|bn|cr)$/.exec(word) ?? [];
  return letter;
}

/** A comma if more values are amounts only with it as the decimal point than only without. */
function guessDecimal(values: readonly string[]): ',' | undefined {
  const readable = (decimal: ',' | '.') => values.filter((value) => parseCurrencyAmount(value, { decimal })).length;
  return readable(',') > readable('.') ? ',' : undefined;
}

/** The currencies of the values, by their most likely meaning. */
function guessCurrencies(values: readonly string[], decimal: ',' | undefined): string[] {
  const found = values
    .map((value) => parseCurrencyAmount(value, { decimal })?.currencies[0])
    .filter((code) => code !== undefined);
  return [...new Set(found)];
}
