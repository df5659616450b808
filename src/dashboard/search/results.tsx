import { lazy, Suspense, useCallback, useMemo, useState, type ReactNode } from 'react';
import { useOwnedVersion } from '../records/owned.ts';
import type { Act } from '../spend/act.ts';
import { FailureNotice } from '../spend/failure-notice.tsx';
import { PricedButton } from '../spend/priced-button.tsx';
import { createColumnChoice, type ColumnChoice } from '../table/column-choice.ts';
import type { GridRow } from '../table/grid-column.ts';
import { noSelection } from '../table/selection.ts';
import { useArranged } from '../table/use-arranged.ts';
import type { State } from '../state.ts';
import { Notice } from '../ui/notice.tsx';
import { toRemaining, type SearchAnswer } from './answer.ts';
import { AnswerNotices } from './answer-notices.tsx';
import { toFirstTenths } from './by-ids.ts';
import { toFieldOfProblem } from './draft.ts';
import { toPageTenths } from './queries.ts';
import type { AnyResource, Resource } from './resource.ts';
import { ResultsHead, toAnswerTitle } from './results-head.tsx';
import type { ResultsTableProps } from './results-table.tsx';
import type { ScreenParts } from './search-page.tsx';
import { Skeleton } from './skeleton.tsx';
import type { Search } from './use-search.ts';

// The grid is the largest part of a screen and waits for an answer; lazy() forgets that it is generic.
const ResultsTable = lazy(() =>
  import('./results-table.tsx').then((module) => ({ default: module.ResultsTable })),
) as unknown as <R extends GridRow>(props: ResultsTableProps<R>) => ReactNode;
const EmptyWords = lazy(() => import('./empty-words.tsx').then((module) => ({ default: module.EmptyWords })));

/** What the results know and can do. */
export type ResultsProps<R extends GridRow> = {
  readonly resource: Resource<R>;
  readonly search: Search;
  readonly parts: ScreenParts<R>;
  readonly wide: boolean;
  readonly openId: string | undefined;
  /** What is to be said before everything else. */
  readonly notice: ReactNode;
  /** Stands beside the heading: the way to the filters on a narrow screen. */
  readonly corner: ReactNode;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
};

const noIds: readonly string[] = [];
const choices = new Map<string, State<ColumnChoice>>();

/** What a person made of the columns of a screen, kept on this device. */
function toChoice(name: string): State<ColumnChoice> {
  const known = choices.get(name) ?? createColumnChoice(name);
  choices.set(name, known);
  return known;
}

/** The results: heading, tools, table and what leads on; every state of an answer has its own words. */
export function Results<R extends GridRow>(props: ResultsProps<R>) {
  const { resource, search, parts, notice } = props;
  const { asked, answer, failure, pending, question } = search;
  const ids = answer?.ids ?? noIds;
  const choice = toChoice(resource.name);
  const [selection, setSelection] = useState(noSelection);
  const toRow = useToRow(resource, answer);
  const arranged = useArranged(ids, toRow, resource.columns);
  const selected = useMemo(() => ids.filter((id) => selection.ids.has(id)), [ids, selection]);
  const table = {
    ids,
    selected,
    selection,
    onSelect: setSelection,
    toRow,
    arranged,
    choice: choice.use(),
    onChoice: choice.write,
  };
  return (
    <section aria-label="Results" aria-busy={pending} className="flex min-h-0 min-w-0 grow flex-col">
      <ResultsHead {...props} table={table} />
      <output className="sr-only">
        {pending ? 'Searching' : answer ? `${toAnswerTitle(resource, answer)}, ${ids.length} loaded` : ''}
      </output>
      <div className="grid gap-2 px-4.5 pb-2 empty:hidden">
        {notice}
        {failure && !pending && <SearchFailure resource={resource} search={search} failure={failure} />}
        {parts.toolFailure && <FailureNotice key={parts.toolFailure.message} failure={parts.toolFailure} />}
        {answer && (
          <AnswerNotices
            many={resource.many}
            answer={answer}
            restart={
              <PricedButton
                upTo
                tenths={toFirstTenths({ resource, question }, true)}
                pending={pending}
                onAct={search.onAgain}
              >
                Start again
              </PricedButton>
            }
          />
        )}
        {!asked && !pending && <FirstWords />}
        {asked && !answer && !failure && !pending && <UnansweredWords />}
        {answer && ids.length === 0 && (
          <Suspense>
            <EmptyWords
              resource={resource}
              question={question}
              ignored={new Set(answer.ignored.map(({ value }) => value))}
            />
          </Suspense>
        )}
      </div>
      {pending && !answer ? (
        <Skeleton />
      ) : (
        answer &&
        ids.length > 0 && (
          <Suspense fallback={<Skeleton />}>
            <ResultsTable {...props} answer={answer} table={table} />
          </Suspense>
        )
      )}
    </section>
  );
}

/** Makes a row out of what is owned; the same function as long as that is the same. */
function useToRow<R extends GridRow>(resource: Resource<R>, answer: SearchAnswer | undefined) {
  const version = useOwnedVersion();
  const figures = answer?.figures;
  return useCallback(
    (id: string) => (version < 0 ? undefined : resource.toRow(id, figures?.[id])),
    [resource, figures, version],
  );
}

type SearchFailureProps = { readonly resource: AnyResource; readonly search: Search; readonly failure: Error };

function SearchFailure({ resource, search, failure }: SearchFailureProps) {
  const { question, answer } = search;
  const more = Math.min(question.rows, (answer && toRemaining(answer)) ?? question.rows);
  return (
    <FailureNotice
      key={failure.message}
      failure={failure}
      isPlaced={(field) => toFieldOfProblem(resource.filters, field) !== undefined}
      retry={
        answer
          ? { tenths: toPageTenths(resource, more), onAct: (act: Act) => search.onMore(act, more) }
          : { tenths: toFirstTenths({ resource, question }, false), onAct: search.onAgain }
      }
    />
  );
}

function FirstWords(): ReactNode {
  return (
    <Notice title="Set filters, then search">
      Look-ups of places and industries are free. A search costs one credit for every row that it returns, and nothing
      is asked before you press a button that shows its price.
    </Notice>
  );
}

function UnansweredWords(): ReactNode {
  return (
    <Notice title="This question is not answered on this device">
      The filters of the link are set, and nothing was spent. Press the button under the filters to load the answer; its
      highest price stands beside it.
    </Notice>
  );
}
