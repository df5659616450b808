import { type ReactNode, useState } from 'react';
import type { StatusKind } from '#contract/workspace/statuses.ts';
import { StatusChoice } from '../../../../records/status/status-choice.tsx';
import { StatusEditor } from '../../../../records/status/status-editor.tsx';
import { setStatus, useStatuses } from '../../../../records/status/statuses.ts';
import { emptyStatus } from '../../../../records/status/record-status.ts';

type StatusSectionProps = {
  readonly kind: StatusKind;
  readonly id: string;
  /** What else there is to say of the status. */
  readonly remark?: string | undefined;
  /** A further action, at the end of the line. */
  readonly children?: ReactNode;
};

/** The user's status, tags and note of the open record. */
export function StatusSection({ kind, id, remark, children }: StatusSectionProps) {
  const own = useStatuses(kind).get(id) ?? emptyStatus;
  const [isOpen, setOpen] = useState(false);
  const count = own.tags.length + Number(own.note !== '');
  return (
    <section aria-label="Your status and notes" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-1.5">
        <StatusChoice
          status={own.status}
          onStatus={(next) => setStatus(kind, id, { status: own.status === next ? null : next })}
        />
        {remark !== undefined && <span className="text-12 text-ink-3">{remark}</span>}
        <span className="ml-auto">{children}</span>
      </div>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="min-h-6 text-12 text-ink-2">Tags and note{count > 0 ? `, ${count}` : ''}</summary>
        {isOpen && (
          <div className="pt-1.5">
            <StatusEditor kind={kind} id={id} />
          </div>
        )}
      </details>
    </section>
  );
}
