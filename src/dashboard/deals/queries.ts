import { skipToken, type QueryClient } from '@tanstack/react-query';
import { toTenths } from '#contract/credits.ts';
import { searchCompanies } from '#contract/companies.ts';
import { dealSort, searchDeals } from '#contract/deals.ts';
import { keptAnswer } from '../records/kept-answer.ts';
import { ownedDeals } from '../records/records.ts';
import type { Act } from '../spend/act.ts';
import { buy } from '../spend/buy.ts';
import { noteReuse } from '../spend/session-ledger.ts';
import { toPages } from '../table/pages.ts';
import { buyByIds, toOnlyIds } from './by-ids.ts';
import { dealsAnswer, isComplete, toDealsAnswer, type DealsAnswer } from './answer.ts';
import { toOrdered } from './order.ts';
import { toBody, toQuestionKey, type DealsQuestion } from './question.ts';
import { countOwnedNames } from './rows.ts';

/** What so many rows of a search cost at most, in tenths. */
export const toPageTenths = (rows: number): number => toTenths(searchDeals.cost, rows);

/** The answer to a question as far as it was bought: watching it never asks. */
export const dealsAnswered = (question: DealsQuestion) =>
  keptAnswer<DealsAnswer>(['deals', toQuestionKey(question)], dealsAnswer);

/** The total that a one-row probe brought: watching it never asks. */
export const dealsTotal = (question: DealsQuestion) => ({
  queryKey: ['deals total', toQuestionKey({ ...question, rows: 1, sort: 'most_recent_deal' })],
  queryFn: skipToken as typeof skipToken | (() => Promise<number | null>),
});

/**
 * Buys the first page of a question; a second act on a question under way joins the first. Pasted ids that are owned
 * are left out, unless it is a refresh.
 */
export async function buyFirstPage(
  act: Act,
  client: QueryClient,
  question: DealsQuestion,
  refresh: boolean,
): Promise<void> {
  const ids = toOnlyIds(question);
  await ask(client, {
    ...dealsAnswered(question),
    queryFn: () =>
      ids ? buyByIds(act, question, ids, refresh) : buyPage(act, question, { page: 0, size: question.rows }),
  });
}

/**
 * Buys so many rows after those that an answer holds, and adds each page as it comes. It stops where the total moved:
 * what follows would rest on shifted ground, and the rest of the act is not spent.
 */
export async function buyMore(act: Act, client: QueryClient, question: DealsQuestion, rows: number): Promise<void> {
  const answered = dealsAnswered(question);
  const read = () => client.getQueryData<DealsAnswer>(answered.queryKey);
  for (const request of toPages(read()?.bought ?? 0, rows)) {
    const before = read();
    if (before?.bought !== request.page * request.size) return;
    const after = await ask(client, { ...answered, queryFn: () => buyPage(act, question, request, before) });
    if (after === undefined || after.total !== before.total || after.ended) return;
  }
}

/** Buys one row for the sake of the total that comes with it. */
export async function buyTotal(act: Act, client: QueryClient, question: DealsQuestion): Promise<void> {
  await ask(client, {
    ...dealsTotal(question),
    queryFn: async () => {
      const { data, meta } = await buy(act, searchDeals, { body: toBody(question, 0, 1) });
      ownedDeals.keep(data.deals ?? []);
      return meta.total_count;
    },
  });
}

/** Counts what showing an answer again would have cost: its rows, and the names that are owned. */
export const noteAnswerReuse = ({ ids }: DealsAnswer): Promise<void> =>
  noteReuse(toPageTenths(ids.length) + toTenths(searchCompanies.cost, countOwnedNames(ids)));

/** The answer to the same question in another order, when it holds every match. */
export function readComplete(client: QueryClient, question: DealsQuestion): DealsAnswer | undefined {
  for (const sort of dealSort.options) {
    const { queryKey, initialData } = dealsAnswered({ ...question, sort });
    const answer = client.getQueryData<DealsAnswer>(queryKey) ?? initialData();
    if (answer && isComplete(answer)) return answer;
  }
  return undefined;
}

/** Puts a complete answer into the order of a question; nothing is asked. */
export async function reorder(client: QueryClient, question: DealsQuestion, answer: DealsAnswer): Promise<void> {
  const ids = toOrdered(answer.ids, question.sort);
  await ask(client, { ...dealsAnswered(question), queryFn: async () => ({ ...answer, ids, ownedBefore: 0 }) });
}

type Purchase<T> = { readonly queryKey: string[]; readonly queryFn: () => Promise<T> };

/** Asks now, whatever is cached; the outcome, a failure too, is read from the cache by whoever watches. */
function ask<T>(client: QueryClient, purchase: Purchase<T>): Promise<T | undefined> {
  return client.query({ ...purchase, staleTime: 0 }).catch(() => undefined);
}

async function buyPage(
  act: Act,
  question: DealsQuestion,
  { page, size }: { readonly page: number; readonly size: number },
  before?: DealsAnswer,
): Promise<DealsAnswer> {
  const answer = await buy(act, searchDeals, { body: toBody(question, page, size) });
  const isOwned = (id: string) => ownedDeals.read(id) !== undefined;
  const next = toDealsAnswer(answer, { pageSize: size, isOwned }, before);
  ownedDeals.keep(answer.data.deals ?? []);
  const named = countOwnedNames(next.ids) - countOwnedNames(before?.ids ?? []);
  if (named > 0) void noteReuse(toTenths(searchCompanies.cost, named));
  return next;
}
