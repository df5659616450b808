import type { ReactNode } from 'react';
import { StatusChoice, StatusEditor } from '../../library/status/status-editor.tsx';
import { emptyStatus, setStatus, statusNames, useStatuses } from '../../library/status/statuses.ts';
import { useEffectiveStatus } from './status-filter.tsx';
import type { AnyResource } from '../resource/resource.ts';

type StatusSectionProps = {
  readonly resource: AnyResource;
  readonly id: string;
  /** A further action, at the end of the line. */
  readonly children?: ReactNode;
};

/** The user's status, tags and note of the open record. */
export function StatusSection({ resource, id, children }: StatusSectionProps) {
  const { statusKind } = resource;
  const own = useStatuses(statusKind).get(id) ?? emptyStatus;
  const { isOfCompany, status } = useEffectiveStatus(resource, id);
  const count = own.tags.length + Number(own.note !== '');
  return (
    <section aria-label="Your status and notes" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-1.5">
        <StatusChoice
          status={own.status}
          onStatus={(next) => setStatus(statusKind, id, { status: own.status === next ? null : next })}
        />
        {isOfCompany && status && (
          <span className="text-[12px] text-ink-3">{statusNames[status]} with its company.</span>
        )}
        <span className="ml-auto">{children}</span>
      </div>
      <details>
        <summary className="min-h-6 text-[12px] text-ink-2">Tags and note{count > 0 ? `, ${count}` : ''}</summary>
        <div className="pt-1.5">
          <StatusEditor kind={statusKind} id={id} />
        </div>
      </details>
    </section>
  );
}
