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
  /** At the end of the title line. */
  readonly corner?: ReactNode;
  /** Buttons that complete the block, with their price. */
  readonly foot?: ReactNode;
  readonly children?: ReactNode;
};

/** A part of a profile: its title, what it is based on and how old that is, the content, and what completes it. */
export function ProfileBlock({ title, basis, at, corner, foot, children }: ProfileBlockProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 content-start gap-3 rounded-[10px] border border-line bg-panel p-4"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
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
        {corner}
      </div>
      {children}
      {foot}
    </section>
  );
}

/** One line of a ranking. */
type RankedLine = {
  readonly key: string;
  readonly name: ReactNode;
  readonly count: number;
  /** Opens what is counted, and what that is for screen readers and as a tooltip. */
  readonly open: { readonly label: string; readonly onPress: () => void } | undefined;
};

/** Names with a bar and a count each, in the given order. */
export function RankedList({ lines }: { readonly lines: readonly RankedLine[] }) {
  const most = Math.max(1, ...lines.map(({ count }) => count));
  return (
    <ul className="grid">
      {lines.map(({ key, name, count, open }) => (
        <li
          key={key}
          className="grid min-h-6.25 grid-cols-[minmax(0,3fr)_minmax(1.75rem,1fr)_1.75rem] items-center gap-3"
        >
          <span className="flex min-w-0">{name}</span>
          <span aria-hidden>
            <i className="block h-2 rounded-xs bg-stage-4" style={{ width: `${(100 * count) / most}%` }} />
          </span>
          {open ? (
            <button
              type="button"
              title={open.label}
              aria-label={open.label}
              className="min-h-6 rounded-[5px] text-right tabular-nums decoration-line underline-offset-2 hover:underline hover:decoration-current"
              onClick={open.onPress}
            >
              {count.toLocaleString('en-US')}
            </button>
          ) : (
            <span className="text-right tabular-nums">{count.toLocaleString('en-US')}</span>
          )}
        </li>
      ))}
    </ul>
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
