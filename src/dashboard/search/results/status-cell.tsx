import { Bookmark, StickyNote, Tag, X } from 'lucide-react';
import { statusNames, type EffectiveStatus } from '../../library/status/standing.ts';
import { useEffectiveStatus } from './status-filter.tsx';
import type { AnyResource } from '../resource/resource.ts';

type MarkCellProps = { readonly resource: AnyResource; readonly id: string };

/** The person's own word on a row, as quiet signs; an outline alone is the word on its company. */
export function StatusCell({ resource, id }: MarkCellProps) {
  const standing = useEffectiveStatus(resource, id);
  const words = toWords(standing);
  if (words === '') return null;
  const { verdict, isOfCompany, tags, hasNote } = standing;
  return (
    <span title={words} className="inline-flex items-center gap-1 text-ink-3">
      {verdict === 'shortlist' && (
        <Bookmark aria-hidden className={`size-3.5 text-accent-ink ${isOfCompany ? '' : 'fill-current'}`} />
      )}
      {verdict === 'pass' && <X aria-hidden className={`size-3.5 ${isOfCompany ? '' : 'stroke-[3]'}`} />}
      {tags.length > 0 && <Tag aria-hidden className="size-3" />}
      {hasNote && <StickyNote aria-hidden className="size-3" />}
      <span className="sr-only">{words}</span>
    </span>
  );
}

/** "Company passed, tags: climate, has a note"; "" for a record that nobody marked. */
function toWords({ verdict, isOfCompany, tags, hasNote }: EffectiveStatus): string {
  const name = verdict === null ? '' : statusNames[verdict];
  return [
    isOfCompany ? `Company ${name.toLowerCase()}` : name,
    tags.length > 0 ? `tags: ${tags.join(', ')}` : '',
    hasNote ? 'has a note' : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}
