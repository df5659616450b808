import { findMaker } from '#contract/find-maker.ts';
import { findSelf, isMine, type Membership, readMembership, useMembership } from '../../platform/http/membership.ts';
import { formatShortDay } from '../../platform/format.ts';
import { MemberName } from '../../platform/ui/member-name.tsx';
import { type AuthorField, type StatusKind, statusStore } from '../own-work/work-store.ts';

/** Who changed a part of a status and when, in milliseconds; nobody where that was before there were members. */
export type Authorship = { readonly by: string | undefined; readonly at: number };

const partsOf = { by: ['status', 'stage'], 'note-by': ['note'] } as const satisfies Record<AuthorField, unknown>;

/** Who changed status and stage of a record last, or its note. */
export function readAuthorship(kind: StatusKind, id: string, field: AuthorField): Authorship | undefined {
  const at = Math.max(...partsOf[field].map((part) => statusStore.readTime([kind, id, part]) ?? 0));
  if (at === 0) return undefined;
  const by = statusStore.read([kind, id, field]);
  // A program that knows no members changed it since.
  const isCurrent = (statusStore.readTime([kind, id, field]) ?? 0) >= at;
  return { by: isCurrent && typeof by === 'string' ? by : undefined, at };
}

/** Whether the user changed status, stage or note of a record last. */
export const isOwnWork = (kind: StatusKind, id: string, membership: Membership = readMembership()): boolean =>
  !findSelf(membership) ||
  (['by', 'note-by'] as const).some((field) => {
    const author = readAuthorship(kind, id, field);
    return author !== undefined && isMine(author.by, membership);
  });

/** The member who made something; nothing while nobody shares the workspace. */
export function Maker({ by }: { readonly by: string | undefined }) {
  const maker = findMaker(useMembership().members, by);
  return maker ? (
    <span className="inline-flex min-w-0 text-[12px] text-ink-3">
      <MemberName {...maker} />
    </span>
  ) : null;
}

type AuthorProps = {
  readonly kind: StatusKind;
  readonly id: string;
  readonly field: AuthorField;
  readonly what?: string;
};

/** "Ana, 24 Nov"; nothing while nobody shares the workspace. */
export function Author({ kind, id, field, what }: AuthorProps) {
  const { members } = useMembership();
  const author = members.length > 1 ? readAuthorship(kind, id, field) : undefined;
  const member = members.find((one) => one.id === author?.by);
  if (!author || !member) return null;
  return (
    <span className="inline-flex min-w-0 items-center gap-1 text-[12px] text-ink-3 tabular-nums">
      {what}
      <MemberName {...member} />
      <span className="shrink-0">{formatShortDay(new Date(author.at).toISOString().slice(0, 10)).slice(0, -5)}</span>
    </span>
  );
}
