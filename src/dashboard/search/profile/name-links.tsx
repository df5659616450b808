import { Fragment } from 'react';
import { ProfileLink, type ProfileKind } from '../record/profile-link.tsx';

/** A record by id and name. */
export type Named = { readonly id: string; readonly name: string };

type NameLinksProps = {
  readonly kind: ProfileKind;
  readonly names: readonly Named[];
  /** -1 where a list moves its one stop for the Tab key. */
  readonly tabIndex?: number;
};

/** Names in one line with commas between, each of which leads to its profile. */
export function NameLinks({ kind, names, tabIndex }: NameLinksProps) {
  return names.map(({ id, name }, at) => (
    <Fragment key={id}>
      {at > 0 && ', '}
      <ProfileLink kind={kind} id={id} {...(tabIndex === undefined ? {} : { tabIndex })}>
        {name}
      </ProfileLink>
    </Fragment>
  ));
}
