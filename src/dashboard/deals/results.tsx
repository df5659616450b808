import type { ReactNode } from 'react';
import { toCount } from '../format.ts';
import { AnswerAge } from '../records/age.tsx';
import type { Act } from '../spend/act.ts';
import { FailureNotice } from '../spend/failure-notice.tsx';
import { PricedButton } from '../spend/priced-button.tsx';
import { DataGrid } from '../table/data-grid.tsx';
import { ItemList } from '../table/item-list.tsx';
import { Notice } from '../ui/notice.tsx';
import { toRemaining, type DealsAnswer } from './answer.ts';
import { AnswerNotices } from './answer-notices.tsx';
import { ColumnsButton, toColumns } from './columns-button.tsx';
import { dealColumnChoice, sortedBy } from './columns.tsx';
import { toFieldOfProblem } from './draft.ts';
import { DealItem } from './deal-item.tsx';
import { ExportButton } from './export-button.tsx';
import { LoadFoot } from './load-foot.tsx';
import { NamesBar, type Names } from './names-bar.tsx';
import { toPageTenths } from './queries.ts';
import { sortNames, type DealsQuestion } from './question.ts';
import { toUnnamedCompanies, type DealRow } from './rows.ts';
import { Skeleton } from './skeleton.tsx';
import type { Allowance } from './use-allowance.ts';

/** What the results know and can do. */
export type ResultsProps = {
  readonly question: DealsQuestion;
  readonly asked: boolean;
  readonly answer: DealsAnswer | undefined;
  /** When the answer came, in milliseconds; 0 without one. */
  readonly answeredAt: number;
  readonly failure: Error | null;
  readonly pending: boolean;
  readonly rows: readonly DealRow[];
  readonly names: Names;
  readonly wide: boolean;
  readonly openId: string | undefined;
  /** What is to be said before everything else. */
  readonly notice: ReactNode;
  /** Saves what is asked under a name. */
  readonly saving: ReactNode;
  /** Stands beside the heading: the way to the filters on a narrow screen. */
  readonly corner: ReactNode;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
  readonly onAgain: (act: Act) => void;
  readonly allowance: Allowance;
  readonly onMore: (act: Act, rows: number) => void;
};

/** The results: heading, tools, table and what leads on; every state of an answer has its own words. */
export function Results(props: ResultsProps) {
  const { asked, answer, failure, pending, rows, names, notice } = props;
  const nameFailure = names.companies.error ?? names.investors.error;
  return (
    <section aria-label="Results" aria-busy={pending} className="flex min-h-0 min-w-0 grow flex-col">
      <ResultsHead {...props} />
      <output className="sr-only">
        {pending ? 'Searching' : answer ? `${toTitle(answer)}, ${rows.length} loaded` : ''}
      </output>
      <div className="grid gap-2 px-4.5 pb-2 empty:hidden">
        {notice}
        {failure && !pending && <SearchFailure {...props} failure={failure} />}
        {nameFailure && <FailureNotice key={nameFailure.message} failure={nameFailure} />}
        {answer && (
          <AnswerNotices
            answer={answer}
            restart={
              <PricedButton upTo tenths={toPageTenths(props.question.rows)} pending={pending} onAct={props.onAgain}>
                Start again
              </PricedButton>
            }
          />
        )}
        {!asked && !pending && <FirstWords />}
        {asked && !answer && !failure && !pending && <UnansweredWords />}
        {answer && rows.length === 0 && <EmptyWords />}
      </div>
      {pending && !answer ? <Skeleton /> : answer && rows.length > 0 && <ResultsTable {...props} answer={answer} />}
    </section>
  );
}

const toTitle = ({ total, ids }: DealsAnswer) =>
  total === null ? `${toCount(ids.length, 'deal')} loaded` : toCount(total, 'deal');

function ResultsHead(props: ResultsProps) {
  const { question, answer, pending, rows, names, wide, corner, saving, answeredAt, onAgain } = props;
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2 px-4.5 pt-3.5 pb-2">
      <title>{`${answer ? toTitle(answer) : 'Deals'}, Fundscope`}</title>
      <h1 className="text-[19px] font-[640] tracking-[-0.02em] tabular-nums">{answer ? toTitle(answer) : 'Deals'}</h1>
      <span className="text-[11.5px] text-ink-3 tabular-nums">
        {answer && rows.length > 0 && `${rows.length.toLocaleString('en-US')} loaded, ${sortNames[question.sort]}`}
        {answer && answeredAt > 0 && (
          <>
            , <AnswerAge at={answeredAt} />
          </>
        )}
      </span>
      <div className="ml-auto empty:hidden">{corner}</div>
      {answer && rows.length > 0 ? (
        <div className="flex flex-wrap gap-1.5 wide:ml-auto wide:justify-end">
          <NamesBar rows={rows} names={names} />
          <PricedButton upTo tenths={toPageTenths(question.rows)} pending={pending} onAct={onAgain}>
            Refresh
          </PricedButton>
          {wide && <ColumnsButton rows={rows} />}
          <ExportButton rows={rows} />
          {saving}
        </div>
      ) : (
        <div className="flex flex-wrap gap-1.5 wide:ml-auto">{saving}</div>
      )}
    </div>
  );
}

function ResultsTable(props: ResultsProps & { readonly answer: DealsAnswer }) {
  const { question, answer, pending, rows, wide, openId, allowance, onOpen, onClose, onMore } = props;
  const choice = dealColumnChoice.use();
  return (
    <>
      {wide ? (
        <DataGrid
          label="Deals"
          columns={toColumns(rows)}
          choice={choice}
          onChoice={dealColumnChoice.write}
          rows={rows}
          sorted={sortedBy[question.sort]}
          openId={openId}
          onOpen={onOpen}
          onClose={onClose}
          onEnd={allowance.onEnd}
        />
      ) : (
        <ItemList label="Deals" rows={rows} onOpen={onOpen} onEnd={allowance.onEnd}>
          {(row) => <DealItem row={row} />}
        </ItemList>
      )}
      <LoadFoot answer={answer} pending={pending} rows={question.rows} allowance={allowance} onMore={onMore}>
        {answer.ownedBefore > 0 &&
          `${toCount(answer.ownedBefore, 'row')} of these ${answer.ownedBefore === 1 ? 'was' : 'were'} owned before and billed again. `}
        {toUnnamedCompanies(rows).length > 0 && 'Companies show the start of their id until their names are bought.'}
      </LoadFoot>
    </>
  );
}

function SearchFailure({ question, answer, failure, onAgain, onMore }: ResultsProps & { readonly failure: Error }) {
  const more = Math.min(question.rows, (answer && toRemaining(answer)) ?? question.rows);
  return (
    <FailureNotice
      key={failure.message}
      failure={failure}
      isPlaced={(field) => toFieldOfProblem(field) !== undefined}
      retry={
        answer
          ? { tenths: toPageTenths(more), onAct: (act) => onMore(act, more) }
          : { tenths: toPageTenths(question.rows), onAct: onAgain }
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

function EmptyWords(): ReactNode {
  return (
    <Notice title="No deal matches">
      An empty answer costs nothing. Take a filter away or widen the dates and amounts. Deals whose amount is
      undisclosed match no minimum and no maximum.
    </Notice>
  );
}
