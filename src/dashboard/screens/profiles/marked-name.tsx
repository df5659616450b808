import { RecordMark } from '../../records/company-mark.tsx';
import { readKnownName } from '../searches/kit/lookups/known-names.ts';
import { type ProfileKind, RecordName } from '../searches/kit/record/profile-link.tsx';

type MarkedNameProps = { readonly kind: ProfileKind; readonly id: string | null; readonly className?: string };

/** The monogram of a record, and its name as a link to its profile. */
export function MarkedName({ kind, id, className = '' }: MarkedNameProps) {
  const name = id === null ? undefined : readKnownName(kind, id);
  return (
    <span className="flex min-w-0 items-center gap-2">
      {name !== undefined && <RecordMark kind={kind} id={id} name={name} />}
      <RecordName kind={kind} id={id} className={className} />
    </span>
  );
}
