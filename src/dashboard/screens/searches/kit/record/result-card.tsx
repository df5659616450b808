import type { ReactNode } from 'react';
import { RecordMark } from '../../../../records/company-mark.tsx';
import { NameCell } from './cells.tsx';

type ResultCardProps = {
  readonly kind?: 'company' | 'investor' | 'person';
  /** The record; without a name `unnamed` is in its place. */
  readonly id: string | null;
  readonly name: string | null | undefined;
  readonly unnamed?: ReactNode;
  readonly figure: ReactNode;
  readonly second: ReactNode;
  readonly third: ReactNode;
};

/** A card of a board: name and figure, then two lines of facts. */
export function ResultCard({ kind = 'company', id, name, unnamed, figure, second, third }: ResultCardProps) {
  return (
    <span className="grid min-w-0 grid-cols-1 gap-1.5">
      <span className="flex items-center justify-between gap-3">
        <span className="flex min-w-0 items-center gap-2">
          {name ? (
            <>
              <RecordMark kind={kind} id={id} name={name} />
              <NameCell name={name} companyId={kind === 'company' ? id : null} />
            </>
          ) : (
            unnamed
          )}
        </span>
        <span className="shrink-0">{figure}</span>
      </span>
      <span className="flex h-5 min-w-0 items-center gap-2.5 text-ink-3">{second}</span>
      {/* Room for the buttons of the status. */}
      <span className="flex h-5 min-w-0 items-center pr-14 text-ink-3">{third}</span>
    </span>
  );
}
