import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { memberRole } from '#contract/workspace/members.ts';
import { SelectField } from '../../platform/form/controls.tsx';
import { TextField } from '../../platform/form/text-field.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { FailureNotice } from '../../spending/failure-notice.tsx';
import { type InvitationLink, inviteColleague, roleNames } from './members.ts';

type InviteFormProps = {
  /** Whether nobody was invited before, so that colleagues need a name for the user too. */
  readonly asksOwnName: boolean;
  readonly onDone: (made?: InvitationLink) => void;
};

const memberName = z.string().trim().min(1, 'Enter a name.');
const inviteForm = z.object({ own_name: memberName.optional(), name: memberName, role: memberRole });

/** Name and role of a colleague. */
export function InviteForm({ asksOwnName, onDone }: InviteFormProps) {
  const client = useQueryClient();
  const form = useForm({
    resolver: zodResolver(inviteForm),
    defaultValues: { ...(asksOwnName ? { own_name: '' } : {}), name: '', role: 'member' as const },
  });
  const { register, setFocus } = form;
  const { errors } = form.formState;
  const inviting = useMutation({ mutationFn: inviteColleague.bind(undefined, client), onSuccess: onDone });
  useEffect(() => setFocus(asksOwnName ? 'own_name' : 'name'), [setFocus, asksOwnName]);
  const submit = form.handleSubmit(({ own_name, ...invitation }) => {
    if (!inviting.isPending) inviting.mutate({ ...invitation, ...(own_name === undefined ? {} : { own_name }) });
  });
  return (
    <form
      aria-label="Invite a colleague"
      className="grid max-w-md gap-2.5"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      {asksOwnName && (
        <TextField
          label="Your name"
          register={register('own_name')}
          error={errors.own_name?.message}
          maxLength={80}
          autoComplete="name"
        />
      )}
      <TextField
        label="Name of the colleague"
        register={register('name')}
        error={errors.name?.message}
        maxLength={80}
      />
      <SelectField label="Role" options={roleNames} register={register('role')} />
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
