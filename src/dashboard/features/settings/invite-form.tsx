import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { memberRole } from '#contract/members.ts';
import { Button } from '../../platform/ui/button.tsx';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { type InvitationLink, inviteColleague, roleNames } from './members.ts';

type InviteFormProps = {
  /** Whether nobody was invited before, so that colleagues need a name for the user too. */
  readonly asksOwnName: boolean;
  readonly onDone: (made?: InvitationLink) => void;
};

/** Name and role of a colleague. */
export function InviteForm({ asksOwnName, onDone }: InviteFormProps) {
  const id = useId();
  const client = useQueryClient();
  const first = useRef<HTMLInputElement>(null);
  const [isIncomplete, setIncomplete] = useState(false);
  const inviting = useMutation({ mutationFn: inviteColleague.bind(undefined, client), onSuccess: onDone });
  useEffect(() => first.current?.focus(), []);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const read = (field: string) => (form.get(field) as string | null)?.trim() ?? '';
    const [name, ownName] = [read('name'), read('own')];
    setIncomplete(name === '' || (asksOwnName && ownName === ''));
    if (inviting.isPending || name === '' || (asksOwnName && ownName === '')) return;
    const role = memberRole.parse(read('role'));
    inviting.mutate({ name, role, ...(asksOwnName ? { own_name: ownName } : {}) });
  };
  return (
    <form aria-label="Invite a colleague" className="grid max-w-md gap-2.5" noValidate onSubmit={submit}>
      {asksOwnName && (
        <label className="grid gap-1">
          <span className="text-[12px] font-semibold">Your name</span>
          <input ref={first} name="own" maxLength={80} autoComplete="name" className="field-box h-8 px-2.5" />
        </label>
      )}
      <label className="grid gap-1">
        <span className="text-[12px] font-semibold">Name of the colleague</span>
        <input
          ref={asksOwnName ? undefined : first}
          name="name"
          maxLength={80}
          autoComplete="off"
          className="field-box h-8 px-2.5"
        />
      </label>
      <label className="grid gap-1">
        <span className="text-[12px] font-semibold">Role</span>
        <select name="role" defaultValue="member" className="field-box h-8 px-2">
          {roleNames.map(([role, words]) => (
            <option key={role} value={role}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {isIncomplete && (
        <p id={`${id}-error`} role="alert" className="text-[12px] text-bad">
          {asksOwnName ? 'Enter both names.' : 'Enter a name.'}
        </p>
      )}
      {inviting.error && <FailureNotice key={inviting.error.message} failure={inviting.error} />}
      <div className="flex gap-2">
        <Button type="submit" look="primary" aria-disabled={inviting.isPending}>
          Make a link
        </Button>
        <Button onClick={() => onDone()}>Cancel</Button>
      </div>
    </form>
  );
}
