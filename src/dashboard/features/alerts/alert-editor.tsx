import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import type { AlertForm } from '#contract/alerts.ts';
import { alertFrequency } from '#contract/alerts.ts';
import { Choice } from '../../platform/form/choice.tsx';
import { Field } from '../../platform/form/field.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { saveAlert } from './account-queries.ts';
import { alertDraft, type AlertDraft } from './alert-draft.ts';
import { AlertFields } from './alert-fields.tsx';
import { AlertPreview } from './alert-preview.tsx';
import { AlertsFailure } from './failure.tsx';

/** The form of an alert, as its parts pass it on. */
export type EditorForm = UseFormReturn<AlertDraft, unknown, AlertForm>;

type AlertEditorProps = {
  readonly draft: AlertDraft;
  /** The alert that is changed; undefined for a new one. */
  readonly id?: string | undefined;
  readonly onSaved: () => void;
  /** What is to be said before the fields. */
  readonly children?: ReactNode;
};

const frequencies = alertFrequency.options.map(
  (frequency) => [frequency, frequency.charAt(0) + frequency.slice(1).toLowerCase()] as const,
);

/** Name, rhythm and filters of an alert, with what they match in the last 30 days; all of it is free. */
export function AlertEditor({ draft, id, onSaved, children }: AlertEditorProps) {
  const client = useQueryClient();
  const form: EditorForm = useForm<AlertDraft, unknown, AlertForm>({
    resolver: zodResolver(alertDraft),
    mode: 'onTouched',
    defaultValues: draft,
  });
  const saving = useMutation({ mutationFn: (valid: AlertForm) => saveAlert(client, valid, id), onSuccess: onSaved });
  const submit = form.handleSubmit((valid) => saving.mutate(valid));
  return (
    <form
      aria-label="Alert"
      className="grid grid-cols-[minmax(0,1fr)] gap-[15px] p-4"
      onSubmit={(event) => void submit(event)}
    >
      {children}
      <Texts form={form} />
      <Choice label="How often" options={frequencies} register={form.register('frequency')} />
      <AlertFields form={form} />
      {saving.error && <AlertsFailure failure={saving.error} onAgain={() => void submit()} />}
      {/* What the filters match stays in sight while they are set. */}
      <div className="sticky bottom-0 -mx-4 -mb-4 grid grid-cols-[minmax(0,1fr)] gap-2.5 border-t border-line bg-panel px-4 py-3">
        <AlertPreview form={form} />
        <div className="flex items-center gap-2">
          <Button type="submit" look="primary" aria-disabled={saving.isPending}>
            {id === undefined ? 'Save the alert, free' : 'Save the changes, free'}
          </Button>
          <label className="ml-auto inline-flex min-h-6 items-center gap-2 text-ink-2">
            <input type="checkbox" className="size-4 accent-accent" {...form.register('paused')} />
            Paused
          </label>
        </div>
      </div>
    </form>
  );
}

function Texts({ form }: { readonly form: EditorForm }) {
  const id = useId();
  const { errors } = form.formState;
  return (
    <>
      <Field label="Name" htmlFor={`${id}-name`} errors={[[`${id}-name-error`, errors.name?.message]]}>
        <input
          id={`${id}-name`}
          autoComplete="off"
          aria-invalid={errors.name !== undefined}
          aria-describedby={errors.name && `${id}-name-error`}
          className="field-box h-8 w-full px-2.5"
          {...form.register('name')}
        />
      </Field>
      <Field
        label="Description"
        aside="optional"
        htmlFor={`${id}-text`}
        errors={[[`${id}-text-error`, errors.description?.message]]}
      >
        <textarea
          id={`${id}-text`}
          rows={2}
          className="field-box w-full px-2.5 py-1.5"
          {...form.register('description')}
        />
      </Field>
    </>
  );
}
