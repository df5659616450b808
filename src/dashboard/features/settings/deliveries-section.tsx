import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Delivery } from '#contract/deliveries.ts';
import { formatUtcMinute } from '../../platform/format.ts';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { CopyButton } from '../../platform/ui/copy-and-save.tsx';
import { lazyPart } from '../../platform/ui/lazy-part.tsx';
import { LazySheet } from '../../platform/ui/lazy-sheet.tsx';
import { useKeepFocus } from '../../platform/ui/use-browser.ts';
import {
  deliverableAlerts,
  runDeliveryAction,
  dropDelivery,
  describeNoAlerts,
  describeSchedule,
  deliveryFormatNames,
  savedDeliveries,
  saveDelivery,
  buildDeliveryInput,
} from './deliveries.ts';
import { SettingsSection } from './section.tsx';

const DeliveryEditor = lazyPart(() => import('./delivery-editor.tsx').then((module) => module.DeliveryEditor));
const DeliveryLog = lazyPart(() => import('./delivery-log.tsx').then((module) => module.DeliveryLog));

type Opened = { readonly part: 'editor' | 'log'; readonly delivery?: Delivery };

/** Where the deals that alerts match are sent: add, edit, test, stop and delete. All free. */
export function DeliveriesSection() {
  const list = useQuery(savedDeliveries);
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const deliveries = list.data?.deliveries ?? [];
  const alerts = useQuery({ ...deliverableAlerts, enabled: deliveries.some(({ stopped }) => !stopped) });
  const add = useRef<HTMLButtonElement>(null);
  return (
    <SettingsSection title="Deliveries">
      <p className="text-ink-2">
        Send the deals that your alerts match to {list.data?.formats.includes('email') !== false && 'a mailbox, '}a
        channel, a program or a feed reader.
      </p>
      {list.error && <FailureNotice key={list.error.message} failure={list.error} />}
      {list.isPending && <p className="text-ink-3">Loading</p>}
      {deliveries.length > 0 && (
        <ul className="grid">
          {deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              warning={delivery.stopped || !alerts.data ? undefined : describeNoAlerts(delivery, alerts.data)}
              onEdit={() => setOpened({ part: 'editor', delivery })}
              onLog={() => setOpened({ part: 'log', delivery })}
              onRemoved={() => add.current?.focus()}
            />
          ))}
        </ul>
      )}
      <Button ref={add} className="justify-self-start" onClick={() => setOpened({ part: 'editor' })}>
        <Plus aria-hidden className="size-3.5" />
        New delivery
      </Button>
      {opened && (
        <LazySheet title={describeOpened(opened)} edge="right" onClose={close}>
          {opened.part === 'editor' ? (
            <DeliveryEditor delivery={opened.delivery} formats={list.data?.formats ?? []} onDone={close} />
          ) : (
            opened.delivery && <DeliveryLog delivery={opened.delivery} />
          )}
        </LazySheet>
      )}
    </SettingsSection>
  );
}

const describeOpened = ({ part, delivery }: Opened): string =>
  part === 'log' ? `Messages of ${delivery?.name}` : delivery ? 'Edit delivery' : 'New delivery';

type DeliveryRowProps = {
  readonly delivery: Delivery;
  /** Why it has nothing to send. */
  readonly warning: string | undefined;
  readonly onEdit: () => void;
  readonly onLog: () => void;
  readonly onRemoved: () => void;
};

function DeliveryRow({ delivery, warning, onEdit, onLog, onRemoved }: DeliveryRowProps) {
  const client = useQueryClient();
  const [asksToDelete, setAsksToDelete] = useState(false);
  const remove = useRef<HTMLButtonElement>(null);
  useKeepFocus(remove, asksToDelete);
  const acting = useMutation({ mutationFn: (work: () => Promise<unknown>) => work() });
  const { id, name, format, target, address, secret, stopped } = delivery;
  const isFeed = format === 'feed';
  return (
    <li aria-label={name} className="grid gap-1.5 border-t border-line py-2.5 first:border-0">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <b className="font-[550]">{name}</b>
        <span className="text-ink-2">
          {deliveryFormatNames[format]}
          {target !== '' && `, ${getHost(target)}`}
        </span>
        {stopped && <span className="rounded-[5px] bg-sunken px-1.5 text-12 text-ink-2">Stopped</span>}
      </div>
      {!isFeed && <p className="text-12 text-ink-3">{describeSchedule(delivery.schedule)}</p>}
      {warning !== undefined && <p className="text-12 text-warn">{warning}</p>}
      <Outcomes delivery={delivery} />
      <div className="flex flex-wrap gap-1.5">
        {address !== null && (
          <CopyButton text={address} label="feed address">
            Copy address
          </CopyButton>
        )}
        {secret !== null && (
          <CopyButton text={secret} label="signing secret">
            Copy signing secret
          </CopyButton>
        )}
        {!isFeed && (
          <>
            {!stopped && (
              <Button
                aria-disabled={acting.isPending}
                onClick={() => acting.mutate(() => runDeliveryAction(client, 'test', id).then(onLog))}
              >
                Send a test now
              </Button>
            )}
            <Button onClick={onLog}>Messages</Button>
          </>
        )}
        <Button onClick={onEdit}>Edit</Button>
        {(isFeed || secret !== null) && (
          <Button onClick={() => acting.mutate(() => runDeliveryAction(client, 'renew', id))}>
            {isFeed ? 'Renew address' : 'Renew secret'}
          </Button>
        )}
        <Button
          onClick={() =>
            acting.mutate(() => saveDelivery(client, { ...buildDeliveryInput(delivery), stopped: !stopped }, id))
          }
        >
          {stopped ? 'Resume' : 'Stop'}
        </Button>
        {asksToDelete ? (
          <>
            <Button
              ref={remove}
              variant="primary"
              onClick={() => acting.mutate(() => dropDelivery(client, id).then(onRemoved))}
            >
              Delete with its messages
            </Button>
            <Button onClick={() => setAsksToDelete(false)}>Keep</Button>
          </>
        ) : (
          <Button ref={remove} onClick={() => setAsksToDelete(true)}>
            Delete
          </Button>
        )}
      </div>
      {acting.error && <FailureNotice key={acting.error.message} failure={acting.error} />}
    </li>
  );
}

/** The mailbox or the host; the rest of a webhook's address can be secret. */
const getHost = (target: string): string => (URL.canParse(target) ? new URL(target).host : target);

const formatMoment = (moment: string): string => `${formatUtcMinute(moment)} UTC`;

/** When it runs next, when it last succeeded, and why it last failed, in red if nothing was sent since. */
function Outcomes({
  delivery: { next_at, last_sent_at, last_failed_at, last_problem },
}: Pick<DeliveryRowProps, 'delivery'>) {
  const parts = [
    ...(next_at === null ? [] : [`Next ${formatMoment(next_at)}.`]),
    ...(last_sent_at === null ? [] : [`Last sent ${formatMoment(last_sent_at)}.`]),
  ];
  return (
    <>
      {parts.length > 0 && <p className="text-12 text-ink-3 tabular-nums">{parts.join(' ')}</p>}
      {last_failed_at !== null && (
        <p className={`text-12 tabular-nums ${last_failed_at > (last_sent_at ?? '') ? 'text-bad' : 'text-ink-3'}`}>
          Failed {formatMoment(last_failed_at)}: {last_problem}
        </p>
      )}
    </>
  );
}
