import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toShortId } from '../../platform/format.ts';
import { readNamed } from '../lookups/known-names.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { PricedButton } from '../../purchase/priced-button.tsx';
import { CopyButton } from '../../platform/ui/copy-button.tsx';
import { Block } from './block.tsx';
import { ProfileFrame } from './profile-frame.tsx';
import { ProfileHead } from './profile-head.tsx';
import type { ProfileKind } from '../record/profile-link.tsx';

type UnownedProfileProps = {
  readonly kind: ProfileKind;
  readonly id: string;
  /** Whether the service was asked and knew nothing. */
  readonly unknown: boolean;
  readonly tenths: number;
  readonly ask: (authorization: SpendAuthorization) => Promise<void>;
  /** What is known of it without its record. */
  readonly children?: ReactNode;
};

/** The profile of a record that is not owned: what is known of it all the same, and the look-up at its price. */
export function UnownedProfile({ kind, id, unknown, tenths, ask, children }: UnownedProfileProps) {
  const purchase = useMutation({ mutationFn: ask });
  const name = readNamed(kind, id);
  return (
    <ProfileFrame
      id={id}
      label={name ?? 'Profile'}
      head={
        <ProfileHead
          name={name ?? `Unnamed ${kind} ${toShortId(id)}`}
          line={
            unknown
              ? `The service was asked for this ${kind} and does not know it.`
              : `The record of this ${kind} is not owned on this device, and opening the page asks for nothing.`
          }
        />
      }
      main={
        <>
          <Block
            title="The record"
            basis={unknown ? undefined : 'Its facts, links and counts come with it.'}
            foot={
              <div className="grid justify-items-start gap-2">
                <PricedButton
                  tenths={tenths}
                  pending={purchase.isPending}
                  onConfirm={(authorization) => purchase.mutate(authorization)}
                >
                  {unknown ? `Ask again for this ${kind}` : `Load this ${kind}`}
                </PricedButton>
                {purchase.error && <FailureNotice key={purchase.error.message} failure={purchase.error} />}
              </div>
            }
          >
            <div className="flex items-center gap-2 text-ink-3">
              Id <CopyButton text={id} label={`${kind} id`} />
            </div>
          </Block>
          {children}
        </>
      }
    />
  );
}
