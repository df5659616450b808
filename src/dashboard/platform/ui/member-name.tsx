import type { WorkspaceMember } from '#contract/workspace/members.ts';

/** A member by color and name. */
export function MemberName({ name, color }: Pick<WorkspaceMember, 'name' | 'color'>) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <span
        aria-hidden
        className="size-2 shrink-0 rounded-full"
        style={{ background: `var(--color-member-${color})` }}
      />
      <span className="truncate">{name}</span>
    </span>
  );
}
