import { findAuthor, useMembership } from '../../platform/http/membership.ts';
import { formatShortDay, formatUtcDay } from '../../platform/format.ts';
import { MemberName } from '../../platform/ui/member-name.tsx';
import { type AuthoredPart, readAuthorship } from './authorship.ts';
import type { StatusKind } from '#contract/workspace/statuses.ts';

/** The member who made something; nothing while the workspace has no members. */
export function AuthorName({ by }: { readonly by: string | null | undefined }) {
  const author = findAuthor(useMembership().members, by);
  return author ? (
    <span className="inline-flex min-w-0 text-12 text-ink-3">
      <MemberName {...author} />
    </span>
  ) : null;
}

/** The authors of something: the member, or "Several"; nothing while the workspace has no members. */
export function AuthorNames({ by }: { readonly by: ReadonlySet<string | null | undefined> }) {
  const { members } = useMembership();
  if (by.size > 1) return members.length > 1 ? <>Several</> : null;
  const author = findAuthor(members, [...by][0]);
  return author ? <MemberName {...author} /> : null;
}

type AuthorProps = {
  readonly kind: StatusKind;
  readonly id: string;
  readonly part: AuthoredPart;
  readonly what?: string;
};

/** "Ana, 24 Nov"; nothing while the workspace has no members. */
export function Author({ kind, id, part, what }: AuthorProps) {
  const { members } = useMembership();
  const author = members.length > 1 ? readAuthorship(kind, id, part) : undefined;
  const member = members.find((one) => one.id === author?.by);
  if (!author || !member) return null;
  return (
    <span className="inline-flex min-w-0 items-center gap-1 text-12 text-ink-3 tabular-nums">
      {what}
      <MemberName {...member} />
      <span className="shrink-0">{formatShortDay(formatUtcDay(author.at)).slice(0, -5)}</span>
    </span>
  );
}
