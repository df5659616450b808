import type { ReactNode } from 'react';
import { Block } from '../../platform/ui/block.tsx';
import { CopyId } from '../../platform/ui/copy-and-save.tsx';
import { RecordOrigin } from '../../records/origin.tsx';
import { renderSource, ResultsAge } from '../../records/provenance.tsx';
import { unlockedCompanies, unlockedInvestors, unlockedPeople } from '../../records/records.ts';
import type { StatusKind } from '#contract/workspace/statuses.ts';
import { StatusEditor } from '../../records/status/status-editor.tsx';
import { Facts, type NamedFact } from '../searches/kit/record/facts.tsx';
import type { ProfileKind } from '../searches/kit/record/profile-link.tsx';
import { RecordButton } from '../searches/kit/record/unlock-buttons.tsx';

type ProfileBlockProps = {
  readonly title: string;
  /** One sentence: what the block is based on. */
  readonly basis?: ReactNode;
  /** When that was fetched, in milliseconds. */
  readonly at?: number | undefined;
  /** Buttons that complete the block, with their price. */
  readonly foot?: ReactNode;
  readonly children?: ReactNode;
};

/** A part of a profile: its title, what it is based on and how old that is, the content, and what completes it. */
export const ProfileBlock = ({ title, basis, at, foot, children }: ProfileBlockProps) => (
  <Block
    title={title}
    basis={
      <>
        {basis}
        {basis !== undefined && at !== undefined && ', '}
        {at !== undefined && <ResultsAge at={at} />}
      </>
    }
  >
    {children}
    <div className="contents print:hidden">{foot}</div>
  </Block>
);

/** What is unlocked of each kind of record with a profile. */
export const profileStores = {
  company: unlockedCompanies,
  investor: unlockedInvestors,
  person: unlockedPeople,
} as const;

type RecordBlockProps = {
  readonly kind: ProfileKind;
  readonly id: string;
  readonly title: string;
  /** What it says about itself. */
  readonly text: string | null;
  readonly facts: readonly NamedFact[];
  /** Whether the button that fetches it again is shown here. */
  readonly isRefreshed?: boolean;
};

/** What the record says, and the button that fetches it again. */
export function RecordBlock({ kind, id, title, text, facts, isRefreshed = true }: RecordBlockProps) {
  return (
    <ProfileBlock
      title={title}
      basis={`From the ${kind}’s record`}
      at={profileStores[kind].readTime(id)}
      foot={isRefreshed && <RecordButton kind={kind} id={id}>{`Refresh this ${kind}`}</RecordButton>}
    >
      {text && <p className="max-w-[76ch] text-ink-2">{text}</p>}
      <Facts facts={[...facts, ['Id', <CopyId key="id" id={id} of={kind} />], ['Source', renderSource()]]} />
      <RecordOrigin kind={kind} id={id} />
    </ProfileBlock>
  );
}

/** A line of a block, and a remark at its end. */
type BlockLine = { readonly key: string; readonly what: ReactNode; readonly remark: ReactNode };

/** Lines of a block, in the given order. */
export const BlockLines = ({ lines }: { readonly lines: readonly BlockLine[] }) => (
  <ul className="grid">
    {lines.map(({ key, what, remark }) => (
      <li key={key} className="flex min-h-7 min-w-0 items-center justify-between gap-3">
        {what}
        <span className="max-w-3/5 shrink-0 truncate text-12 text-ink-3 tabular-nums">{remark}</span>
      </li>
    ))}
  </ul>
);

type OwnNotesProps = { readonly kind: StatusKind; readonly id: string };

/** The user's own status, tags and note on the record. */
export function OwnNotes({ kind, id }: OwnNotesProps) {
  return (
    <div className="grid grid-cols-1 print:hidden">
      <ProfileBlock title="Your notes">
        <StatusEditor kind={kind} id={id} />
      </ProfileBlock>
    </div>
  );
}
