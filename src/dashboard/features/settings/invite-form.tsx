import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { memberRole } from '#contract/members.ts';
import { SelectBox } from '../../platform/form/controls.tsx';
import { Field } from '../../platform/form/field.tsx';
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
  const form = useRef<HTMLFormElement>(null);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const inviting = useMutation({ mutationFn: inviteColleague.bind(undefined, client), onSuccess: onDone });
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const read = (field: string) => (data.get(field) as string | null)?.trim() ?? '';
    const empty = fields.filter((field) => read(field) === '');
    setMissing(empty);
    if (empty[0]) return document.getElementById(`${id}-${empty[0]}`)?.focus();
    if (inviting.isPending) return;
    const role = memberRole.parse(read('role'));
    inviting.mutate({ name: read('name'), role, ...(asksOwnName ? { own_name: read('own') } : {}) });
  };
  const fields = asksOwnName ? (['own', 'name'] as const) : (['name'] as const);
  return (
    <form ref={form} aria-label="Invite a colleague" className="grid max-w-md gap-2.5" noValidate onSubmit={submit}>
      {fields.map((field) => {
        const errorId = `${id}-${field}-error`;
        const isMissing = missing.includes(field);
        return (
          <Field
            key={field}
            label={labels[field]}
            htmlFor={`${id}-${field}`}
            errors={[[errorId, isMissing ? 'Enter a name.' : undefined]]}
          >
            <input
              id={`${id}-${field}`}
              name={field}
              maxLength={80}
              autoComplete={field === 'own' ? 'name' : 'off'}
              aria-invalid={isMissing}
              aria-describedby={isMissing ? errorId : undefined}
              className="field-box h-8 w-full px-2.5"
            />
          </Field>
        );
      })}
      <Field label="Role" htmlFor={`${id}-role`}>
        <SelectBox id={`${id}-role`} name="role" defaultValue="member" options={roleNames} className="h-8" />
      </Field>
      {inviting.error && <FailureNotice key={inviting.error.message} failure={inviting.error} />}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" aria-disabled={inviting.isPending}>
          Create link
        </Button>
        <Button onClick={() => onDone()}>Cancel</Button>
      </div>
    </form>
  );
}

const labels = { own: 'Your name', name: 'Name of the colleague' };
