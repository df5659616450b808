import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { deleteWorkspace } from '#contract/workspace/data.ts';
import { clearRecentViews } from '../../records/recent-views.ts';
import { clearUndoSteps } from '../../records/status/undo-steps.ts';
import { discardUnsaved } from '../../records/saving/unsaved.ts';
import { forgetDrafts } from '../../platform/form/kept-draft.ts';
import { TextField } from '../../platform/form/text-field.tsx';
import { formatCount } from '../../platform/format.ts';
import { callWorkspace, resetWorkspace } from '../../platform/http/workspace.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Sheet } from '../../platform/ui/sheet.tsx';
import { FailureNotice } from '../../spending/failure-notice.tsx';
import { readIsMetered } from '../../platform/http/connection.ts';

type ButtonProps = { readonly onMessage: (text: string) => void };

/** Deletes unlocked records with the searches, after a confirmation. */
export const DeleteRecords = ({ onMessage }: ButtonProps) => (
  <DeleteButton
    what="records"
    title="Delete unlocked records"
    phrase="delete records"
    onDeleted={(count) => onMessage(`${formatCount(count, 'record')} deleted.`)}
  >
    <p>
      This deletes all unlocked records and the stored searches of the account, for everyone who shares it.{' '}
      {readIsMetered() && 'Unlocking them again costs credits.'}
    </p>
    <p className="text-ink-2">
      Statuses, notes, saved searches, lists and purchases are kept. Export first to keep a copy.
    </p>
  </DeleteButton>
);

/** Deletes everything that the account stores, after a confirmation. */
export const DeleteEverything = ({ onMessage }: ButtonProps) => (
  <DeleteButton
    what="everything"
    title="Delete everything"
    phrase="delete everything"
    onDeleted={() => {
      clearRecentViews();
      forgetDrafts();
      onMessage('Everything was deleted.');
    }}
  >
    <p>
      This deletes everything that the account stores, for everyone who shares it: unlocked records, searches, statuses,
      tags, notes, stages, saved searches, lists, reviews, and the purchases of earlier days.
    </p>
    <p className="text-ink-2">
      Members, budget, credits, settings and the market data are kept.{' '}
      {readIsMetered() && 'Unlocking records again costs credits. '}Export first to keep a copy.
    </p>
  </DeleteButton>
);

type DeleteButtonProps = {
  readonly what: 'records' | 'everything';
  readonly title: string;
  /** What the user types to confirm. */
  readonly phrase: string;
  readonly children: ReactNode;
  readonly onDeleted: (count: number) => void;
};

function DeleteButton(props: DeleteButtonProps) {
  const { title } = props;
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{title}</Button>
      {isOpen && (
        <Sheet title={title} onClose={close}>
          <DeleteForm {...props} onClose={close} />
        </Sheet>
      )}
    </>
  );
}

const buildDeleteForm = (phrase: string) =>
  z.object({
    confirmation: z
      .string()
      .trim()
      .toLowerCase()
      .refine((typed) => typed === phrase, `Type “${phrase}” to confirm.`),
  });

type DeleteFormProps = DeleteButtonProps & { readonly onClose: () => void };

function DeleteForm({ what, title, phrase, children, onDeleted, onClose }: DeleteFormProps) {
  const form = useForm({ resolver: zodResolver(buildDeleteForm(phrase)), defaultValues: { confirmation: '' } });
  const deletion = useMutation({
    mutationFn: () => callWorkspace(deleteWorkspace, { body: { what } }),
    onSuccess: ({ deleted }) => {
      if (what === 'everything') discardUnsaved();
      clearUndoSteps();
      resetWorkspace();
      onClose();
      onDeleted(deleted);
    },
  });
  const submit = form.handleSubmit(() => deletion.isPending || deletion.mutate());
  return (
    <form className="grid gap-4 p-4" onSubmit={(event) => void submit(event)}>
      <div className="grid gap-2">{children}</div>
      <TextField
        label={`Type “${phrase}” to confirm`}
        register={form.register('confirmation')}
        error={form.formState.errors.confirmation?.message}
      />
      {deletion.error && <FailureNotice key={deletion.error.message} failure={deletion.error} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" aria-busy={deletion.isPending}>
          {title}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
