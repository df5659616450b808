import { useId, type ReactNode } from 'react';
import { unlockedCompanies } from '../../library/records/records.ts';
import { Facts } from '../../search/record/facts.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { stateNames, type ListLine } from '../../library/lists/lines.ts';
import { changeMatches } from '../../library/lists/lists.ts';

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
  const { candidates, companyId, leftOut, state, why, cells } = line;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4">
        {state === 'bad' && <p className="text-bad">This line cannot be searched: {why}.</p>}
        {state === 'missing' && !leftOut && <p className="text-ink-2">No company found. You were not charged.</p>}
        {state === 'pending' && <p className="text-ink-2">This line was not searched yet.</p>}
        {(candidates.length > 1 || leftOut) && <Candidates listId={listId} line={line} />}
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
  const { key = '', candidates, companyId, leftOut } = line;
  const choose = (id: string | null) =>
    changeMatches(listId, (before) => ({ ...before, choices: { ...before.choices, [key]: id } }));
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1 font-semibold">Which company is it?</legend>
      {candidates.map((id) => {
        const company = unlockedCompanies.read(id);
        const place = company?.location?.city?.name ?? company?.location?.country?.name;
        return (
          <Candidate
            key={id}
            group={name}
            checked={companyId === id}
            onCheck={() => choose(id)}
            title={company?.name ?? 'Unnamed company'}
            remark={[company?.domain, place].filter(Boolean).join(', ')}
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
