import { LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { areNamesFree } from '../../../../records/request-names.ts';
import { RecordMark } from '../../../../records/company-mark.tsx';
import { NameCell, type NameCellProps } from './cells.tsx';

/** A bar in place of a name: it pulses while the name loads, and is still where the name is locked. */
export function UnnamedCell({ one }: { readonly one: string }) {
  const isComing = areNamesFree();
  return (
    <span title={isComing ? undefined : `${one} locked`} className="flex min-w-0 grow items-center gap-2">
      {isComing ? (
        <i aria-hidden className="size-5 shrink-0 rounded-[5px] bg-line motion-safe:animate-pulse" />
      ) : (
        <i
          aria-hidden
          className="grid size-5 shrink-0 place-items-center rounded-[5px] border border-line-2 text-ink-3"
        >
          <LockKeyhole className="size-3" />
        </i>
      )}
      <LockedBar isLoading={isComing} />
      <span className="sr-only">{isComing ? 'Loading the name' : `${one} locked`}</span>
    </span>
  );
}

/** A flat bar in the place of a locked name. */
const LockedBar = ({ isLoading = false }: { readonly isLoading?: boolean }) => (
  <i
    aria-hidden
    className={`h-2 w-24 shrink rounded-sm ${isLoading ? 'bg-line motion-safe:animate-pulse' : 'bg-lock forced-colors:border'}`}
  />
);

type NamedCellProps = NameCellProps & {
  /** What it is, in one line after the name. */
  readonly about?: ReactNode;
  readonly isPerson?: boolean;
};

/** The first cell of a row: initials, name and, if there is room for some words, what it is. */
export function NamedCell({ about, isPerson = false, ...name }: NamedCellProps) {
  return (
    // What has no room after the name wraps below it, where it is cut off.
    <span className="flex h-5 min-w-0 grow flex-wrap items-center gap-2 overflow-hidden">
      {name.name && (
        <RecordMark
          kind={isPerson ? 'person' : name.companyId ? 'company' : 'investor'}
          id={name.companyId}
          name={name.name}
        />
      )}
      <span className="flex max-w-[calc(100%-1.75rem)] shrink-0">
        <NameCell {...name} />
      </span>
      {about !== undefined && about !== '' && <span className="min-w-12 flex-1 truncate text-ink-3">{about}</span>}
    </span>
  );
}
