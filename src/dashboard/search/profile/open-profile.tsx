import { ArrowUpRight } from 'lucide-react';
import { ProfileLink, type ProfileKind } from '../record/profile-link.tsx';

type OpenProfileProps = {
  readonly kind: ProfileKind;
  readonly id: string;
  readonly within?: boolean;
  readonly children?: string;
};

/** Leads from a panel to the whole page, which asks for nothing. */
export function OpenProfile({ kind, id, within, children = 'Open profile' }: OpenProfileProps) {
  return (
    <ProfileLink
      kind={kind}
      id={id}
      {...(within === undefined ? {} : { within })}
      className="inline-flex min-h-6 items-center gap-1 justify-self-start font-[550] text-accent-ink"
    >
      {children}
      <ArrowUpRight aria-hidden className="size-3.5" />
    </ProfileLink>
  );
}
