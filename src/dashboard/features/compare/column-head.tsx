import { Bookmark, X } from 'lucide-react';
import { ListMark } from '../../library/lists/list-mark.tsx';
import { ProfileLink } from '../../search/record/profile-link.tsx';
import { AnswerAge } from '../../library/records/age.tsx';
import type { ComparedKind } from '../../search/record/compare-address.ts';
import { comparedKind, toName } from './kinds.ts';
import { setShortlisted } from './shortlist.ts';

type ColumnHeadProps = {
  readonly of: ComparedKind;
  readonly id: string;
  readonly listed: boolean;
  readonly onRemove: () => void;
};

/** The head of a column: the record, the age of its data, and its place in the shortlist. */
export function ColumnHead({ of, id, listed, onRemove }: ColumnHeadProps) {
  const { owned, marked, named, one } = comparedKind[of];
  const name = toName(of, id);
  const at = owned.readTime(id);
  return (
    <div className="grid gap-1">
      <div className="flex items-start justify-between gap-1">
        <ProfileLink
          kind={named}
          id={id}
          className="inline-flex min-h-6 min-w-0 items-center text-[14px] leading-tight font-semibold break-words hover:text-accent-ink"
        >
          {name}
        </ProfileLink>
        <button
          type="button"
          aria-label={`Remove ${name} from the comparison`}
          className="grid size-6 shrink-0 place-items-center rounded-[5px] text-ink-3 hover:bg-sunken hover:text-ink"
          onClick={onRemove}
        >
          <X aria-hidden className="size-3.5" />
        </button>
      </div>
      <span className="text-[11.5px] text-ink-3">
        {at !== undefined ? <AnswerAge at={at} /> : owned.isUnknown(id) ? `The service has no such ${one}` : 'locked'}
      </span>
      {of === 'companies' && <ListMark companyId={id} />}
      <button
        type="button"
        aria-pressed={listed}
        aria-label={`Shortlist ${name}`}
        className={`inline-flex h-6 items-center gap-1.5 justify-self-start rounded-[5px] px-1.5 text-[12px] ${listed ? 'bg-accent-soft text-accent-ink' : 'text-ink-2 hover:bg-sunken hover:text-ink'}`}
        onClick={() => setShortlisted(marked, id, !listed)}
      >
        <Bookmark aria-hidden className={`size-3.5 ${listed ? 'fill-current' : ''}`} />
        {listed ? 'Shortlisted' : 'Shortlist'}
      </button>
    </div>
  );
}
