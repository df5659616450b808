import { unknownWords } from '../mapping/schema.ts';
import { findLink, isSharedHost, parseProfileAddress } from '../words/addresses.ts';
import { parseCurrencyAmount } from '../words/amounts.ts';
import { parseCurrency } from '../words/currencies.ts';
import { parseDate } from '../words/dates.ts';
import { parseCompanyStatus, parseFlag, parseHeadCount } from '../words/enums.ts';
import { openIndustryReader, openPlaceReader } from '../words/lookups.ts';
import { isExit, parseRoundType } from '../words/round-types.ts';
import { formatState, openStateCodes } from './place-codes.ts';
import type { GuessedField } from './headers.ts';
import { guessClock } from './units.ts';

/** The share of a column's values that fit a field, 0 to 1; undefined for fields that values cannot show. */
export type FitOf = (field: GuessedField, values: readonly string[]) => number | undefined;

const investorWords = /\b(capital|ventures?|partners|funds?|angels?|invest(ments?|ors?)|holdings|vc|accelerator)\b/i;
const unknown = new Set(unknownWords);

/** The values that say something. */
export const listKnown = (values: readonly string[]): string[] =>
  values.filter((value) => !unknown.has(value.toLowerCase()));

export function createValueTests(): FitOf {
  const placeOf = openPlaceReader();
  const industriesOf = openIndustryReader();
  const isState = openStateCodes();
  const isPlace = (words: Parameters<typeof placeOf>[0]) => placeOf(words).problems.length === 0;
  const tests: Partial<Record<GuessedField, (value: string) => boolean>> = {
    name: isNameLike,
    linkedin: (value) => parseProfileAddress(value, 'linkedin') !== undefined,
    person_linkedin: (value) => parseProfileAddress(value, 'linkedin-person') !== undefined,
    crunchbase: (value) => parseProfileAddress(value, 'crunchbase') !== undefined,
    round_type: isRound,
    series: (value) => isRound(value) && !isExit(value),
    date: canBeDate,
    country: (value) => isPlace({ country: value }),
    city: (value) => !/\d{3}|:\/\//.test(value),
    state: (value) => formatState(value) !== undefined && isState(value),
    location: (value) => isPlace({ location: value }),
    status: (value) => parseCompanyStatus(value) !== undefined,
    num_employees: (value) => parseHeadCount(value) !== undefined,
    industries: (value) => industriesOf(value.split(/[,;|/]/).map((word) => word.trim())).industries.length > 0,
    currency: (value) => parseCurrency(value) !== undefined,
    valuation_currency: (value) => parseCurrency(value) !== undefined,
    lead_flag: (value) => parseFlag(value) !== undefined,
    raised: canBeAmount,
    raised_usd: canBeAmount,
    total_raised: canBeAmount,
    valuation: canBeAmount,
    investors: (value) => investorWords.test(value),
    lead_investors: (value) => investorWords.test(value),
  };
  return (field, values) => {
    const known = listKnown(values);
    if (field === 'article' || field === 'domain') return fitOfLinks(field, known);
    if (field === 'date' && guessClock(known) && known.every((value) => /^[\d.]+$/.test(value))) return 1;
    const test = tests[field];
    if (!test || known.length === 0) return undefined;
    return known.filter(test).length / known.length;
  };
}

/** A word that is not a bare number. */
const isRound = (value: string) => !/^\d+$/.test(value) && (isExit(value) || parseRoundType(value) !== undefined);

/** Whether a text can be the name of anything: it is no number, date, amount or address. */
export const isNameLike = (value: string): boolean =>
  /\p{L}/u.test(value) && value.length <= 80 && !/:\/\/|^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(value);

export const canBeAmount = (value: string): boolean => parseCurrencyAmount(value) !== undefined;

/** A plain number of up to four digits is a date only as a year. */
export function canBeDate(value: string): boolean {
  if (/^\d{1,4}(\.0)?$/.test(value)) return /^(19[5-9]|20[0-4])\d/.test(value);
  return (['day-first', 'month-first'] as const).some((order) => parseDate(value, { order }) !== undefined);
}

const profile = /\b(linkedin|crunchbase|twitter|facebook)\.com\//i;
const picture = /\.(png|jpe?g|gif|svg|webp|ico)(\?|$)|\/(logos?|images?|avatars?)\//i;

/** Links to articles have paths, and many share a newspaper's host; a website is the front page of its own host. */
function fitOfLinks(field: 'article' | 'domain', values: readonly string[]): number | undefined {
  const links = values.map((value) => findLink(value)).filter((link) => link !== undefined);
  if (values.length === 0) return undefined;
  if (field === 'article' && links.length === 0) return 0;
  const hosts = new Set(links.map((link) => new URL(link).hostname));
  const paths = links.filter((link) => new URL(link).pathname.split('/').filter(Boolean).join('/').length > 12);
  const shared = links.length > 1 && hosts.size < links.length * 0.7;
  const articles = shared ? links.length : paths.length;
  if (field === 'article') return links.some((link) => picture.test(link)) ? 0 : articles / values.length;
  const own = values.filter(
    (value) =>
      /^[^\s@]+\.\p{L}{2,}\/?/iu.test(value) && !profile.test(value) && !picture.test(value) && !isSharedPage(value),
  );
  return (own.length - articles) / values.length;
}

function isSharedPage(value: string): boolean {
  const link = findLink(value) ?? `https://${value}`;
  return URL.canParse(link) && isSharedHost(new URL(link).hostname);
}
