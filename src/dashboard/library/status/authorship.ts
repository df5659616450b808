import { findSelf, isMine, type Membership, readMembership } from '../../platform/http/membership.ts';
import { type AuthorField, type StatusKind, statusStore } from '../own-work/work-store.ts';

/** Who changed a part of a status and when, in milliseconds; nobody if that was before there were members. */
type Authorship = { readonly by: string | undefined; readonly at: number };

const partsOf = { by: ['status', 'stage', 'seen'], 'note-by': ['note'] } as const satisfies Record<
  AuthorField,
  unknown
>;

/** Who last changed status and stage of a record or marked it as seen, or changed its note. */
export function readAuthorship(kind: StatusKind, id: string, field: AuthorField): Authorship | undefined {
  const at = Math.max(...partsOf[field].map((part) => statusStore.readTime([kind, id, part]) ?? 0));
  if (at === 0) return undefined;
  const by = statusStore.read([kind, id, field]);
  // A program without members has changed it since.
  const isCurrent = (statusStore.readTime([kind, id, field]) ?? 0) >= at;
  return { by: isCurrent && typeof by === 'string' ? by : undefined, at };
}

/** Whether the user was the last to change status, stage or note of a record. */
export const isOwnWork = (kind: StatusKind, id: string, membership: Membership = readMembership()): boolean =>
  !findSelf(membership) ||
  (['by', 'note-by'] as const).some((field) => {
    const author = readAuthorship(kind, id, field);
    return author !== undefined && isMine(author.by, membership);
  });

/** Who can read the note on a record. */
export const describeReaders = ({ members }: Membership): string =>
  members.length > 1 ? 'Shared with your workspace' : 'Private to your account';
