import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { memberColor, memberRole, type WorkspaceMember } from '#contract/workspace/members.ts';
import { SelectBox } from '../../platform/form/controls.tsx';
import { formatShortDay } from '../../platform/format.ts';
import { useIsOwner, useMembership, workspaceMembers } from '../../platform/http/membership.ts';
import { ActionButton } from '../../platform/ui/action-button.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { CopyButton } from '../../platform/ui/copy-and-save.tsx';
import { useKeepFocus } from '../../platform/ui/use-browser.ts';
import { MemberName } from '../../platform/ui/member-name.tsx';
import { FailureNotice } from '../../spending/failure-notice.tsx';
import { InviteForm } from './invite-form.tsx';
import { type InvitationLink, nameColor, renewLink, roleNames, saveMember } from './members.ts';
import { Block } from '../../platform/ui/block.tsx';
import { EmptyState } from '../../platform/ui/empty-state.tsx';
import { LoadingLines } from '../../platform/ui/loading.tsx';

/** Who shares the workspace: invite, change roles, remove and restore. Until somebody is invited, one button. */
export function MembersSection() {
  const list = useQuery(workspaceMembers);
  const membership = useMembership();
  const [isInviting, setInviting] = useState(false);
  const [invitation, setInvitation] = useState<InvitationLink>();
  const isOwner = useIsOwner();
  const inviteButton = useRef<HTMLButtonElement>(null);
  return (
    <Block title="Members">
      {list.data && membership.members.length === 0 && (
        <EmptyState title="No colleagues yet" example={['Ana', 'joined 28 Nov 2026', 'Member, can spend']}>
          Colleagues see what you unlocked, your statuses and notes, and you see theirs.
        </EmptyState>
      )}
      {list.error && <FailureNotice key={list.error.message} failure={list.error} />}
      {list.isPending && (
        <p className="text-ink-3">{list.fetchStatus === 'paused' ? 'This device is offline.' : <LoadingLines />}</p>
      )}
      {membership.members.length > 0 && (
        <ul className="grid grid-cols-1">
          {membership.members.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              isSelf={member.id === membership.self}
              canManage={isOwner}
              onInvitation={setInvitation}
            />
          ))}
        </ul>
      )}
      {invitation && <LinkBox key={invitation.link} invitation={invitation} />}
      {isInviting ? (
        <InviteForm
          asksOwnName={membership.members.length === 0}
          onDone={(made) => {
            flushSync(() => setInviting(false));
            if (made) setInvitation(made);
            else inviteButton.current?.focus();
          }}
        />
      ) : (
        isOwner && (
          <ActionButton
            ref={inviteButton}
            Icon={UserPlus}
            className="justify-self-start"
            onPress={() => setInviting(true)}
          >
            Invite a colleague
          </ActionButton>
        )
      )}
    </Block>
  );
}

/** The link of an invitation, which is shown once; the focus moves to it. */
function LinkBox({ invitation: { name, until, link } }: { readonly invitation: InvitationLink }) {
  const copy = useRef<HTMLButtonElement>(null);
  useEffect(() => copy.current?.focus(), []);
  return (
    <output className="grid min-w-0 grid-cols-1 justify-items-start gap-1 rounded-md bg-sunken p-2.5">
      <span>
        Send this link to {name}. It works once, until {formatShortDay(until.slice(0, 10))}.
      </span>
      <CopyButton ref={copy} text={link} label="invitation link" />
    </output>
  );
}

const choiceHeight = 'h-7.5 max-tablet:h-10';

type MemberRowProps = {
  readonly member: WorkspaceMember;
  readonly isSelf: boolean;
  readonly canManage: boolean;
  readonly onInvitation: (made: InvitationLink) => void;
};

function MemberRow({ member, isSelf, canManage, onInvitation }: MemberRowProps) {
  const client = useQueryClient();
  const acting = useMutation({ mutationFn: (work: () => Promise<unknown>) => work() });
  const { id, name, color, role, first, removed_at: removedAt } = member;
  const save = (body: Parameters<typeof saveMember>[2]) => acting.mutate(() => saveMember(client, id, body));
  // One of them is gone once it was pressed.
  const removeOrUndo = useRef<HTMLButtonElement>(null);
  useKeepFocus(removeOrUndo, removedAt);
  return (
    <li aria-label={name} className="grid grid-cols-1 gap-1.5 border-t border-line py-2.5 first:border-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
        <b className="flex min-w-0 font-[550]">
          <MemberName {...member} />
        </b>
        {isSelf && <span className="text-ink-3">you</span>}
        <span className="text-12 text-ink-3">{describeMember(member)}</span>
        <div className="ml-auto flex flex-wrap items-center gap-1.5">
          {(canManage || isSelf) && removedAt === null && (
            <SelectBox
              aria-label={`Color of ${name}`}
              value={color}
              options={memberColor.options.map((one) => [one, nameColor(one)])}
              className={choiceHeight}
              onChange={({ target }) => save({ color: memberColor.parse(target.value) })}
            />
          )}
          {canManage && !first && removedAt === null ? (
            <>
              <SelectBox
                aria-label={`Role of ${name}`}
                value={role}
                options={roleNames}
                className={choiceHeight}
                onChange={({ target }) => save({ role: memberRole.parse(target.value) })}
              />
              <Button onClick={() => acting.mutate(async () => onInvitation(await renewLink(client, id)))}>
                New link<span className="sr-only"> for {name}</span>
              </Button>
              <Button ref={removeOrUndo} onClick={() => save({ removed: true })}>
                Remove<span className="sr-only"> {name}</span>
              </Button>
            </>
          ) : (
            removedAt === null && <span className="text-ink-2">{roleNames.find(([one]) => one === role)?.[1]}</span>
          )}
          {canManage && removedAt !== null && (
            <Button ref={removeOrUndo} onClick={() => save({ removed: false })}>
              Undo<span className="sr-only"> the removal of {name}</span>
            </Button>
          )}
        </div>
      </div>
      {acting.error && <FailureNotice key={acting.error.message} failure={acting.error} />}
    </li>
  );
}

const formatDay = (moment: string): string => formatShortDay(moment.slice(0, 10));

function describeMember({ first, removed_at, joined_at, invited_until }: WorkspaceMember): string {
  if (removed_at !== null) return `removed ${formatDay(removed_at)}; their entries are kept`;
  if (first) return '';
  if (joined_at !== null) return `joined ${formatDay(joined_at)}`;
  return invited_until === null ? '' : `invited until ${formatDay(invited_until)}`;
}
