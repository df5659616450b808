import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Delivery } from '#contract/deliveries.ts';
import { formatUtcMinute } from '../../platform/format.ts';
import { isMine, useMembership } from '../../platform/http/membership.ts';
import { FailureNotice } from '../../spending/failure-notice.tsx';
import { ActionButton } from '../../platform/ui/action-button.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { CopyButton } from '../../platform/ui/copy-and-save.tsx';
import { Sheet } from '../../platform/ui/sheet.tsx';
import { DeleteTwice } from '../../platform/ui/delete-twice.tsx';
import {
  deliverableAlerts,
  runDeliveryAction,
  describeNoAlerts,
  describeSchedule,
  deliveryFormatNames,
  savedDeliveries,
  saveDelivery,
  buildDeliveryInput,
} from './deliveries.ts';
import { Block } from '../../platform/ui/block.tsx';
import { EmptyState } from '../../platform/ui/empty-state.tsx';
import { DeliveryEditor } from './delivery-editor.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { LoadingLines } from '../../platform/ui/loading.tsx';

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
    <Block title="Deliveries" anchor="deliveries">
      {list.data?.deliveries.length === 0 && (
        <EmptyState
          title="No deliveries yet"
          example={['Climate desk', 'Slack', 'Every Monday at 8:00, Europe/Berlin']}
        >
          Send the deals that your alerts match to {list.data.formats.includes('email') && 'a mailbox, '}a channel, a
          program or a feed reader.
        </EmptyState>
      )}
      {list.error && <FailureNotice key={list.error.message} failure={list.error} />}
      {list.isPending && <LoadingLines />}
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
      <ActionButton ref={add} Icon={Plus} className="justify-self-start" onPress={() => setOpened({ part: 'editor' })}>
        New delivery
      </ActionButton>
      {opened && (
        <Sheet title={describeOpened(opened)} edge="right" onClose={close}>
          {opened.part === 'editor' ? (
            <DeliveryEditor delivery={opened.delivery} formats={list.data?.formats ?? []} onDone={close} />
          ) : (
            opened.delivery && <DeliveryLog delivery={opened.delivery} />
          )}
        </Sheet>
      )}
    </Block>
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
  const acting = useMutation({ mutationFn: (work: () => Promise<unknown>) => work() });
  const { id, name, format, target, address, secret, stopped, confirmed } = delivery;
  const isFeed = format === 'feed';
  const author = useOtherAuthor(delivery);
  const state = stopped ? 'Stopped' : confirmed ? undefined : 'Waiting for confirmation';
  return (
    <li aria-label={name} className="grid gap-1.5 border-t border-line py-2.5 first:border-0">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <b className="font-[550]">{name}</b>
        <span className="text-ink-2">
          {deliveryFormatNames[format]}
          {target !== '' && `, ${getHost(target)}`}
        </span>
        {state !== undefined && <span className="rounded-[5px] bg-sunken px-1.5 text-12 text-ink-2">{state}</span>}
      </div>
      {!isFeed && <p className="text-12 text-ink-3">{describeSchedule(delivery.schedule)}</p>}
      {author !== undefined && <p className="text-12 text-ink-3">Created by {author}</p>}
      {!confirmed && !stopped && (
        <p className="text-12 text-ink-2">
          Open the link in the mail to {target}. Nothing else is sent there until then.
        </p>
      )}
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
            {!confirmed && !stopped && (
              <Button
                aria-disabled={acting.isPending}
                onClick={() => acting.isPending || acting.mutate(() => runDeliveryAction(client, 'confirm', id))}
              >
                Send the confirmation again
              </Button>
            )}
            {confirmed && !stopped && (
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
        <DeleteTwice
          what="Delete with its messages"
          onDelete={() => acting.mutate(() => runDeliveryAction(client, 'remove', id).then(onRemoved))}
        />
      </div>
      {acting.error && <FailureNotice key={acting.error.message} failure={acting.error} />}
    </li>
  );
}

/** The name of the member who created it, if that is somebody else. */
function useOtherAuthor({ member_id }: Delivery): string | undefined {
  const membership = useMembership();
  return isMine(member_id ?? undefined, membership)
    ? undefined
    : membership.members.find(({ id, first }) => (member_id === null ? first : id === member_id))?.name;
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
