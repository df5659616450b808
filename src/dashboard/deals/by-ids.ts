import { toTenths } from '#contract/credits.ts';
import { searchDeals } from '#contract/deals.ts';
import { ownedDeals } from '../records/records.ts';
import type { Act } from '../spend/act.ts';
import { buy } from '../spend/buy.ts';
import { toBilled } from '../spend/price.ts';
import { noteReuse } from '../spend/session-ledger.ts';
import type { DealsAnswer } from './answer.ts';
import { toOrdered } from './order.ts';
import { toBody, type DealsQuestion } from './question.ts';

/** The ids of a question that asks for nothing but pasted deals; undefined where it has any other filter. */
export function toOnlyIds(question: DealsQuestion): readonly string[] | undefined {
  const { identifiers, deal, company, investors } = toBody(question);
  return deal || company || investors ? undefined : identifiers?.deal_ids;
}

/** The ids that have to be bought: a refresh buys all of them again, otherwise what is owned is left out. */
export const toWantedIds = (ids: readonly string[], refresh: boolean): readonly string[] =>
  refresh ? ids : ownedDeals.missing(ids);

/** What the first page of a question costs at most, in tenths; of pasted ids only what the request itself names. */
export function toFirstTenths(question: DealsQuestion, refresh: boolean): number {
  const ids = toOnlyIds(question);
  return toTenths(searchDeals.cost, ids ? toWantedIds(ids, refresh).length : question.rows);
}

/** Brings deals by id: one request for those that are not owned, none when all are. */
export async function buyByIds(
  act: Act,
  question: DealsQuestion,
  ids: readonly string[],
  refresh: boolean,
): Promise<DealsAnswer> {
  const wanted = toWantedIds(ids, refresh);
  const owned = ids.filter((id) => !wanted.includes(id) && ownedDeals.read(id));
  if (owned.length > 0) void noteReuse(toTenths(searchDeals.cost, owned.length));
  const brought = wanted.length > 0 ? await buyWanted(act, question, wanted) : { surprises: 0, paidTenths: 0 };
  const found = toOrdered(
    [...new Set(ids)].filter((id) => ownedDeals.read(id)),
    question.sort,
  );
  return {
    ids: found,
    total: found.length,
    bought: found.length,
    duplicates: 0,
    ownedBefore: 0,
    movedFrom: null,
    ended: true,
    ignored: [],
    moreIgnored: 0,
    ...brought,
  };
}

async function buyWanted(act: Act, { sort }: DealsQuestion, wanted: readonly string[]) {
  const answer = await buy(act, searchDeals, {
    body: { identifiers: { deal_ids: [...wanted] }, page: 0, page_size: wanted.length, sort_by: sort },
  });
  const { data, surprises } = answer;
  ownedDeals.keep(data.deals ?? []);
  // Rows that could not be read at all say nothing about which ids the service knows.
  if (data.deals !== null) ownedDeals.keepUnknown(ownedDeals.missing(wanted));
  const { usedTenths, listedTenths } = toBilled(searchDeals, answer);
  return { surprises: surprises.length, paidTenths: usedTenths + listedTenths };
}
