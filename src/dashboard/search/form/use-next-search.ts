import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Permalink } from '../lookups/permalink.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import type { SearchAnswer } from '../fetch/search-results.ts';
import { toFirstTenths } from '../fetch/by-ids.ts';
import { findAllDoubtful, toWithoutValues } from './doubtful.ts';
import { toDraft } from '../query/draft.ts';
import {
  answered,
  buyFirstPage,
  buyTotal,
  counted,
  noteAnswerReuse,
  readComplete,
  reorder,
  toQuestionKey,
} from '../fetch/search-pages.ts';
import type { Question } from '../query/search-query.ts';
import type { AnyResource } from '../resource/resource.ts';
import type { Search } from './use-search.ts';
import { toFormSchema, type SearchForm } from './use-search-form.ts';

/** A question that waits for a word: these of its values are not proved, and so it was not sent. */
type Waiting = { readonly key: string; readonly doubtful: readonly Permalink[] };

/** What the form asks; undefined while it holds nonsense. Every key that is pressed in the form changes it. */
export function useNext(resource: AnyResource, form: SearchForm): Question | undefined {
  return toFormSchema(resource).safeParse(useWatch({ control: form.control })).data;
}

/**
 * The next question of a search screen, apart from what stands on the screen, which is not drawn again with every key:
 * its price, whether it was answered, and the acts that ask it.
 */
export function useNextSearch(search: Search) {
  const { resource, blank, question, form, asked, onSearched } = search;
  const client = useQueryClient();
  const toAsked = (one: Question) => ({ resource, question: one });
  const draft = useNext(resource, form);
  const next = draft ?? question;
  const nextKey = toQuestionKey(toAsked(next));
  const nextAnswer = useQuery(answered(toAsked(next)));
  const nextTotal = useQuery(counted(toAsked(next)));
  const [waiting, setWaiting] = useState<Waiting>();
  const changed = asked && (!draft || nextKey !== toQuestionKey(toAsked(question)));
  const doubtful = waiting?.key === nextKey ? waiting.doubtful : [];

  const whenProved = (run: (valid: Question) => void) =>
    void form.handleSubmit(async (valid) => {
      const found = await findAllDoubtful(client, resource.filters, valid);
      setWaiting(found.length > 0 ? { key: toQuestionKey(toAsked(valid)), doubtful: found } : undefined);
      if (found.length === 0) run(valid);
    })();
  const ask = (authorization: SpendAuthorization, valid: Question) => {
    setWaiting(undefined);
    onSearched(valid);
    const wanted = toAsked(valid);
    const held = client.getQueryData<SearchAnswer>(answered(wanted).queryKey);
    const complete = held ?? readComplete(client, wanted);
    if (complete) void noteAnswerReuse(resource, complete);
    if (held) return;
    void (complete ? reorder(client, wanted, complete) : buyFirstPage(authorization, client, wanted, false));
  };

  return {
    resource,
    next: draft,
    tenths: toFirstTenths(toAsked(next), false),
    withoutTenths: toFirstTenths(toAsked(toWithoutValues(resource.filters, next, doubtful)), false),
    answered:
      draft !== undefined && (nextAnswer.data !== undefined || readComplete(client, toAsked(next)) !== undefined),
    changed,
    onlyOrder: changed && toQuestionKey(toAsked({ ...next, sort: question.sort })) === toQuestionKey(toAsked(question)),
    total: draft ? nextTotal.data : undefined,
    failure: nextTotal.error,
    doubtful,
    pending: { search: nextAnswer.isFetching, count: nextTotal.isFetching },
    onSearch: (authorization: SpendAuthorization) => whenProved((valid) => ask(authorization, valid)),
    onSearchWithout: (authorization: SpendAuthorization) =>
      void form.handleSubmit((valid) => ask(authorization, toWithoutValues(resource.filters, valid, doubtful)))(),
    onCount: (authorization: SpendAuthorization) =>
      whenProved((valid) => void buyTotal(authorization, client, toAsked(valid))),
    onReset: () => form.reset(toDraft(resource.filters, blank)),
  };
}
/** The next question as the form shows it. */
export type NextSearch = ReturnType<typeof useNextSearch>;
