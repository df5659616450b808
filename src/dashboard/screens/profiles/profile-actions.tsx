import { useNavigate } from '@tanstack/react-router';
import { Route } from 'lucide-react';
import type { ReactNode } from 'react';
import { StatusChoice } from '../../records/status/status-choice.tsx';
import { setStatus, useStatuses } from '../../records/status/statuses.ts';
import { ActionButton } from '../../platform/ui/action-button.tsx';
import { useSingleKey } from '../../platform/ui/single-key.ts';
import { BriefLink } from './profile-frame.tsx';
import { ProfilePurchase } from './profile-purchase.tsx';
import type { ProfileOwner } from './profile-plan.ts';
import type { StatusKind, StatusValue } from '#contract/workspace/statuses.ts';
import { emptyStatus } from '../../records/status/record-status.ts';

type ProfileActionsProps = {
  readonly owner: Omit<ProfileOwner, 'hasPeople'>;
  /** The button that saves an alert. */
  readonly children: ReactNode;
};

/** The actions at the head of a profile: what unlocks the rest, the status, the brief. */
export function ProfileActions({ owner, children }: ProfileActionsProps) {
  const { kind, id } = owner;
  return (
    <ProfilePurchase owner={owner}>
      {!owner.isLocked && (
        <>
          <ProfileStatus kind={kind} id={id} />
          {children}
          <RoutesButton kind={kind} id={id} />
          <BriefLink to={kind === 'investor' ? '/investors/$id/brief' : '/companies/$id/brief'} id={id} />
        </>
      )}
    </ProfilePurchase>
  );
}

/** Opens the routes from us to a record. */
export function RoutesButton({ kind, id }: { readonly kind: StatusKind; readonly id: string }) {
  const navigate = useNavigate();
  if (kind === 'deal') return null;
  return (
    <ActionButton Icon={Route} onPress={() => void navigate({ to: '/routes', search: { kind: [kind], to: [id] } })}>
      Routes
    </ActionButton>
  );
}

type ProfileStatusProps = { readonly kind: StatusKind; readonly id: string };

/** Shortlist and pass, also with the keys S and X. */
export function ProfileStatus({ kind, id }: ProfileStatusProps) {
  const { status } = useStatuses(kind).get(id) ?? emptyStatus;
  const toggle = (next: StatusValue) => setStatus(kind, id, { status: status === next ? null : next });
  useSingleKey('s', () => toggle('shortlist'));
  useSingleKey('x', () => toggle('pass'));
  return <StatusChoice withKeys status={status} onStatus={toggle} />;
}
