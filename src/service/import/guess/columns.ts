import { foldName } from '../../db/fold.ts';

/** The fields that a header can tell. */
export type GuessedField =
  | 'name'
  | 'domain'
  | 'linkedin'
  | 'crunchbase'
  | 'twitter'
  | 'facebook'
  | 'city'
  | 'state'
  | 'country'
  | 'region'
  | 'location'
  | 'industries'
  | 'founded'
  | 'num_employees'
  | 'status'
  | 'short_description'
  | 'long_description'
  | 'address'
  | 'date'
  | 'round_type'
  | 'raised'
  | 'total_raised'
  | 'valuation'
  | 'valuation_date'
  | 'currency'
  | 'article'
  | 'lead_investors'
  | 'investors'
  | 'founders';

/** Words of headers, folded; what stands first wins, and a column or field is taken once. */
const patterns: [GuessedField, RegExp][] = [
  ['linkedin', /\blinkedin\b/],
  ['crunchbase', /\bcrunchbase\b|^cb url$/],
  ['twitter', /\btwitter\b|\bx handle\b/],
  ['facebook', /\bfacebook\b/],
  ['lead_investors', /\blead\b.*\b(investors?|backers?)\b|^lead$/],
  ['investors', /\b(investors?|backers?|participants|investor names?)\b(?!.*\b(count|number|type|uuid)\b)/],
  ['founders', /^(co )?founders?( ?s? names?)?$|^founder names?$|^founders names$/],
  ['founded', /\b(founded|founding|inception|established|incorporated|year started)\b/],
  ['num_employees', /\b(employees?|head ?count|team size|company size|staff)\b/],
  ['valuation_date', /\bdate joined\b|\bvaluation date\b/],
  ['valuation', /\bvaluation\b(?!.*\bdate\b)/],
  ['total_raised', /\btotal\b.*\b(funding|raised|amount|investment)\b(?!.*\bround\b)|^funding$|\bfunding total\b/],
  ['raised', /\b(amount|raised|round size|deal size|size|funding amount|investment amount|sum|money|ticket)\b/],
  ['currency', /\bcurrency\b/],
  ['date', /\b(date|announced|closed|funded) ?(on|at)?\b|^(month|year|when|day)$/],
  ['round_type', /\b(round|stage|series|investment ?type|funding ?type|deal type|type of (deal|round|investment))\b/],
  ['article', /\b(source|article|news|press|reference)\b/],
  ['domain', /\b(website|domain|homepage|web site|company url|site)\b|^url$/],
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
  ['name', /\b(company|startup|start up|organi[sz]ation|portfolio|firm|brand|business)\b( ?names?)?|^names?$/],
];

export function guessColumns(columns: readonly string[]): Map<GuessedField, string> {
  const found = new Map<GuessedField, string>();
  const taken = new Set<string>();
  const take = (field: GuessedField, column: string | undefined) => {
    if (column === undefined) return;
    found.set(field, column);
    taken.add(column);
  };
  // The name first: "Company" must not lose to a column that only has the word in it.
  take(
    'name',
    columns.find((column) => /^(company|startup|organi[sz]ation)?( ?names?)?$/.test(toWords(column))),
  );
  for (const [field, pattern] of patterns) {
    if (found.has(field)) continue;
    take(
      field,
      columns.find((column) => !taken.has(column) && pattern.test(toWords(column))),
    );
  }
  return found;
}

/** "companyName" and "company_name (INR)" are "company name" and "company name inr". */
const toWords = (column: string) => foldName(column.replace(/([a-z])([A-Z])/g, '$1 $2'));
