import { z } from 'zod';
import { dealSort, type searchDeals } from '#contract/deals.ts';
import { employeeRange, financingType, ipoStatus, type FinancingType } from '#contract/enums.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { permalinkText, type Permalink } from '../lookups/permalink.ts';
import { idsText, namedIdText, type NamedId } from '../url/ids.ts';
import { amountText, dayText, flagText, wholeText } from '../url/texts.ts';

/** Page sizes on offer; a page of a search is billed whole. */
export const pageSizes = [10, 25, 50, 100, 250, 500] as const;
const defaultPageSize = 25;

export const roundChoice = z.object({ type: financingType, pre: z.boolean(), extension: z.boolean() });
/** A round type with both modifiers said. */
export type RoundChoice = z.output<typeof roundChoice>;

/** A round type as the address holds it: `SEED`, `SEED~pre`, `SERIES_A~pre~extension`. */
const roundText = z.codec(z.string().regex(/^[A-Z_]+(~pre)?(~extension)?$/), roundChoice, {
  decode: (text) => {
    const [type, ...modifiers] = text.split('~');
    return { type: type as FinancingType, pre: modifiers.includes('pre'), extension: modifiers.includes('extension') };
  },
  encode: toRoundKey,
});

/** The address of the deals screen: what was asked, whether it was asked, and which row is open. */
export const dealsUrl = z.object({
  round: z.array(roundText),
  from: dayText.optional(),
  to: dayText.optional(),
  min: amountText.optional(),
  max: amountText.optional(),
  location: z.array(permalinkText),
  industry: z.array(permalinkText),
  super_category: z.array(permalinkText),
  firm: z.array(namedIdText),
  employees: z.array(employeeRange),
  ipo: z.array(ipoStatus),
  raised_min: amountText.optional(),
  raised_max: amountText.optional(),
  added_from: dayText.optional(),
  added_to: dayText.optional(),
  company: z.array(namedIdText),
  person: z.array(namedIdText),
  /** Only these deals. */
  ids: idsText.optional(),
  sort: dealSort.default('most_recent_deal'),
  rows: wholeText.pipe(z.int().min(1).max(500)).default(defaultPageSize),
  asked: flagText.optional(),
  open: z.guid().optional(),
});
export type DealsUrl = z.output<typeof dealsUrl>;

/** What a search asks, without what only the screen knows. */
export type DealsQuestion = Omit<DealsUrl, 'asked' | 'open'>;

/** One text for every distinct round choice. */
export function toRoundKey({ type, pre, extension }: RoundChoice): string {
  return [type, ...(pre ? ['pre'] : []), ...(extension ? ['extension'] : [])].join('~');
}

export function toQuestion({ asked: _asked, open: _open, ...question }: DealsUrl): DealsQuestion {
  return question;
}

/** The body of POST /deals; empty sections and members are left out, because the service refuses empty lists. */
export function toBody(question: DealsQuestion, page = 0, pageSize = question.rows): BodyOf<typeof searchDeals> {
  const deal = compact({
    financing_types: question.round,
    date_start: question.from,
    date_end: question.to,
    created_start: question.added_from,
    created_end: question.added_to,
    size_min: question.min,
    size_max: question.max,
  });
  const company = compact({
    company_ids: toIds(question.company),
    locations: toPermalinks(question.location),
    industries: toPermalinks(question.industry),
    super_categories: toPermalinks(question.super_category),
    employee_count: question.employees,
    ipo_status: question.ipo,
    total_raised_min: question.raised_min,
    total_raised_max: question.raised_max,
  });
  const investors = compact({ investor_ids: toIds(question.firm), people_ids: toIds(question.person) });
  const identifiers = compact({ deal_ids: question.ids });
  return { ...compact({ identifiers, deal, company, investors }), page, page_size: pageSize, sort_by: question.sort };
}

/** Two questions with the same key get the same rows; names of permalinks do not matter. */
export const toQuestionKey = (question: DealsQuestion): string => JSON.stringify(toBody(question));

const toIds = (chosen: readonly NamedId[]): string[] => chosen.map(({ id }) => id);
const toPermalinks = (chosen: readonly Permalink[]): string[] => chosen.map(({ permalink }) => permalink);

type Compact<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function compact<T extends object>(members: T): Compact<T> | undefined;
function compact<T extends object>(members: T) {
  const kept = Object.entries(members).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** The order in words, as the heading says it. */
export const sortNames: Record<DealsQuestion['sort'], string> = {
  most_recent_deal: 'newest first',
  oldest_deal: 'oldest first',
  largest_raise: 'largest first',
  smallest_raise: 'smallest first',
};
