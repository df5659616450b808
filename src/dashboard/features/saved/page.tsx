import { describeRequest } from '../../search/saved/describe-request.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { z } from 'zod';
import { parseRawSearch, useUrl } from '../../platform/url/use-url.ts';
import { SearchesList } from './searches-list.tsx';
import { useState } from 'react';
import { formatCount } from '../../platform/format.ts';
import { formatAge, useNow } from '../../library/records/age.tsx';
import { useLibraryVersion } from '../../library/records/record-store.ts';
import { formatCreditFigure, formatCredits } from '../../purchase/price.ts';
import { useCalls } from '../../purchase/use-calls.ts';
import { createColumnChoice } from '../../search/table/column-choice.ts';
import type { GridColumn } from '../../search/table/grid-column.ts';
import { noSelection } from '../../search/table/selection.ts';
import { Notice } from '../../platform/ui/notice.tsx';
import { useIsWide } from '../../platform/ui/use-media.ts';
import { buildHistory, formatMinute, formatStoredUntil, type PastSearch } from '../../search/saved/history.ts';
import { ListTable } from '../../search/table/list-table.tsx';

const savedUrl = z.object({ view: z.literal('history').optional() });

const views = [
  { view: undefined, name: 'Saved searches' },
  { view: 'history', name: 'History' },
] as const;

/** Saved searches, and every question ever asked. */
export function SavedPage() {
  const { value } = useUrl(savedUrl);
  return (
    <div className="flex min-h-0 grow flex-col">
      <title>{`${value.view ? 'History' : 'Saved searches'}, Fundscope`}</title>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4.5 pt-3.5 pb-2">
        <h1 className="text-[19px] font-[640] tracking-[-0.02em]">{value.view ? 'History' : 'Saved searches'}</h1>
        <nav aria-label="Views" className="flex rounded-[7px] border border-line bg-sunken p-0.5">
          {views.map(({ view, name }) => (
            <Link
              key={name}
              to="/saved"
              search={(view ? { view: [view] } : {}) as never}
              aria-current={view === value.view ? 'page' : undefined}
              className="flex min-h-7 items-center rounded-[5px] px-2.5 font-medium text-ink-2 hover:text-ink aria-[current=page]:bg-panel aria-[current=page]:text-ink"
              activeOptions={{ exact: true }}
            >
              {name}
            </Link>
          ))}
        </nav>
      </div>
      {value.view ? <HistoryList /> : <SearchesList />}
    </div>
  );
}

const historyColumns: readonly GridColumn<PastSearch>[] = [
  {
    id: 'asked',
    header: 'Last asked, UTC',
    look: { width: 150 },
    cell: (row) => <span className="tabular-nums">{formatMinute(row.at)}</span>,
  },
  {
    id: 'screen',
    header: 'Screen',
    look: { width: 96, from: 700 },
    cell: (row) => <span className="capitalize">{row.screen}</span>,
  },
  {
    id: 'question',
    header: 'Question',
    look: { width: 240, grow: 1 },
    cell: (row) => <Sentence question={row} />,
  },
  {
    id: 'rows',
    header: 'Rows held',
    look: { width: 128, align: 'end' },
    cell: (row) => <>{formatStoredUntil(row.held)}</>,
  },
  {
    id: 'age',
    header: 'Answered',
    look: { width: 120, from: 620 },
    cell: (row) => <AgeText question={row} />,
  },
  {
    id: 'cost',
    header: 'Cost, credits',
    look: { width: 104, align: 'end' },
    cell: (row) => <>{formatCreditFigure(row.billedTenths)}</>,
  },
];
const historyColumnChoice = createColumnChoice('history');
const newestFirst = { column: 'asked', direction: 'descending' } as const;

/** Every question that was ever asked from a search screen; opening one shows what is owned of its answer, free. */
export function HistoryList() {
  const wide = useIsWide();
  const navigate = useNavigate();
  const [selection, setSelection] = useState(noSelection);
  const book = useCalls();
  useLibraryVersion();
  const questions = buildHistory(book?.calls ?? []);
  const open = (id: string) => {
    const question = questions.find((one) => one.id === id);
    if (question) void navigate({ to: `/${question.screen}` as '/', search: parseRawSearch(question.search) as never });
  };
  if (!book) return null;
  if (questions.length === 0) {
    return (
      <div className="px-4.5">
        <Notice title="Nothing was asked yet">
          Your searches appear here with their cost. Opening one again is free.
        </Notice>
      </div>
    );
  }
  return (
    <>
      {wide && <SelectedSum questions={questions.filter(({ id }) => selection.ids.has(id))} />}
      <ListTable
        label="History"
        wide={wide}
        columns={historyColumns}
        choice={historyColumnChoice}
        rows={questions}
        sorted={newestFirst}
        selection={selection}
        onSelect={setSelection}
        onOpen={open}
      >
        {(question) => <HistoryItem question={question} />}
      </ListTable>
    </>
  );
}

/** What the selected questions cost together. */
function SelectedSum({ questions }: { readonly questions: readonly PastSearch[] }) {
  const tenths = questions.reduce((sum, { billedTenths }) => sum + billedTenths, 0);
  return (
    <output className="px-4.5 pb-2 text-[12px] text-ink-2 tabular-nums empty:hidden">
      {questions.length > 0 &&
        `${formatCount(questions.length, 'search', 'searches')} selected, ${formatCredits(tenths)} total`}
    </output>
  );
}

function Sentence({ question: { call, search } }: { readonly question: PastSearch }) {
  const sentence = describeRequest(call, search);
  return (
    <span className="truncate font-[550] text-ink" title={sentence}>
      {sentence}
    </span>
  );
}

function AgeText({ question: { held } }: { readonly question: PastSearch }) {
  const now = useNow();
  return held ? formatAge(held.at, Math.max(held.at, now)) : <span className="text-ink-3">not kept</span>;
}

function HistoryItem({ question }: { readonly question: PastSearch }) {
  return (
    <>
      <span className="flex min-w-0 items-baseline justify-between gap-3">
        <Sentence question={question} />
        <span className="shrink-0 tabular-nums">{formatCredits(question.billedTenths)}</span>
      </span>
      <span className="flex items-baseline gap-3 text-[12px] text-ink-3 tabular-nums">
        <span>{formatMinute(question.at)}</span>
        <span className="capitalize">{question.screen}</span>
        <span className="ml-auto">{formatStoredUntil(question.held)} held</span>
      </span>
    </>
  );
}
