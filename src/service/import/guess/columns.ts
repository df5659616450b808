import { headerWords, leftOut, nameWords, noName, toWords, type GuessedField } from './headers.ts';
import type { Doubts, Sample } from './doubts.ts';
import { createValueTests, isNameLike, listKnown, type FitOf } from './value-tests.ts';

/** A header counts only if at least the first share of its values fits; with the second share no header is needed. */
const minFit = 0.3;
const clearFit = 0.8;

/** Fields that can be recognized by values alone, most certain first. */
const shownByValues: GuessedField[] = [
  'linkedin',
  'crunchbase',
  'currency',
  'round_type',
  'article',
  'domain',
  'date',
  'raised',
  'country',
  'num_employees',
  'investors',
  'location',
];

/** Fields whose values can be anything: only the header decides. */
const trusted = new Set<GuessedField>([
  'location',
  'region',
  'city',
  'founders',
  'short_description',
  'long_description',
]);

/** Columns by what they are, and what the values of each field show. */
export type GuessedColumns = Map<GuessedField, string>;

/** Finds the columns of fields by header and values; uncertain ones are added to `doubts`. */
export function guessColumns(sample: Sample, doubts: Doubts, hasHeader = true): GuessedColumns {
  const { columns } = sample;
  const valuesOf = (column: string) => sample.values.get(column) ?? [];
  const fitOf = createValueTests();
  const found: GuessedColumns = new Map();
  const taken = new Set<string>();
  const take = (field: GuessedField, column: string | undefined) => {
    if (column === undefined) return;
    found.set(field, column);
    taken.add(column);
  };
  if (hasHeader) {
    for (const column of columns) {
      const reason = findReason(column, valuesOf(column));
      if (!reason) continue;
      taken.add(column);
      if (reason === 'is about the investor' && /\bcountry\b/.test(toWords(column)) && !found.has('investor_country'))
        found.set('investor_country', column);
      doubts.add(`"${column}" ${reason}: it is no column of the company or the round`, { column });
    }
    take(
      'name',
      findNameColumn(
        columns.filter((column) => !taken.has(column)),
        valuesOf,
      ),
    );
    for (const column of findDealId(columns)) take('deal_id', column);
    for (const column of findCompanyId(columns)) take('company_id', column);
    for (const entry of headerWords) takeNamed(entry, { columns, valuesOf, fitOf, found, taken, take, doubts });
  }
  if (!found.has('person')) for (const field of ['title', 'person_linkedin'] as const) found.delete(field);
  // A column in dollars repeats the amount next to it; without one, it is the amount.
  const dollars = found.get('raised_usd');
  if (dollars !== undefined && !found.has('raised')) found.set('raised', dollars).delete('raised_usd');
  const series = found.get('series');
  if (series !== undefined && !found.has('round_type')) found.set('round_type', series).delete('series');
  if (!found.has('name') && !hasHeader)
    take(
      'name',
      columns.find((column) => fits(fitOf, 'name', valuesOf(column)) && !isRepeated(valuesOf(column))),
    );
  takeShown({ columns, valuesOf, fitOf, found, taken, take, doubts }, hasHeader);
  return found;
}

type Taking = {
  columns: readonly string[];
  valuesOf: (column: string) => readonly string[];
  fitOf: FitOf;
  found: GuessedColumns;
  taken: Set<string>;
  take: (field: GuessedField, column: string | undefined) => void;
  doubts: Doubts;
};

const fits = (fitOf: FitOf, field: GuessedField, values: readonly string[]) => (fitOf(field, values) ?? 1) >= minFit;

/** Takes the column whose header names a field and whose values fit it best. */
function takeNamed(entry: (typeof headerWords)[number], taking: Taking): void {
  const { field, words } = entry;
  const { columns, valuesOf, fitOf, found, taken, take, doubts } = taking;
  if (found.has(field)) return;
  const not = 'not' in entry ? entry.not : undefined;
  const named = columns.filter((column) => {
    const header = toWords(column);
    return !taken.has(column) && words.test(header) && !not?.test(header);
  });
  if (field === 'investors' || field === 'lead_investors')
    return take(
      field,
      named.find((column) => areNames(valuesOf(column))),
    );
  if (trusted.has(field)) return take(field, named[0]);
  const ranked = named
    .map((column) => ({
      column,
      fit: fitOf(field, valuesOf(column)) ?? 1,
      detail: countDetail(field, valuesOf(column)),
    }))
    .filter(({ fit }) => fit >= minFit)
    .toSorted((a, b) => b.detail - a.detail || (field === 'date' ? b.fit - a.fit : 0));
  take(field, ranked[0]?.column);
  const [wrong] = found.has(field) || field === 'person_linkedin' || field === 'series' ? [] : named;
  if (wrong !== undefined && valuesOf(wrong).length > 0)
    doubts.add(`"${wrong}": its header looks like ${field}, but its values do not`, { column: wrong });
}

/** A column of days says more than one of years. */
const countDetail = (field: GuessedField, values: readonly string[]): number =>
  field === 'date'
    ? listKnown(values).filter((value) => !/^\d{4}(\.0)?$|^\d{4} ?q\d$/i.test(value)).length / (values.length || 1)
    : 0;

/** Names, and not numbers, ids or yes and no. */
function areNames(values: readonly string[]): boolean {
  const known = listKnown(values);
  const flags = known.filter((value) => /^(yes|no|y|n|true|false)$/i.test(value)).length;
  return known.length === 0 || (known.filter(isNameLike).length >= known.length * 0.5 && flags < known.length * 0.5);
}

function takeShown({ columns, valuesOf, fitOf, found, taken, take, doubts }: Taking, hasHeader: boolean): void {
  for (const field of shownByValues) {
    if (found.has(field) || (field === 'location' && found.has('city'))) continue;
    const shown = columns.find((column) => {
      const values = listKnown(valuesOf(column));
      if (taken.has(column) || values.length === 0 || isAside(column)) return false;
      // Plain numbers can mean anything; without a header, years and large numbers are all that there is.
      if (values.every((value) => /^[\d.,\s]*$/.test(value)) && (hasHeader || !isPlain(field, values))) return false;
      const fit = fitOf(field, values) ?? 0;
      if (!hasHeader && field === 'investors') return fit >= minFit / 2 && areNames(values);
      return fit >= clearFit;
    });
    if (shown !== undefined) doubts.add(`"${shown}" was recognized as ${field} by its values`, { column: shown });
    take(field, shown);
  }
}

/** The values of a member that describes another one, such as its precision, say nothing about its field. */
const isAside = (column: string) =>
  /\b(paging|precision|entity def|updated|created)\b|\b(path|type)$/.test(toWords(column));

/** Whether plain numbers without a header are years, or amounts. */
function isPlain(field: GuessedField, values: readonly string[]): boolean {
  const numbers = values.map((value) => Number(value.replaceAll(',', '')));
  const years = numbers.filter((value) => value >= 1950 && value <= 2049 && Number.isInteger(value)).length;
  if (field === 'date') return years >= values.length * 0.9;
  return field === 'raised' && years < values.length * 0.5 && numbers.some((value) => value >= 1_000);
}

/** Why a column is left out, if it would be taken for something else. */
function findReason(column: string, values: readonly string[]): string | undefined {
  const header = toWords(column);
  if (values.length === 0) return undefined;
  const [reason] = leftOut.find(([, words]) => words.test(header)) ?? [];
  if (reason === 'is a count' && !listKnown(values).every((value) => /^[\d.,\s+]*$/.test(value))) return undefined;
  if (reason) return reason;
  return /%/.test(column) ? 'is a share' : undefined;
}

/** The column of the company's name: by the best header whose values can be names. */
function findNameColumn(columns: readonly string[], valuesOf: Taking['valuesOf']): string | undefined {
  for (const words of nameWords) {
    const named = columns.filter((column) => {
      const header = toWords(column);
      const known = listKnown(valuesOf(column));
      return (
        words.test(header) &&
        !noName.test(header) &&
        (known.length === 0 || known.filter(isNameOrNumber).length >= known.length * 0.6)
      );
    });
    const [shortest] = named.toSorted((a, b) => toWords(a).length - toWords(b).length);
    if (shortest !== undefined) return shortest;
  }
  return undefined;
}

/** "1password", "23" and "7shifts" are names too. */
const isNameOrNumber = (value: string) => isNameLike(value) || /^\d{1,5}$/.test(value);

/** The column that identifies a company; without one, its site or its name does. */
const findCompanyId = (columns: readonly string[]): string[] =>
  columns
    .filter((column) =>
      /^(compan(y|ies)|org|organi[sz]ation|startup|funded organization) (id|uuid|permalink)$/.test(toWords(column)),
    )
    .slice(0, 1);

/** The column that identifies a round; without one, company, day, kind and amount do. */
const findDealId = (columns: readonly string[]): string[] =>
  columns
    .filter((column) =>
      /^(deal|round|funding round|transaction|investment round) (id|uuid|number)$/.test(toWords(column)),
    )
    .slice(0, 1);

/** Whether a column has the same few values again and again, as a currency or a kind. */
const isRepeated = (values: readonly string[]) => values.length > 10 && new Set(values).size < values.length * 0.05;
