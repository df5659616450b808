import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { findDoubtful } from '../lookups/proof.ts';
import type { Permalink } from '../lookups/permalink.ts';
import type { Act } from '../spend/act.ts';
import { noteReuse } from '../spend/session-ledger.ts';
import { readUrl } from '../url/codec.ts';
import type { UrlState } from '../url/use-url.ts';
import type { DealsAnswer } from './answer.ts';
import { dealsDraft, toDraft } from './draft.ts';
import {
  buyFirstPage,
  buyMore,
  buyTotal,
  dealsAnswered,
  dealsTotal,
  readComplete,
  reorder,
  toPageTenths,
} from './queries.ts';
import { dealsUrl, toQuestion, toQuestionKey, type DealsQuestion } from './question.ts';
import { useAllowance } from './use-allowance.ts';
import { useDealsForm } from './use-deals-form.ts';

const blank = toQuestion(readUrl(dealsUrl, {}).value);

/** A question that waits for a word: these of its values are not proved, and so it was not sent. */
type Waiting = { readonly key: string; readonly doubtful: readonly Permalink[] };

/**
 * The deals screen without its looks: the question of the address, its answer as far as it was bought, the form with
 * the next question, and the acts. Only the acts ask for what costs; everything else watches.
 */
export function useDealsSearch({ value, write }: UrlState<typeof dealsUrl>, onSearched: () => void) {
  const client = useQueryClient();
  const question = toQuestion(value);
  const asked = value.asked === true;
  const answer = useQuery(dealsAnswered(question));
  const form = useDealsForm(question, asked ? answer.error : null);
  const draft = dealsDraft.safeParse(useWatch({ control: form.control }));
  const next = draft.data ?? question;
  const nextKey = toQuestionKey(next);
  const nextAnswer = useQuery(dealsAnswered(next));
  const nextTotal = useQuery(dealsTotal(next));
  const [waiting, setWaiting] = useState<Waiting>();
  const allowance = useAllowance(question);
  const changed = asked && (!draft.success || nextKey !== toQuestionKey(question));

  const whenProved = (run: (valid: DealsQuestion) => void) =>
    void form.handleSubmit(async (valid) => {
      const doubtful = await findAllDoubtful(valid);
      setWaiting(doubtful.length > 0 ? { key: toQuestionKey(valid), doubtful } : undefined);
      if (doubtful.length === 0) run(valid);
    })();
  const findAllDoubtful = async (valid: DealsQuestion): Promise<Permalink[]> => {
    const { location, industry, super_category: superCategories } = valid;
    const found = [
      findDoubtful(client, 'location', location),
      findDoubtful(client, 'industry', [...industry, ...superCategories]),
    ];
    return (await Promise.all(found)).flat();
  };
  const search = (act: Act, valid: DealsQuestion) => {
    setWaiting(undefined);
    write({ ...valid, asked: true });
    onSearched();
    const held = client.getQueryData<DealsAnswer>(dealsAnswered(valid).queryKey);
    const complete = held ?? readComplete(client, valid);
    if (complete) void noteReuse(toPageTenths(complete.ids.length));
    if (held) return;
    void (complete ? reorder(client, valid, complete) : buyFirstPage(act, client, valid));
  };

  return {
    form,
    question,
    next,
    asked,
    allowance,
    answer: asked ? answer.data : undefined,
    answeredAt: answer.dataUpdatedAt,
    failure: asked ? answer.error : null,
    pending: asked && answer.isFetching,
    foot: {
      tenths: toPageTenths(next.rows),
      answered: draft.success && (nextAnswer.data !== undefined || readComplete(client, next) !== undefined),
      changed,
      onlyOrder: changed && toQuestionKey({ ...next, sort: question.sort }) === toQuestionKey(question),
      total: draft.success ? nextTotal.data : undefined,
      failure: nextTotal.error,
      doubtful: waiting?.key === nextKey ? waiting.doubtful : [],
      pending: { search: nextAnswer.isFetching, count: nextTotal.isFetching },
      onSearch: (act: Act) => whenProved((valid) => search(act, valid)),
      onSearchWithout: (act: Act) =>
        void form.handleSubmit((valid) => search(act, toWithout(valid, waiting?.doubtful ?? [])))(),
      onCount: (act: Act) => whenProved((valid) => void buyTotal(act, client, valid)),
      onReset: () => form.reset(toDraft(blank)),
    },
    onAgain: (act: Act) => void buyFirstPage(act, client, question),
    onMore: (act: Act, rows: number) => void buyMore(act, client, question, rows),
  };
}

/** The question without some of its places and industries. */
function toWithout(question: DealsQuestion, out: readonly Permalink[]): DealsQuestion {
  const kept = (values: readonly Permalink[]) =>
    values.filter(({ permalink }) => !out.some((one) => one.permalink === permalink));
  return {
    ...question,
    location: kept(question.location),
    industry: kept(question.industry),
    super_category: kept(question.super_category),
  };
}
