import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { perCall } from '#contract/credits.ts';
import { unlockedCompanies, unlockedInvestors, unlockedPeople } from '../../library/records/records.ts';
import { shortenId } from '../../platform/format.ts';
import { CopyButton } from '../../platform/ui/copy-button.tsx';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { PricedButton } from '../../purchase/priced-button.tsx';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { readRecordName, type ProfileKind } from '../../search/record/profile-link.tsx';
import { ProfileBlock } from './profile-block.tsx';
import { ProfileFrame, ProfileHead } from './profile-frame.tsx';

// The code that unlocks a record is loaded by the click: it brings the contract of that kind.
const kinds = {
  company: {
    store: unlockedCompanies,
    load: () => import('../../search/record/load-company.ts').then((module) => module.loadCompany),
    unnamed: 'Unnamed company',
    locked: 'You have not unlocked this company yet.',
    unlock: 'Unlock this company',
    unknown: 'The service has no company with this id.',
    retry: 'Check for this company again',
    id: 'company id',
  },
  investor: {
    store: unlockedInvestors,
    load: () => import('../../search/record/load-investor.ts').then((module) => module.loadInvestor),
    unnamed: 'Unnamed investor',
    locked: 'You have not unlocked this investor yet.',
    unlock: 'Unlock this investor',
    unknown: 'The service has no investor with this id.',
    retry: 'Check for this investor again',
    id: 'investor id',
  },
  person: {
    store: unlockedPeople,
    load: () => import('../../search/record/load-person.ts').then((module) => module.loadPerson),
    unnamed: 'Unnamed person',
    locked: 'You have not unlocked this person yet.',
    unlock: 'Unlock this person',
    unknown: 'The service has no person with this id.',
    retry: 'Check for this person again',
    id: 'person id',
  },
} as const;

type LockedProfileProps = {
  readonly kind: ProfileKind;
  readonly id: string;
  /** What is unlocked about it anyway. */
  readonly children?: ReactNode;
};

/** The profile of a record that is not unlocked: what is known about it, and the button that unlocks it. */
export function LockedProfile({ kind, id, children }: LockedProfileProps) {
  const { store, load, ...text } = kinds[kind];
  const purchase = useMutation({
    mutationFn: async (authorization: SpendAuthorization) => (await load())(authorization, id),
  });
  const name = readRecordName(kind, id);
  const unknown = store.isUnknown(id);
  return (
    <ProfileFrame
      id={id}
      label={name ?? 'Profile'}
      head={
        <ProfileHead name={name ?? `${text.unnamed} ${shortenId(id)}`} line={unknown ? text.unknown : text.locked} />
      }
      main={
        <>
          <ProfileBlock
            title="Record"
            basis={unknown ? undefined : 'Facts, links and counts.'}
            foot={
              <div className="grid justify-items-start gap-2">
                <PricedButton
                  tenths={perCall.tenths}
                  pending={purchase.isPending}
                  onConfirm={(authorization) => purchase.mutate(authorization)}
                >
                  {unknown ? text.retry : text.unlock}
                </PricedButton>
                {purchase.error && <FailureNotice key={purchase.error.message} failure={purchase.error} />}
              </div>
            }
          >
            <div className="flex items-center gap-2 text-ink-3">
              Id <CopyButton text={id} label={text.id} />
            </div>
          </ProfileBlock>
          {children}
        </>
      }
    />
  );
}
