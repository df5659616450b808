import { type ReactNode, useId } from 'react';
import { ResultsAge } from '../../library/records/provenance.tsx';
import type { StatusKind } from '../../library/own-work/work-store.ts';
import { lazyPart } from '../../platform/ui/lazy-part.tsx';

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
export function ProfileBlock({ title, basis, at, foot, children }: ProfileBlockProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 content-start gap-3 rounded-[10px] border border-line bg-panel p-4"
    >
      <div className="grid min-w-0 gap-0.5">
        <h2 id={id} className="text-13 font-semibold">
          {title}
        </h2>
        <p className="text-11.5 text-ink-3 empty:hidden">
          {basis}
          {basis !== undefined && at !== undefined && ', '}
          {at !== undefined && <ResultsAge at={at} />}
        </p>
      </div>
      {children}
      {foot}
    </section>
  );
}

// Below the fold on most screens.
const StatusEditor = lazyPart(() =>
  import('../../library/status/status-editor.tsx').then((module) => module.StatusEditor),
);

type OwnNotesProps = { readonly kind: StatusKind; readonly id: string };

/** The user's own status, tags and note on the record. */
export function OwnNotes({ kind, id }: OwnNotesProps) {
  return (
    <ProfileBlock title="Your notes">
      <StatusEditor kind={kind} id={id} />
    </ProfileBlock>
  );
}
