import { openIndustryReader } from '../words/industries.ts';
import { openPlaceReader } from '../words/places.ts';
import { readLink, readProfile } from '../words/addresses.ts';
import { readAmount } from '../words/amounts.ts';
import { readDate } from '../words/dates.ts';
import { readHeadCount } from '../words/head-counts.ts';
import { readRoundType } from '../words/round-types.ts';
import { readStatus } from '../words/statuses.ts';
import { unknownWords } from '../mapping/schema.ts';
import type { GuessedField } from './columns.ts';

/** How many of a column's values can be of a field, 0 to 1; undefined for a field that values do not show. */
export type FitOf = (field: GuessedField, values: readonly string[]) => number | undefined;

const firmWords = /\b(capital|ventures?|partners|funds?|angels?|invest(ments?|ors?)|holdings|vc|accelerator)\b/i;

export function createValueTests(): FitOf {
  const placeOf = openPlaceReader();
  const industriesOf = openIndustryReader();
  const isPlace = (words: Parameters<typeof placeOf>[0]) => placeOf(words).doubts.length === 0;
  const tests: Partial<Record<GuessedField, (value: string) => boolean>> = {
    linkedin: (value) => readProfile(value, 'linkedin') !== undefined,
    crunchbase: (value) => readProfile(value, 'crunchbase') !== undefined,
    round_type: (value) => !/^\d+$/.test(value) && readRoundType(value) !== undefined,
    date: (value) => (/\D/.test(value) || value.length > 4 ? canBeDate(value) : false),
    country: (value) => isPlace({ country: value }),
    status: (value) => readStatus(value) !== undefined,
    num_employees: (value) => readHeadCount(value) !== undefined,
    industries: (value) => industriesOf(value.split(/[,;|/]/).map((word) => word.trim())).industries.length > 0,
    raised: (value) => readAmount(value) !== undefined,
    investors: (value) => firmWords.test(value),
  };
  return (field, values) => {
    const known = values.filter((value) => !unknownWords.includes(value.toLowerCase()));
    if (field === 'article' || field === 'domain') return fitOfLinks(field, known);
    const test = tests[field];
    if (!test || known.length === 0) return undefined;
    return known.filter(test).length / known.length;
  };
}

const canBeDate = (value: string) =>
  (['day-first', 'month-first'] as const).some((order) => readDate(value, { order }) !== undefined);

/** An article's link has a path, and many rows have one newspaper; a website is the front page of a host of its own. */
function fitOfLinks(field: 'article' | 'domain', values: readonly string[]): number | undefined {
  const links = values.map((value) => readLink(value)).filter((link) => link !== undefined);
  if (values.length === 0) return undefined;
  if (field === 'article' && links.length === 0) return 0;
  const hosts = new Set(links.map((link) => new URL(link).hostname));
  const paths = links.filter((link) => new URL(link).pathname.split('/').filter(Boolean).join('/').length > 12);
  const shared = links.length > 3 && hosts.size < links.length * 0.7;
  const articles = shared ? links.length : paths.length;
  if (field === 'article') return articles / values.length;
  const domains = values.filter((value) => /^[^\s@]+\.[a-z]{2,}\/?/i.test(value)).length;
  return (domains - articles) / values.length;
}
