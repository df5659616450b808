import { toWords } from './headers.ts';
import type { Doubts, Sample } from './doubts.ts';
import { addUnusedColumns, type Proposal } from './draft.ts';
import { guessSeparator } from './separators.ts';
import { createValueTests } from './value-tests.ts';

/** Patterns for folded headers of a list of investors; the first match wins, and each column and field is used once. */
const patterns = [
  ['name', /^(investors?|investment firms?|firms?|funds?|vcs?|vc firms?|angels?|fund managers?)( names?)?$/],
  ['name', /^names?$|\b(investor|fund|firm|vc) name\b/],
  ['name', /\b(organi[sz]ation|compan(y|ies)|firm)( names?)?$/],
  ['email', /\be ?mail\b/],
  ['phone', /\b(phone|telephone)\b/],
  ['linkedin', /\blinked ?in\b/],
  ['crunchbase', /\bcrunch ?base\b|^cb url$/],
  ['image', /\b(logo|image|picture)\b/],
  ['domain', /\b(website|web site|domain|homepage|url|site)\b/],
  ['stages', /\b(stages?|rounds?)\b/],
  ['city', /\bcity\b/],
  ['state', /\b(state|province)\b/],
  ['country', /\bcountry\b/],
  ['region', /\bregion\b/],
  ['location', /\b(location|headquarters?|hq|based in|office)\b/],
  ['description', /\b(description|about|thesis|overview|bio)\b|\bfocus\b/],
] as const satisfies [string, RegExp][];

/** Prefix of the names of these fields among all that a column can be. */
const prefix = 'investor.';

/** Investors, one per row, by the headers and by what a person says of columns; `fields` are named with a prefix. */
export function draftInvestorList(
  sample: Sample,
  doubts: Doubts,
  corrections: Readonly<Record<string, string | null>>,
): { readonly table: Proposal; readonly fields: ReadonlyMap<string, string> } {
  const headers = sample.columns.map((column) => ({ column, words: toWords(column) }));
  const fitOf = createValueTests();
  const fields = new Map<string, string>();
  for (const [field, pattern] of patterns) {
    if (fields.has(field)) continue;
    const found = headers.find(({ column, words }) => {
      const values = sample.values.get(column) ?? [];
      const isPage = field !== 'domain' || (fitOf('domain', values) ?? 0) > 0;
      return pattern.test(words) && isPage && ![...fields.values()].includes(column) && !(column in corrections);
    });
    if (found) fields.set(field, found.column);
  }
  for (const [column, field] of Object.entries(corrections)) {
    if (field?.startsWith(prefix)) fields.set(field.slice(prefix.length), column);
  }
  const stages = fields.get('stages');
  const separator = guessSeparator(sample.values.get(stages ?? '') ?? []);
  addUnusedColumns(sample, fields, doubts);
  const investor = {
    ...Object.fromEntries(fields),
    ...(stages && separator ? { stages: { column: stages, split: [separator] } } : {}),
  };
  return { table: { investor }, fields: new Map([...fields].map(([field, column]) => [`${prefix}${field}`, column])) };
}
