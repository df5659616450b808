import { useId, useState, type ReactNode } from 'react';
import type { Act } from '../spend/act.ts';
import { PricedButton } from '../spend/priced-button.tsx';
import { Button } from '../ui/button.tsx';
import { toRemaining, type SearchAnswer } from './answer.ts';
import { toPageTenths } from './queries.ts';
import type { AnyResource } from './resource.ts';
import type { Allowance } from './use-allowance.ts';

const batches = [25, 50, 100, 250, 500];

type LoadFootProps = {
  readonly resource: AnyResource;
  readonly answer: SearchAnswer;
  readonly pending: boolean;
  /** Rows of the first page, and so of the batch that is offered first. */
  readonly rows: number;
  readonly allowance: Allowance;
  readonly onMore: (act: Act, rows: number) => void;
  /** What else is to be said about the rows. */
  readonly children: ReactNode;
};

/** What leads on: a batch of chosen size, or an allowance for scrolling; by itself the table loads nothing. */
export function LoadFoot({ resource, answer, pending, rows, allowance, onMore, children }: LoadFootProps) {
  const remaining = toRemaining(answer);
  const [chosen, setChosen] = useState(rows);
  const more = Math.min(chosen, remaining ?? chosen);
  return (
    <div className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1.5 border-t border-line bg-panel px-4.5 py-2.5 text-ink-3 tabular-nums">
      {more > 0 && (
        <div className="flex flex-wrap gap-1.5">
          <PricedButton upTo tenths={toPageTenths(resource, more)} pending={pending} onAct={(act) => onMore(act, more)}>
            Load {more.toLocaleString('en-US')} more
          </PricedButton>
          <BatchChoice remaining={remaining} first={rows} chosen={chosen} onChoose={setChosen} />
          {allowance.leftRows === undefined && (
            <PricedButton upTo tenths={toPageTenths(resource, more)} onAct={(act) => allowance.onArm(act, more)}>
              Load as I scroll
            </PricedButton>
          )}
        </div>
      )}
      {allowance.leftRows !== undefined && (
        <output className="flex items-center gap-2 font-medium text-accent-ink">
          Loading as you scroll: {allowance.leftRows.toLocaleString('en-US')} credits left
          <Button onClick={allowance.onStop}>Stop</Button>
        </output>
      )}
      <span>
        {toLoadedText(answer)} {more > 0 && allowance.leftRows === undefined && 'Scrolling loads nothing.'} {children}
      </span>
    </div>
  );
}

type BatchChoiceProps = {
  readonly remaining: number | undefined;
  readonly first: number;
  readonly chosen: number;
  readonly onChoose: (rows: number) => void;
};

function BatchChoice({ remaining = Infinity, first, chosen, onChoose }: BatchChoiceProps) {
  const id = useId();
  const sizes = [...new Set([...batches, first])].toSorted((a, b) => a - b).filter((size) => size < remaining);
  return (
    <>
      <label htmlFor={id} className="sr-only">
        Rows to load
      </label>
      <select
        id={id}
        value={Math.min(chosen, remaining)}
        className="h-8 max-w-28 rounded-[7px] border border-edge bg-panel px-1.5 text-ink"
        onChange={({ target }) => onChoose(Number(target.value))}
      >
        {sizes.map((size) => (
          <option key={size} value={size}>
            {size} rows
          </option>
        ))}
        {Number.isFinite(remaining) && (
          <option value={remaining}>all {remaining.toLocaleString('en-US')} that remain</option>
        )}
      </select>
    </>
  );
}

function toLoadedText({ total, ids }: SearchAnswer): string {
  const count = ids.length.toLocaleString('en-US');
  return total === null
    ? `${count} loaded; the service gave no total.`
    : `${count} of ${total.toLocaleString('en-US')} loaded.`;
}
