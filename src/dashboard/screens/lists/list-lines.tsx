import { type ReactNode, useId } from 'react';
import { toDay } from '../../platform/format.ts';
import { type CompanyRecord, unlockedCompanies } from '../../records/records.ts';
import { formatTotalRaised } from '../searches/kit/record/amounts.ts';
import { DayCell, EmptyCell, MoneyCell, RoundBadge, TextCell } from '../searches/kit/record/cells.tsx';
import { findColumnChoice } from '../searches/kit/table/column-choice.ts';
import { buildListColumns } from '../searches/kit/table/grid-column.ts';
import { type ListLine, stateNames } from '../../records/lists/lists.ts';
import { changeCompanyList } from '../../records/lists/stored-lists.ts';
import { Facts, formatPlaceName } from '../searches/kit/record/facts.tsx';
import { decodeNameKey } from '../../records/lists/identifier.ts';
import { describeCandidate, useCandidates } from './candidates.ts';
import { Button } from '../../platform/ui/button.tsx';
import { readIsMetered } from '../../platform/http/connection.ts';

const findLineCompany = ({ companyId }: ListLine): CompanyRecord | undefined =>
  companyId === undefined ? undefined : unlockedCompanies.read(companyId);

/** The columns of a list. */
export const lineColumns = buildListColumns<ListLine>({
  line: {
    header: 'Line',
    width: 68,
    align: 'end',
    cell: ({ number }) => <span className="tabular-nums">{number.toLocaleString('en-US')}</span>,
  },
  names: { header: 'In your file', width: 170, grow: 1, cell: (line) => <TextCell text={formatNames(line)} /> },
  state: { header: 'Outcome', width: 124, cell: (line) => <StateCell line={line} /> },
  company: { header: 'Company', width: 160, grow: 1, cell: (line) => <LineCompanyCell line={line} /> },
  location: {
    header: 'Location',
    width: 116,
    from: 760,
    cell: (line) =>
      findLineCompany(line) ? <TextCell text={formatPlaceName(findLineCompany(line)?.location)} /> : null,
  },
  round: {
    header: 'Latest round',
    width: 140,
    from: 860,
    cell: (line) => {
      const deal = findLineCompany(line)?.latest_deal;
      return deal ? <RoundBadge round={deal} /> : null;
    },
  },
  announced: {
    header: 'Announced',
    width: 104,
    from: 960,
    cell: (line) =>
      findLineCompany(line) ? <DayCell moment={toDay(findLineCompany(line)?.latest_deal?.date ?? null)} /> : null,
  },
  raised: {
    header: 'Total raised',
    width: 104,
    align: 'end',
    from: 640,
    cell: (line) => {
      const company = findLineCompany(line);
      return company ? <MoneyCell usd={company.total_raised} native={formatTotalRaised(company)} /> : null;
    },
  },
});

/** The user's choice of columns, stored on this device. */
export const lineColumnChoice = findColumnChoice('list-lines');

const classesOf = {
  found: 'text-ink',
  ambiguous: 'text-warn font-medium',
  missing: 'text-ink-2',
  pending: 'text-ink-3',
  bad: 'text-bad',
};

/** The outcome of a line in words. */
export function StateCell({ line }: { readonly line: ListLine }) {
  const { state, leftOut, candidates } = line;
  const words = leftOut ? 'left out' : state === 'ambiguous' ? `${candidates.length} possible` : stateNames[state];
  return (
    <span className={`inline-block shrink-0 whitespace-nowrap first-letter:uppercase ${classesOf[state]}`}>
      {words}
    </span>
  );
}

/** The company of a line, or why the line could not be read. */
export function LineCompanyCell({ line: { state, why, companyId } }: { readonly line: ListLine }) {
  if (state === 'bad') return <span className="truncate text-ink-3">{why}</span>;
  if (companyId === undefined) return <EmptyCell words="no company" />;
  return <span className="truncate font-semibold text-ink">{describeCandidate(companyId).name}</span>;
}

/** The identifier in a line; its cells where it has none. */
export const formatNames = ({ names, cells }: ListLine): string =>
  names === '' ? cells.filter((cell) => cell.trim() !== '').join(', ') || 'an empty line' : names;

/** Whether the company of a line was chosen among several, or by its name, or is still to be. */
export const mustChoose = ({ key, candidates, leftOut }: ListLine): boolean =>
  leftOut || candidates.length > (key === undefined || decodeNameKey(key) === undefined ? 1 : 0);

type LineDetailProps = {
  readonly listId: string;
  readonly line: ListLine;
  readonly heads: readonly string[];
  readonly renderCompany: (id: string) => ReactNode;
  /** Opens the next ambiguous line; undefined when there is none. */
  readonly onNext: (() => void) | undefined;
};

/** One line: its outcome, the choice where several companies match, and its cells. */
export function LineDetail({ listId, line, heads, renderCompany, onNext }: LineDetailProps) {
  const { companyId, leftOut, state, why, cells } = line;
  return (
    <div className="grid grid-cols-1">
      <div className="grid grid-cols-1 gap-4 px-5 py-4">
        {state === 'bad' && <p className="text-bad">This line cannot be searched: {why}.</p>}
        {state === 'missing' && !leftOut && (
          <p className="text-ink-2">
            No company found.
            {readIsMetered() && decodeNameKey(line.key ?? '') === undefined && ' You were not charged.'}
          </p>
        )}
        {state === 'pending' && <p className="text-ink-2">This line was not searched yet.</p>}
        {mustChoose(line) && <Candidates listId={listId} line={line} />}
        {onNext && (
          <div>
            <Button onClick={onNext}>Next ambiguous line</Button>
          </div>
        )}
        <Facts
          facts={[
            ['Outcome', leftOut ? 'left out' : stateNames[state]],
            ...cells.map((cell, at) => [heads[at] ?? `Column ${at + 1}`, cell.trim()] as const),
          ]}
        />
      </div>
      {companyId !== undefined && <div className="border-t border-line">{renderCompany(companyId)}</div>}
    </div>
  );
}

/** Lets the user choose among the companies that match a line. */
function Candidates({ listId, line }: Pick<LineDetailProps, 'listId' | 'line'>) {
  const name = useId();
  const { key, candidates, companyId, leftOut } = line;
  const choose = (id: string | null) => key !== undefined && changeCompanyList(listId, { choices: { [key]: id } });
  useCandidates(key === undefined ? [] : [key], candidates);
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1 font-semibold">Which company is it?</legend>
      {candidates.map((id) => {
        const { name: title, remark } = describeCandidate(id);
        return (
          <Candidate
            key={id}
            group={name}
            checked={companyId === id}
            onCheck={() => choose(id)}
            title={title}
            remark={remark}
          />
        );
      })}
      <Candidate group={name} checked={leftOut} onCheck={() => choose(null)} title="None of them" remark="" />
    </fieldset>
  );
}

type CandidateProps = {
  readonly group: string;
  readonly checked: boolean;
  readonly onCheck: () => void;
  readonly title: string;
  readonly remark: string;
};

function Candidate({ group, checked, onCheck, title, remark }: CandidateProps) {
  return (
    <label className="flex min-h-7 items-baseline gap-2">
      <input
        type="radio"
        name={group}
        checked={checked}
        className="size-3.5 translate-y-0.5 accent-accent"
        onChange={onCheck}
      />
      <span className="min-w-0">
        {title} <span className="text-ink-3">{remark}</span>
      </span>
    </label>
  );
}
