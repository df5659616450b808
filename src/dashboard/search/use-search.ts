import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Permalink } from '../lookups/permalink.ts';
import type { Act } from '../spend/act.ts';
import type { Arrangement } from '../table/use-arranged.ts';
import type { SearchAnswer } from './answer.ts';
import { runBatch, useBatch } from './batch.ts';
import { toFirstTenths } from './by-ids.ts';
import { toUnpicked } from './chart-place.ts';
import { findAllDoubtful, toWithoutValues } from './doubtful.ts';
import { toDraft } from './draft.ts';
import type { Narrowing } from './narrowing.ts';
import {
  answered,
  buyFirstPage,
  buyTotal,
  counted,
  noteAnswerReuse,
  readComplete,
  reorder,
  toQuestionKey,
} from './queries.ts';
import { toQuestion, type Question, type SearchUrl } from './question.ts';
import type { AnyResource } from './resource.ts';
import { useAllowance } from './use-allowance.ts';
import { toFormSchema, useSearchForm } from './use-search-form.ts';

/** A question that waits for a word: these of its values are not proved, and so it was not sent. */
type Waiting = { readonly key: string; readonly doubtful: readonly Permalink[] };

/** What a search screen reads and writes of its address. */
export type SearchPlace = {
  readonly value: SearchUrl;
  readonly blank: Question;
  readonly write: (next: SearchUrl, how?: 'step' | 'replace') => void;
};

/**
 * A search screen without its looks: the question of the address, its answer as far as it was bought, the form with
 * the next question, and the acts. Only the acts ask for what costs; everything else watches.
 */
export function useSearch(resource: AnyResource, { value, blank, write }: SearchPlace, onSearched: () => void) {
  const client = useQueryClient();
  const question = toQuestion(value);
  const toAsked = (one: Question) => ({ resource, question: one });
  const asked = value.asked === true;
  const answer = useQuery(answered(toAsked(question)));
  const form = useSearchForm(resource, question, asked ? answer.error : null);
  const draft = toFormSchema(resource).safeParse(useWatch({ control: form.control }));
  const next = draft.data ?? question;
  const nextKey = toQuestionKey(toAsked(next));
  const nextAnswer = useQuery(answered(toAsked(next)));
  const nextTotal = useQuery(counted(toAsked(next)));
  const [waiting, setWaiting] = useState<Waiting>();
  const allowance = useAllowance(toAsked(question));
  const batch = useBatch(toAsked(question));
  const changed = asked && (!draft.success || nextKey !== toQuestionKey(toAsked(question)));

  const doubtful = waiting?.key === nextKey ? waiting.doubtful : [];

  const whenProved = (run: (valid: Question) => void) =>
    void form.handleSubmit(async (valid) => {
      const found = await findAllDoubtful(client, resource.filters, valid);
      setWaiting(found.length > 0 ? { key: toQuestionKey(toAsked(valid)), doubtful: found } : undefined);
      if (found.length === 0) run(valid);
    })();
  const search = (act: Act, valid: Question) => {
    setWaiting(undefined);
    // A wish to see certain marks, certain words, or the rows of certain bars, and an order that was made on the
    // screen, belong to the rows on the screen, not to what comes next.
    write({ ...valid, asked: true, hide: value.hide, ...toUnpicked(value) });
    onSearched();
    const wanted = toAsked(valid);
    const held = client.getQueryData<SearchAnswer>(answered(wanted).queryKey);
    const complete = held ?? readComplete(client, wanted);
    if (complete) void noteAnswerReuse(resource, complete);
    if (held) return;
    void (complete ? reorder(client, wanted, complete) : buyFirstPage(act, client, wanted, false));
  };

  return {
    form,
    question,
    /** What the form asks; the question of the address while the form holds nonsense. */
    next,
    asked,
    allowance,
    narrowing: { mark: value.mark, hide: value.hide === true },
    onNarrow: ({ mark, hide }: Narrowing) => write({ ...value, mark, hide: hide || undefined }, 'replace'),
    arrangement: { arranged: value.arranged ?? '', find: value.find ?? '' },
    onArrange: (next: Partial<Arrangement>) => {
      const { arranged = value.arranged, find = value.find } = next;
      write({ ...value, arranged: arranged || undefined, find: find || undefined }, 'replace');
    },
    answer: asked ? answer.data : undefined,
    answeredAt: answer.dataUpdatedAt,
    failure: asked ? answer.error : null,
    pending: asked && answer.isFetching,
    foot: {
      resource,
      next: draft.data,
      tenths: toFirstTenths(toAsked(next), false),
      withoutTenths: toFirstTenths(toAsked(toWithoutValues(resource.filters, next, doubtful)), false),
      answered: draft.success && (nextAnswer.data !== undefined || readComplete(client, toAsked(next)) !== undefined),
      changed,
      onlyOrder:
        changed && toQuestionKey(toAsked({ ...next, sort: question.sort })) === toQuestionKey(toAsked(question)),
      total: draft.success ? nextTotal.data : undefined,
      failure: nextTotal.error,
      doubtful,
      pending: { search: nextAnswer.isFetching, count: nextTotal.isFetching },
      onSearch: (act: Act) => whenProved((valid) => search(act, valid)),
      onSearchWithout: (act: Act) =>
        void form.handleSubmit((valid) => search(act, toWithoutValues(resource.filters, valid, doubtful)))(),
      onCount: (act: Act) => whenProved((valid) => void buyTotal(act, client, toAsked(valid))),
      onReset: () => form.reset(toDraft(resource.filters, blank)),
    },
    onAgain: (act: Act) => void buyFirstPage(act, client, toAsked(question), answer.data !== undefined),
    batch,
    onMore: (act: Act, rows: number) => runBatch(act, client, toAsked(question), rows),
  };
}
/** A search as its screen sees it. */
export type Search = ReturnType<typeof useSearch>;
