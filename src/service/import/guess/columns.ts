import { buildNameKey } from '../../db/name-key.ts';
import { unknownWords } from '../mapping/schema.ts';
import { findLink, parseProfileAddress } from '../words/addresses.ts';
import { parseCurrencyAmount } from '../words/amounts.ts';
import { parseDate } from '../words/dates.ts';
import { parseHeadCount, parseRoundType, parseCompanyStatus } from '../words/enums.ts';
import { openIndustryReader, openPlaceReader } from '../words/lookups.ts';

/** Patterns for folded headers; the first match wins, and each column and field is used once. */
const patterns = [
  ['person_linkedin', /\blinked ?in\b/],
  ['linkedin', /\blinked ?in\b/],
  ['crunchbase', /\bcrunch ?base\b|^cb url$/],
  ['twitter', /\btwitter\b|\bx handle\b/],
  ['facebook', /\bfacebook\b/],
  ['lead_investors', /\blead\b.*\b(investors?|backers?)\b|^lead$/],
  [
    'investors',
    /\b(investors?|backers?|participants|participating|syndicate|investor names?)\b(?!.*\b(count|number|type|uuid)\b)/,
  ],
  ['founders', /^(co )?founders?( ?s? names?)?$|^founder names?$|^founders names$/],
  ['person', /^(full name|person|contact)( names?)?$|^contact person$/],
  ['title', /^(job )?(title|position|role)$/],
  ['founded', /\b(founded|founding|inception|established|incorporated|year started)\b/],
  ['num_employees', /\b(employees?|head ?count|team size|company size|staff)\b/],
  ['valuation_date', /\bdate joined\b|\bvaluation date\b/],
  ['valuation', /\bvaluation\b(?!.*\bdate\b)/],
  ['total_raised', /\btotal\b.*\b(funding|raised|amount|investment)\b(?!.*\bround\b)|^funding$|\bfunding total\b/],
  ['raised_usd', /^(?!.*\b(total|valuation)\b).*\b(raised|amount|size)\b.*\busd\b/],
  ['raised', /^(?!total\b(?!.*\bround\b)).*\b(amount|raised|size|sum|money|ticket)\b/],
  ['currency', /\bcurrency\b/],
  ['date', /\b(date|announced|closed|funded) ?(on|at)?\b|^(month|year|when|day)$/],
  [
    'round_type',
    /\b(round|stage|series|investmentn? ?type|funding ?type|(deal|raise) type|type of (deal|round|investment))\b/,
  ],
  ['domain', /\b(website|domain|homepage|web site|company url|site)\b|^url$/],
  ['article', /\b(source|article|news|press|reference|link|url)\b/],
  ['industries', /\b(industr(y|ies)|sectors?|vertical|categor(y|ies)|tags?|market|segment)\b/],
  ['city', /\b(city|town)\b/],
  ['state', /\b(state|province)\b/],
  ['country', /\bcountry\b|^nation$/],
  ['region', /\b(continent|region)\b/],
  ['location', /\b(location|headquarters|hq|based in|geography)\b/],
  ['address', /\baddress\b/],
  ['status', /\bstatus\b/],
  ['short_description', /\b(short description|description|about|overview|tagline|what (it|they) do(es)?|summary)\b/],
  ['long_description', /\b(long description|details|full description)\b/],
  ['name', /\b(compan(y|ies)|startup|start up|organi[sz]ation|portfolio|firm|brand|business)\b( ?names?)?|^names?$/],
] as const satisfies [string, RegExp][];

/** The fields that a header can name. */
export type GuessedField = (typeof patterns)[number][0];

/** A header counts only if at least the first share of its values fits; with the second share no header is needed. */
const minFit = 0.3;
const clearFit = 0.8;

/** Fields that can be recognized by values alone, most certain first. */
const shownByValues: GuessedField[] = [
  'linkedin',
  'crunchbase',
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

/** Finds the columns of fields by header and values; uncertain ones are added to `doubts`. */
export function guessColumns(
  columns: readonly string[],
  valuesOf: (column: string) => readonly string[],
  doubts: string[],
): Map<GuessedField, string> {
  const fitOf = createValueTests();
  const found = new Map<GuessedField, string>();
  const taken = new Set<string>();
  const take = (field: GuessedField, column: string | undefined) => {
    if (column === undefined) return;
    found.set(field, column);
    taken.add(column);
  };
  const fits = (field: GuessedField, column: string) => (fitOf(field, valuesOf(column)) ?? 1) >= minFit;
  // The name is first: "Company" must win over a column that only contains the word.
  take(
    'name',
    columns.find((column) => /^(company|startup|organi[sz]ation)?( ?names?)?$/.test(toWords(column))),
  );
  for (const [field, pattern] of patterns) {
    if (found.has(field)) continue;
    const named = columns.filter((column) => !taken.has(column) && pattern.test(toWords(column)));
    // Names of investors can be anything, and there are more places than we know, so the header decides.
    const trusted = field.includes('investors') || field === 'location';
    take(field, trusted ? named[0] : named.find((column) => fits(field, column)));
    const [wrong] = found.has(field) || field === 'person_linkedin' ? [] : named;
    if (wrong !== undefined) doubts.push(`"${wrong}": its header looks like ${field}, but its values do not`);
  }
  if (!found.has('person')) for (const field of ['title', 'person_linkedin'] as const) found.delete(field);
  // A column in dollars repeats the amount next to it; without one, it is the amount.
  const dollars = found.get('raised_usd');
  if (dollars !== undefined && !found.has('raised')) found.set('raised', dollars).delete('raised_usd');
  for (const field of shownByValues) {
    if (found.has(field) || (field === 'location' && found.has('city'))) continue;
    const shown = columns.find(
      (column) =>
        !taken.has(column) &&
        // Plain numbers can mean anything.
        !valuesOf(column).every((value) => /^[\d.,\s]*$/.test(value)) &&
        valuesOf(column).length > 0 &&
        (fitOf(field, valuesOf(column)) ?? 0) >= clearFit,
    );
    if (shown !== undefined) doubts.push(`"${shown}" was recognized as ${field} by its values`);
    take(field, shown);
  }
  return found;
}

/** "companyName" and "company_name (INR)" are "company name" and "company name inr". */
export const toWords = (column: string) => buildNameKey(column.replace(/([a-z])([A-Z])/g, '$1 $2'));

/** The share of a column's values that fit a field, 0 to 1; undefined for fields that values cannot show. */
type FitOf = (field: GuessedField, values: readonly string[]) => number | undefined;

const investorWords = /\b(capital|ventures?|partners|funds?|angels?|invest(ments?|ors?)|holdings|vc|accelerator)\b/i;

function createValueTests(): FitOf {
  const placeOf = openPlaceReader();
  const industriesOf = openIndustryReader();
  const isPlace = (words: Parameters<typeof placeOf>[0]) => placeOf(words).problems.length === 0;
  const tests: Partial<Record<GuessedField, (value: string) => boolean>> = {
    linkedin: (value) => parseProfileAddress(value, 'linkedin') !== undefined,
    person_linkedin: (value) => parseProfileAddress(value, 'linkedin-person') !== undefined,
    crunchbase: (value) => parseProfileAddress(value, 'crunchbase') !== undefined,
    round_type: (value) => !/^\d+$/.test(value) && parseRoundType(value) !== undefined,
    date: (value) => (/\D/.test(value) || value.length > 4 ? canBeDate(value) : false),
    country: (value) => isPlace({ country: value }),
    location: (value) => isPlace({ location: value }),
    status: (value) => parseCompanyStatus(value) !== undefined,
    num_employees: (value) => parseHeadCount(value) !== undefined,
    industries: (value) => industriesOf(value.split(/[,;|/]/).map((word) => word.trim())).industries.length > 0,
    raised: canBeAmount,
    raised_usd: canBeAmount,
    investors: (value) => investorWords.test(value),
  };
  return (field, values) => {
    const known = values.filter((value) => !unknownWords.includes(value.toLowerCase()));
    if (field === 'article' || field === 'domain') return fitOfLinks(field, known);
    const test = tests[field];
    if (!test || known.length === 0) return undefined;
    return known.filter(test).length / known.length;
  };
}

const canBeAmount = (value: string) =>
  (parseCurrencyAmount(value) ?? parseCurrencyAmount(value, { decimal: ',' })) !== undefined;

const canBeDate = (value: string) =>
  (['day-first', 'month-first'] as const).some((order) => parseDate(value, { order }) !== undefined);

const profile = /\b(linkedin|crunchbase|twitter|facebook)\.com\//i;

/** Links to articles have paths, and many share a newspaper's host; a website is the front page of its own host. */
function fitOfLinks(field: 'article' | 'domain', values: readonly string[]): number | undefined {
  const links = values.map((value) => findLink(value)).filter((link) => link !== undefined);
  if (values.length === 0) return undefined;
  if (field === 'article' && links.length === 0) return 0;
  const hosts = new Set(links.map((link) => new URL(link).hostname));
  const paths = links.filter((link) => new URL(link).pathname.split('/').filter(Boolean).join('/').length > 12);
  const shared = links.length > 3 && hosts.size < links.length * 0.7;
  const articles = shared ? links.length : paths.length;
  if (field === 'article') return articles / values.length;
  const domains = values.filter((value) => /^[^\s@]+\.[a-z]{2,}\/?/i.test(value) && !profile.test(value)).length;
  return (domains - articles) / values.length;
}
