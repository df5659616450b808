import type { ReactNode } from 'react';
import { readPerson } from '#contract/people.ts';
import { UnownedProfile } from '../../search/profile/unowned-profile.tsx';
import { unlockedPeople } from '../../library/records/records.ts';
import { loadPerson } from './queries.ts';

type UnownedPersonProps = { readonly id: string; readonly children: ReactNode };

/** A person without a record: the deals in which they took part as an angel may be owned all the same. */
export function UnownedPerson({ id, children }: UnownedPersonProps) {
  return (
    <UnownedProfile
      kind="person"
      id={id}
      unknown={unlockedPeople.isUnknown(id)}
      tenths={readPerson.cost.tenths}
      ask={(authorization) => loadPerson(authorization, id)}
    >
      {children}
    </UnownedProfile>
  );
}
