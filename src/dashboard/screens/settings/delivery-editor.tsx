import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { type Delivery, deliveryForm, type DeliveryFormat } from '#contract/deliveries.ts';
import { CheckPills, SelectField } from '../../platform/form/controls.tsx';
import { TextField } from '../../platform/form/text-field.tsx';
import { useKeptForm } from '../../platform/form/kept-form.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { FailureNotice } from '../../spending/failure-notice.tsx';
import {
  deliverableAlerts,
  type DeliveryInput,
  deliveryFormatNames,
  saveDelivery,
  buildDeliveryInput,
  weekdayNames,
} from './deliveries.ts';

type DeliveryEditorProps = {
  /** The delivery to change; without one a new one is saved. */
  readonly delivery?: Delivery | undefined;
  readonly formats: readonly DeliveryFormat[];
  readonly onDone: () => void;
};

const buildBlank = (format: DeliveryFormat): DeliveryInput => ({
  name: '',
  alert_ids: [],
  schedule: {
    repeats: 'weekdays',
    weekday: 1,
    hour: 8,
    zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  },
  format,
  target: '',
  stopped: false,
});

const targets: Record<DeliveryFormat, readonly [label: string, example: string]> = {
  email: ['Mailbox', 'you@example.com'],
  slack: ['Address of the incoming webhook', 'https://hooks.slack.com/services/…'],
  teams: ['Address of the incoming webhook', 'https://example.webhook.office.com/…'],
  webhook: ['Address', 'https://example.com/deals'],
  feed: ['', ''],
};

const repeatOptions = [
  ['daily', 'Every day'],
  ['weekdays', 'Monday to Friday'],
  ['weekly', 'Once a week'],
] as const;
const hourOptions = Array.from({ length: 24 }, (_, hour) => [String(hour), `${hour}:00`] as const);
const weekdayOptions = weekdayNames.map((name, at) => [String(at + 1), name] as const);

/** The form of a delivery: what is sent, to whom, and when. */
export function DeliveryEditor({ delivery, formats, onDone }: DeliveryEditorProps) {
  const client = useQueryClient();
  const alerts = useQuery(deliverableAlerts);
  const { form, notice, forget } = useKeptForm<DeliveryInput, unknown>(`delivery ${delivery?.id ?? 'new'}`, {
    resolver: zodResolver(deliveryForm),
    defaultValues: delivery ? buildDeliveryInput(delivery) : buildBlank(formats[0] ?? 'webhook'),
    first: 'name',
  });
  const { register, handleSubmit, control } = form;
  const finish = () => {
    forget();
    onDone();
  };
  const saving = useMutation({
    mutationFn: (input: unknown) => saveDelivery(client, input as DeliveryInput, delivery?.id),
    onSuccess: finish,
  });
  const format = useWatch({ control, name: 'format' });
  const { errors } = form.formState;
  // What was chosen and is deleted or paused stays a choice, so that it can be removed.
  const lost = alerts.data && delivery?.alert_ids.filter((alert) => !alerts.data.some(([other]) => other === alert));
  const options = [...(alerts.data ?? []), ...(lost ?? []).map((alert) => [alert, 'Deleted or paused alert'] as const)];
  return (
    <form
      className="grid content-start gap-3.5 p-4"
      noValidate
      onSubmit={(event) => void handleSubmit((input) => saving.mutate(input))(event)}
    >
      {notice}
      <TextField label="Name" register={register('name')} error={errors.name && 'Give it a name.'} />
      <SelectField
        label="Send as"
        options={formats.map((one) => [one, deliveryFormatNames[one]] as const)}
        register={register('format')}
      />
      {!formats.includes('email') && (
        <p className="-mt-2 text-12 text-ink-3">Email needs a mail server: start the gateway with SMTP_URL.</p>
      )}
      {format !== 'feed' && <TargetField form={form} format={format} />}
      {options.length > 1 && (
        <Controller
          control={control}
          name="alert_ids"
          render={({ field }) => (
            <CheckPills
              label="Alerts"
              aside="all, unless you choose some"
              options={options}
              chosen={field.value ?? []}
              onChoose={field.onChange}
            />
          )}
        />
      )}
      {format !== 'feed' && <ScheduleFields form={form} />}
      {saving.error && <FailureNotice key={saving.error.message} failure={saving.error} />}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" aria-disabled={saving.isPending}>
          {delivery ? 'Save' : 'Add delivery'}
        </Button>
        <Button onClick={finish}>Cancel</Button>
      </div>
    </form>
  );
}

type PartProps = { readonly form: UseFormReturn<DeliveryInput, unknown, unknown> };

/** Who receives it. */
function TargetField({ form: { register, formState }, format }: PartProps & { readonly format: DeliveryFormat }) {
  const [label, example] = targets[format];
  const isEmail = format === 'email';
  const problem = isEmail ? 'Enter an email address.' : 'Enter an address that starts with https://.';
  return (
    <TextField
      label={label}
      register={register('target')}
      error={formState.errors.target && problem}
      type={isEmail ? 'email' : 'url'}
      placeholder={example}
    />
  );
}

/** When it is sent. */
function ScheduleFields({ form: { register, control, formState } }: PartProps) {
  const id = useId();
  const repeats = useWatch({ control, name: 'schedule.repeats' });
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <SelectField label="Days" options={repeatOptions} register={register('schedule.repeats')} />
        <SelectField label="Hour" options={hourOptions} register={register('schedule.hour', { valueAsNumber: true })} />
      </div>
      {repeats === 'weekly' && (
        <SelectField
          label="Day of the week"
          options={weekdayOptions}
          register={register('schedule.weekday', { valueAsNumber: true })}
        />
      )}
      <TextField
        label="Time zone"
        register={register('schedule.zone')}
        error={formState.errors.schedule?.zone && 'Enter a time zone such as Europe/Berlin.'}
        list={id}
      />
      <datalist id={id}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </datalist>
    </>
  );
}
