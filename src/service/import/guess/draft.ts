import { findDecimal } from '../words/amounts.ts';
import { isPersonName } from '../words/names.ts';
import { parseInvestorPhrase } from '../words/investor-phrases.ts';
import { splitList } from '../words/lists.ts';
import type { GuessedColumns } from './columns.ts';
import type { Doubts, Sample } from './doubts.ts';
import type { GuessedField } from './headers.ts';
import { findCodeCountry } from './place-codes.ts';
import type { RowKind } from './row-kind.ts';
import { areWholeIndustries, guessNameSeparators, guessSeparator } from './separators.ts';
import {
  guessClock,
  guessCurrencies,
  guessDateOrder,
  guessDecimal,
  guessUnit,
  hasMixedDecimals,
  hasOpenNumbers,
  hasPartialDates,
  looksLikeMillions,
  type Unit,
} from './units.ts';
import type { WideRound } from './wide.ts';

/** A mapping as JSON. */
export type Proposal = Record<string, unknown>;

/** The recognized columns of a table, and what its rows are. */
type Drafting = {
  kind: RowKind;
  fields: GuessedColumns;
  wide: readonly WideRound[];
  sample: Sample;
  doubts: Doubts;
};

export function addUnusedColumns(sample: Sample, fields: ReadonlyMap<string, string>, doubts: Doubts): void {
  const used = [...fields.values()];
  const unused = sample.columns.filter((column) => !used.includes(column));
  if (unused.length > 0) doubts.add(`unused columns: ${unused.join(', ')}`);
}

/** Companies, rounds and their participants in the recognized columns; uncertainties are added to `doubts`. */
export function draftCompanies(drafting: Drafting): Proposal {
  const { fields, kind, wide } = drafting;
  const deal = kind === 'rounds' ? draftDeal(drafting) : undefined;
  const total = kind === 'layoffs' && !fields.has('total_raised') ? 'raised' : 'total_raised';
  return {
    company: {
      ...draftCompanyKey(drafting),
      ...pick(fields, companyFields),
      ...draftPlaces(drafting),
      ...(fields.has('founded') ? { founded: draftDate(drafting, 'founded', 'company.founded') } : {}),
      ...(fields.has('industries') ? { industries: draftIndustries(drafting) } : {}),
      ...(fields.has(total) ? { total_raised: draftAmount(drafting, total, 'company.total_raised') } : {}),
      ...(!deal && fields.has('valuation')
        ? { valuation: draftAmount(drafting, 'valuation', 'company.valuation') }
        : {}),
      ...(!deal && fields.has('valuation_date')
        ? { valuation_date: draftDate(drafting, 'valuation_date', 'company.valuation_date') }
        : {}),
      ...(kind === 'acquisitions' ? { status: { constant: 'acquired' } } : {}),
    },
    ...(deal ? { deal } : {}),
    ...(kind === 'wide' ? { deals: wide.map((round) => draftWideRound(drafting, round)) } : {}),
    ...draftInvestorPlaces(drafting),
    investors: ['layoffs', 'acquisitions', 'wide'].includes(kind) ? [] : draftInvestors(drafting),
    people: draftPeople(drafting),
  };
}

const companyFields = `name domain linkedin crunchbase twitter facebook address short_description long_description city
  country region num_employees status`.split(/\s+/) as GuessedField[];

function pick(fields: GuessedColumns, wanted: GuessedField[]): Proposal {
  return Object.fromEntries(wanted.flatMap((field) => (fields.has(field) ? [[field, fields.get(field)]] : [])));
}

/**
 * The columns that identify a company: the source's own id; in a list of companies without sites, name and country.
 */
function draftCompanyKey({ kind, fields }: Drafting): Proposal {
  const id = fields.get('company_id');
  if (id) return { key: [id] };
  const [name, country] = [fields.get('name'), fields.get('country')];
  if (kind === 'companies' && name && country && !fields.has('domain')) return { key: [name, country] };
  return {};
}

/** The names that have different places in different rows. */
function findMoved({ lines, values }: Sample, name: string, where: string): string[] {
  const places = new Map((lines.get(where) ?? []).map((line, place) => [line, values.get(where)?.[place] ?? '']));
  const first = new Map<string, string>();
  return (values.get(name) ?? []).filter((value, place) => {
    const found = places.get(lines.get(name)?.[place] ?? 0);
    const before = first.get(value);
    if (found !== undefined && before === undefined) first.set(value, found);
    return found !== undefined && before !== undefined && before !== found;
  });
}

/** State and location; codes are read in the context of the other rows. */
function draftPlaces({ fields, sample, doubts }: Drafting): Proposal {
  const draft = (field: 'state' | 'location') => {
    const column = fields.get(field);
    if (column === undefined) return {};
    const country = fields.has('country')
      ? undefined
      : findCodeCountry(sample.values.get(column) ?? [], field === 'state');
    if (!country) return { [field]: column };
    doubts.add(`"${column}": its codes were read as states of ${country}`, { column, mapping: 'company.state.codes' });
    return { state: { column, codes: country } };
  };
  return { ...draft('location'), ...draft('state') };
}

function draftDeal(drafting: Drafting): Proposal {
  const { fields, doubts } = drafting;
  if (!fields.has('round_type')) doubts.add('no column has the round type: all are FUNDING_ROUND');
  if (!fields.has('date')) doubts.add('no column has the date of a round: all are unknown');
  const id = fields.get('deal_id');
  // A round of which only the investors are known is a round.
  const when = (['investors', 'lead_investors', 'round_type', 'raised', 'date'] as const).flatMap(
    (field) => fields.get(field) ?? [],
  );
  const types = [fields.get('series'), fields.get('round_type')].filter((column) => column !== undefined);
  return {
    ...(id ? { key: [id] } : {}),
    ...(when.length > 0 ? { when } : {}),
    ...(types.length > 0 ? { round_type: types.length > 1 ? { any: types } : types[0] } : {}),
    ...pick(fields, ['article']),
    ...(fields.has('date') ? { date: draftDate(drafting, 'date', 'deal.date') } : {}),
    ...(fields.has('raised') ? { raised: draftAmount(drafting, 'raised', 'deal.raised') } : {}),
    ...(fields.has('valuation') ? { valuation: draftAmount(drafting, 'valuation', 'deal.valuation') } : {}),
  };
}

function draftWideRound(drafting: Drafting, { word, amount, date }: WideRound): Proposal {
  const { sample, doubts } = drafting;
  const columns: GuessedColumns = new Map();
  if (amount) columns.set('raised', amount);
  if (date) columns.set('date', date);
  const one: Drafting = { ...drafting, fields: columns, sample, doubts };
  return {
    round_type: { constant: word },
    ...(date ? { date: draftDate(one, 'date', 'deals') } : {}),
    ...(amount ? { raised: draftAmount(one, 'raised', 'deals') } : {}),
  };
}

function draftDate({ fields, sample, doubts }: Drafting, field: GuessedField, mapping: string): Proposal {
  const column = fields.get(field) ?? '';
  const values = sample.values.get(column) ?? [];
  const { order, open } = guessDateOrder(column, values);
  const clock = guessClock(values);
  const partial = field !== 'founded' && hasPartialDates(values);
  if (open)
    doubts.add(`"${column}": not a date shows whether day or month comes first: add "order"`, {
      column,
      mapping: `${mapping}.order`,
    });
  if (partial)
    doubts.add(`"${column}": some dates name only a month or year; "first-day" takes its first day, "unknown" none`, {
      column,
      mapping: `${mapping}.partial`,
    });
  if (clock) doubts.add(`"${column}": numbers were read as ${clock}`, { column, mapping: `${mapping}.clock` });
  return {
    column,
    ...(order ? { order } : {}),
    ...(clock ? { clock } : {}),
    ...(partial ? { partial: 'first-day' } : {}),
  };
}

function draftAmount(drafting: Drafting, field: GuessedField, mapping: string): Proposal {
  const { fields, sample, doubts } = drafting;
  const column = fields.get(field) ?? '';
  const values = sample.values.get(column) ?? [];
  const decimal = guessDecimal(values);
  const currencies = guessCurrencies(values, decimal);
  const unit = findUnit(drafting, column);
  const currencyColumn = fields.get(
    field === 'valuation' && fields.has('valuation_currency') ? 'valuation_currency' : 'currency',
  );
  const about = (member: string) => ({ column, mapping: `${mapping}.${member}` });
  if (unit.multiplier)
    doubts.add(`"${column}": the header was read as counting in ${unit.multiplier}`, about('multiplier'));
  else if (looksLikeMillions(values))
    doubts.add(
      `"${column}": these amounts are small, as if they counted millions: nothing says so`,
      about('multiplier'),
    );
  if (decimal === ',') doubts.add(`"${column}": a comma was read as the decimal point`, about('decimal'));
  if (hasMixedDecimals(values))
    doubts.add(`"${column}": the decimal sign is a comma in some amounts and a point in others`, {
      ...about('decimal'),
      of: (value) => findDecimal(value) === (decimal === ',' ? '.' : ','),
    });
  if (hasOpenNumbers(values))
    doubts.add(`"${column}": a point before three digits was read as the decimal point`, about('decimal'));
  if (currencies.length > 1) doubts.add(`"${column}": several currencies: ${currencies.join(', ')}`, about('currency'));
  const assumed = currencies.length === 0 && !currencyColumn ? 'USD' : undefined;
  const currency = currencies.length > 1 ? undefined : (unit.currency ?? assumed);
  if (assumed && !unit.currency)
    doubts.add(`"${column}": no currency is named: US dollars are assumed`, about('currency'));
  return {
    column,
    ...(decimal === ',' ? { decimal } : {}),
    ...(unit.multiplier ? { multiplier: unit.multiplier } : {}),
    ...(currency ? { currency } : {}),
    ...(currencyColumn ? { currency_column: currencyColumn } : {}),
    ...(field === 'raised' && fields.has('raised_usd') ? { usd_column: fields.get('raised_usd') } : {}),
  };
}

/** The unit in the header, or the one of a known list: DefiLlama counts in millions of dollars. */
function findUnit({ sample }: Drafting, column: string): Unit {
  const has = (name: string) => sample.columns.includes(name);
  const isDefillama = has('defillamaId') || (has('leadInvestors') && has('otherInvestors') && has('chains'));
  return isDefillama ? { multiplier: 'million', currency: 'USD' } : guessUnit(column);
}

function draftIndustries({ fields, sample, doubts }: Drafting): Proposal {
  const column = fields.get('industries') ?? '';
  const values = sample.values.get(column) ?? [];
  const separator = guessSeparator(values);
  if (!separator || areWholeIndustries(values, separator)) return { column };
  if (separator.includes(',')) doubts.add(`"${column}": split at commas, also inside of names`);
  return { column, split: [separator] };
}

function draftNames({ fields, sample, doubts }: Drafting, field: GuessedField): Proposal {
  const column = fields.get(field) ?? '';
  const split = sample.lists.has(column) ? [] : guessNameSeparators(sample.values.get(column) ?? []);
  if (split.includes(',')) doubts.add(`"${column}": split at commas, also inside of names`);
  return { column, ...(split.length > 0 ? { split } : {}) };
}

function draftInvestors(drafting: Drafting): Proposal[] {
  const { fields, sample, doubts } = drafting;
  const lists = (['lead_investors', 'investors'] as const).filter((field) => fields.has(field));
  return lists.map((field) => {
    const draft = draftNames(drafting, field);
    const split = (draft['split'] ?? []) as string[];
    const column = fields.get(field) ?? '';
    const values = sample.values.get(column) ?? [];
    const names = values.flatMap((value) => parseInvestorPhrase(value, split)).map(({ name }) => name);
    const joined = (value: string) => /\p{L} (?:&|and|et|und|y) \p{Lu}/u.test(value);
    if (values.some(joined))
      doubts.add(
        `"${column}": "and" and "&" part names where a whole name is on both sides, and are a part of a name elsewhere`,
        {
          column,
          of: joined,
          mapping: 'investors.phrases',
        },
      );
    const kind = names.some(isPersonName) ? 'by-name' : 'investors';
    if (kind === 'by-name')
      doubts.add(
        `"${column}": some names look like people; "by-name" distinguishes them from investors by given names`,
        {
          column,
          of: (value) => splitList(value, split).some(isPersonName),
          mapping: 'investors.kind, and kinds for single names',
        },
      );
    return { ...draft, kind, phrases: true, ...findLead(drafting, field, lists.length) };
  });
}

/** The country of the investor, where a row has one investor. */
function draftInvestorPlaces({ fields, sample, kind, doubts }: Drafting): Proposal {
  const [name, country] = [fields.get('investors') ?? fields.get('lead_investors'), fields.get('investor_country')];
  if (!name || !country || kind !== 'rounds' || sample.lists.has(name)) return {};
  const values = sample.values.get(name) ?? [];
  if (values.some((value) => parseInvestorPhrase(value, [',', ';']).length > 1)) return {};
  doubts.add(`"${country}" was read as the country of the investor`, { column: country, mapping: 'investor.country' });
  const moved = findMoved(sample, name, country);
  if (moved.length > 0)
    doubts.add('an investor has different countries: the first counts', {
      column: name,
      of: (value) => moved.includes(value),
    });
  return { investor: { name, country } };
}

/** Who led: the investors of the column of leads, or those that a column of yes and no says. */
function findLead({ fields }: Drafting, field: GuessedField, lists: number): Proposal {
  if (field === 'lead_investors') return { lead: true };
  const flag = fields.get('lead_flag');
  if (flag && lists === 1) return { lead: flag };
  return lists > 1 ? { lead: false } : {};
}

function draftPeople(drafting: Drafting): Proposal[] {
  const { fields } = drafting;
  const founders = { ...draftNames(drafting, 'founders'), title: { constant: 'Founder' }, founder: true };
  const linkedin = fields.get('person_linkedin');
  const others = { column: fields.get('person'), ...pick(fields, ['title']), ...(linkedin ? { linkedin } : {}) };
  return [...(fields.has('founders') ? [founders] : []), ...(fields.has('person') ? [others] : [])];
}
