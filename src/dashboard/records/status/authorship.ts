import { findSelf, isMine, type Membership, readMembership } from '../../platform/http/membership.ts';
import type { StatusKind } from '#contract/workspace/statuses.ts';
import { showStatuses } from './stored-statuses.ts';

/** The part of a status whose author is known: status and stage, or the note. */
export type AuthoredPart = 'status' | 'note';

/** Who changed a part of a status and when, in milliseconds; null if that was before there were members. */
type Authorship = { readonly by: string | null; readonly at: number };

/** Who last changed status and stage of a record or marked it as seen, or changed its note; undefined if nobody did. */
export function readAuthorship(kind: StatusKind, id: string, part: AuthoredPart): Authorship | undefined {
  const status = showStatuses()[kind].get(id);
  const at = status?.[`${part}_at`];
  return at ? { by: status[`${part}_by`], at: Date.parse(at) } : undefined;
}

/** Whether the user was the last to change status, stage or note of a record. */
export const isOwnWork = (kind: StatusKind, id: string, membership: Membership = readMembership()): boolean =>
  !findSelf(membership) ||
  (['status', 'note'] as const).some((part) => {
    const author = readAuthorship(kind, id, part);
    return author !== undefined && isMine(author.by, membership);
  });

/** Who can read the note on a record. */
export const describeReaders = ({ members }: Membership): string =>
  members.length > 1 ? 'Shared with your workspace' : 'Private to your account';
