import { toWords } from './columns.ts';
import { addUnusedColumns, guessSeparator, type Proposal, type Sample } from './draft.ts';

/** Patterns for folded headers of a list of investors; the first match wins, and each column and field is used once. */
const patterns = [
  ['name', /^(investors?|investment firms?|firms?|funds?|vcs?|vc firms?|angels?)( names?)?$/],
  ['email', /\be ?mail\b/],
  ['phone', /\b(phone|telephone)\b/],
  ['linkedin', /\blinked ?in\b/],
  ['crunchbase', /\bcrunch ?base\b|^cb url$/],
  ['domain', /\b(website|web site|domain|homepage|url|site)\b/],
  ['stages', /\b(stages?|rounds?)\b/],
  ['city', /\bcity\b/],
  ['state', /\b(state|province)\b/],
  ['country', /\bcountry\b/],
  ['region', /\bregion\b/],
  ['location', /\b(location|headquarters|hq|based in|office)\b/],
  ['description', /\b(description|about|thesis|focus|overview|bio)\b/],
] as const satisfies [string, RegExp][];

/** Headers of a table of rounds or companies. */
const otherTable = /\b(compan(y|ies)|startup|organi[sz]ation|portfolio|raised|amount|announced|date|lead)\b/;

/** Investors, one per row, by the headers; undefined if these name no investors, or name companies or rounds too. */
export function draftInvestorList(sample: Sample, doubts: string[]): Proposal | undefined {
  const headers = sample.columns.map((column) => ({ column, words: toWords(column) }));
  const fields = new Map<string, string>();
  for (const [field, pattern] of patterns) {
    const found = headers.find(({ column, words }) => pattern.test(words) && ![...fields.values()].includes(column));
    if (found) fields.set(field, found.column);
  }
  if (!fields.has('name') || headers.some(({ words }) => otherTable.test(words))) return undefined;
  const stages = fields.get('stages');
  const separator = guessSeparator(sample.values.get(stages ?? '') ?? []);
  addUnusedColumns(sample, fields, doubts);
  const investor = {
    ...Object.fromEntries(fields),
    ...(stages && separator ? { stages: { column: stages, split: [separator] } } : {}),
  };
  return { investor };
}
