import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { memberColor, memberRole, type WorkspaceMember } from '#contract/members.ts';
import { formatShortDay } from '../../platform/format.ts';
import { useIsOwner, useMembership } from '../../platform/http/membership.ts';
import { Button } from '../../platform/ui/button.tsx';
import { CopyButton } from '../../platform/ui/copy-and-save.tsx';
import { MemberName } from '../../platform/ui/member-name.tsx';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { InviteForm } from './invite-form.tsx';
import { type InvitationLink, nameColor, renewLink, roleNames, saveMember, workspaceMembers } from './members.ts';
import { SettingsSection } from './section.tsx';

/** Who shares the workspace: invite, change roles, remove and restore. Until somebody is invited, one button. */
export function MembersSection() {
  const list = useQuery(workspaceMembers);
  const membership = useMembership();
  const [isInviting, setInviting] = useState(false);
  const [invitation, setInvitation] = useState<InvitationLink>();
  const isOwner = useIsOwner();
  return (
    <SettingsSection title="Members">
      {membership.members.length === 0 && (
        <p className="text-ink-2">Colleagues see what you unlocked, your statuses and notes, and you see theirs.</p>
      )}
      {list.error && <FailureNotice key={list.error.message} failure={list.error} />}
      {list.isPending && (
        <p className="text-ink-3">{list.fetchStatus === 'paused' ? 'This device is offline.' : 'Loading'}</p>
      )}
      {membership.members.length > 0 && (
        <ul className="grid">
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
      {invitation && <LinkBox invitation={invitation} />}
      {isInviting ? (
        <InviteForm
          asksOwnName={membership.members.length === 0}
          onDone={(made) => {
            setInviting(false);
            if (made) setInvitation(made);
          }}
        />
      ) : (
        isOwner && (
          <Button className="justify-self-start" onClick={() => setInviting(true)}>
            <UserPlus aria-hidden className="size-3.5" />
            Invite a colleague
          </Button>
        )
      )}
    </SettingsSection>
  );
}

/** The link of an invitation, which is shown once. */
function LinkBox({ invitation: { name, until, link } }: { readonly invitation: InvitationLink }) {
  return (
    <output className="grid min-w-0 grid-cols-1 justify-items-start gap-1 rounded-[6px] bg-sunken p-2.5">
      <span>
        Send this link to {name}. It works once, until {formatShortDay(until.slice(0, 10))}.
      </span>
      <CopyButton text={link} label="invitation link" />
    </output>
  );
}

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
  return (
    <li aria-label={name} className="grid gap-1.5 border-t border-line py-2.5 first:border-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
        <b className="font-[550]">
          <MemberName {...member} />
        </b>
        {isSelf && <span className="text-ink-3">you</span>}
        <span className="text-[12px] text-ink-3">{describeMember(member)}</span>
        <div className="ml-auto flex flex-wrap items-center gap-1.5">
          {(canManage || isSelf) && removedAt === null && (
            <Choice
              label={`Color of ${name}`}
              value={color}
              options={memberColor.options.map((one) => [one, nameColor(one)])}
              onChange={(value) => save({ color: memberColor.parse(value) })}
            />
          )}
          {canManage && !first && removedAt === null ? (
            <>
              <Choice
                label={`Role of ${name}`}
                value={role}
                options={roleNames}
                onChange={(value) => save({ role: memberRole.parse(value) })}
              />
              <Button onClick={() => acting.mutate(async () => onInvitation(await renewLink(client, id)))}>
                New link<span className="sr-only"> for {name}</span>
              </Button>
              <Button onClick={() => save({ removed: true })}>
                Remove<span className="sr-only"> {name}</span>
              </Button>
            </>
          ) : (
            removedAt === null && <span className="text-ink-2">{roleNames.find(([one]) => one === role)?.[1]}</span>
          )}
          {canManage && removedAt !== null && (
            <Button onClick={() => save({ removed: false })}>
              Undo<span className="sr-only"> the removal of {name}</span>
            </Button>
          )}
        </div>
      </div>
      {acting.error && <FailureNotice key={acting.error.message} failure={acting.error} />}
    </li>
  );
}

type ChoiceProps = {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly onChange: (value: string) => void;
};

/** A native select, whose change is saved at once. */
function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      value={value}
      className="field-box h-8 px-2 max-tablet:h-10"
      onChange={({ target }) => onChange(target.value)}
    >
      {options.map(([one, words]) => (
        <option key={one} value={one}>
          {words}
        </option>
      ))}
    </select>
  );
}

const formatDay = (moment: string): string => formatShortDay(moment.slice(0, 10));

function describeMember({ first, removed_at, joined_at, invited_until }: WorkspaceMember): string {
  if (removed_at !== null) return `removed ${formatDay(removed_at)}; what they wrote stays`;
  if (first) return '';
  if (joined_at !== null) return `joined ${formatDay(joined_at)}`;
  return invited_until === null ? '' : `invited until ${formatDay(invited_until)}`;
}
