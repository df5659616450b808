import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { AccountAlert, AlertForm } from '#contract/alerts.ts';
import type { Tolerant } from '#contract/record.ts';
import { Button } from '../../platform/ui/button.tsx';
import { LazySheet } from '../../platform/ui/lazy-sheet.tsx';
import { Notice } from '../../platform/ui/notice.tsx';
import { accountAlerts, removeAlert, saveAlert } from './account-queries.ts';
import { AlertCard } from './alert-card.tsx';
import { blankDraft, toAlertDraft } from './alert-draft.ts';
import { AlertsFailure } from './failure.tsx';

const AlertEditor = lazy(() => import('./alert-editor.tsx').then((module) => ({ default: module.AlertEditor })));

type Managed = Tolerant<AccountAlert>;

/** Our own service answers exactly, so that what it says of an alert is a form of it. */
const toForm = (alert: Managed): AlertForm => {
  const { configuration_name, frequency, description, filters, paused } = alert as AccountAlert;
  return { configuration_name, frequency, description, filters: filters as AlertForm['filters'], paused };
};

/** The alerts of the account: made, changed, paused and deleted in the page; all of it is free. */
export function ManagedAlerts() {
  const client = useQueryClient();
  const list = useQuery(accountAlerts);
  const [edited, setEdited] = useState<Managed | 'new'>();
  const [deleted, setDeleted] = useState<Managed>();
  const pausing = useMutation({
    mutationFn: (alert: Managed) =>
      saveAlert(client, { ...toForm(alert), paused: alert.paused !== true }, alert.configuration_id ?? ''),
  });
  const deleting = useMutation({
    mutationFn: (alert: Managed) => removeAlert(client, alert.configuration_id ?? ''),
    onSuccess: (_, alert) => setDeleted(alert),
  });
  const restoring = useMutation({
    mutationFn: (alert: Managed) => saveAlert(client, toForm(alert)),
    onSuccess: () => setDeleted(undefined),
  });
  const failure = list.error ?? pausing.error ?? deleting.error ?? restoring.error;
  return (
    <div className="min-h-0 grow overflow-y-auto px-4.5 py-4 wide:px-6">
      <div className="grid max-w-[820px] gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <p className="grow text-ink-2">Saving, changing and previewing alerts is free.</p>
          <Button look="primary" onClick={() => setEdited('new')}>
            <Plus aria-hidden className="size-3.5" />
            New alert
          </Button>
        </div>
        {failure && <AlertsFailure failure={failure} onAgain={() => void list.refetch()} />}
        {deleted && (
          <Notice
            title={`Deleted: ${deleted.configuration_name ?? 'unnamed alert'}`}
            actions={<Button onClick={() => restoring.mutate(deleted)}>Save it again, free</Button>}
          >
            Saved again it gets another id; marks on its deals stay.
          </Notice>
        )}
        <ul className="grid gap-3">
          {(list.data ?? []).map((alert) => (
            <AlertCard key={alert.configuration_id} configuration={alert} paused={alert.paused === true}>
              <Button onClick={() => setEdited(alert)}>Change</Button>
              <Button onClick={() => pausing.mutate(alert)}>{alert.paused === true ? 'Resume' : 'Pause'}</Button>
              <Button look="ghost" onClick={() => deleting.mutate(alert)}>
                Delete
              </Button>
            </AlertCard>
          ))}
        </ul>
      </div>
      {edited !== undefined && (
        <Suspense>
          <LazySheet title={edited === 'new' ? 'New alert' : 'Change the alert'} onClose={() => setEdited(undefined)}>
            <AlertEditor
              draft={edited === 'new' ? blankDraft : toAlertDraft(toForm(edited))}
              id={edited === 'new' ? undefined : (edited.configuration_id ?? undefined)}
              onSaved={() => setEdited(undefined)}
            />
          </LazySheet>
        </Suspense>
      )}
    </div>
  );
}
