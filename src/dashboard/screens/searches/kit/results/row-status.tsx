import { Bookmark, StickyNote, Tag, X } from 'lucide-react';
import { setStatus, useStatuses } from '../../../../records/status/statuses.ts';
import type { Resource } from '../resource/resource.ts';
import { useIsPointed } from '../table/pointed-row.ts';
import { formatStatusWords, useEffectiveStatus } from './status-filter.tsx';
import type { StatusValue } from '#contract/workspace/statuses.ts';

type StatusCellProps = { readonly resource: Resource; readonly id: string };

/** The user's status of a row as icons; an outlined icon is the status of its company. */
export function StatusCell({ resource, id }: StatusCellProps) {
  const effective = useEffectiveStatus(resource, id);
  const words = formatStatusWords(effective);
  if (words === '') return null;
  const { status, isOfCompany, tags, hasNote } = effective;
  return (
    <span title={words} className="inline-flex items-center gap-1 text-ink-3">
      {status === 'shortlist' && (
        <Bookmark aria-hidden className={`size-3.5 text-accent-ink ${isOfCompany ? '' : 'fill-current'}`} />
      )}
      {status === 'pass' && <X aria-hidden className={`size-3.5 ${isOfCompany ? '' : 'stroke-[3]'}`} />}
      {tags.length > 0 && <Tag aria-hidden className="size-3" />}
      {hasNote && <StickyNote aria-hidden className="size-3" />}
      <span className="sr-only">{words}</span>
    </span>
  );
}

const choices = [
  ['shortlist', 'Shortlist', Bookmark],
  ['pass', 'Pass', X],
] as const;

/** The status of a row; under the pointer the buttons that set it. The keys S and X do the same. */
export const RowStatus = (props: StatusCellProps) =>
  useIsPointed(props.id) ? <RowStatusButtons {...props} /> : <StatusCell {...props} />;

/** The buttons that set the status of a row; its keys do the same. */
export function RowStatusButtons({ resource, id }: StatusCellProps) {
  const status = useStatuses(resource.statusKind).get(id)?.status ?? null;
  const press = (value: StatusValue) => setStatus(resource.statusKind, id, { status: status === value ? null : value });
  return (
    <span className="-ml-1 flex">
      {choices.map(([value, name, Icon]) => (
        <button
          key={value}
          type="button"
          tabIndex={-1}
          title={name}
          aria-label={name}
          aria-pressed={status === value}
          className="grid size-6 place-items-center rounded-[5px] text-ink-3 hover:bg-line hover:text-ink aria-pressed:text-accent-ink aria-pressed:[&>svg]:fill-current"
          onClick={() => press(value)}
        >
          <Icon aria-hidden className="size-3.5" />
        </button>
      ))}
    </span>
  );
}
