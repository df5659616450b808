import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { formatSearchParams, type RawSearch } from '../../../../platform/url/raw-search.ts';
import { WithListBadge } from '../../../../records/lists/list-badge.tsx';
import { isNameComing } from '../../../../records/request-names.ts';
import { readKnownName, unnamed } from '../lookups/known-names.ts';

/** A kind of record that has a profile. */
export type ProfileKind = 'company' | 'investor' | 'person';

/** The path of a profile. */
const profilePaths = { company: '/companies/$id', investor: '/investors/$id', person: '/people/$id' } as const;

type ProfileLinkProps = {
  readonly kind: ProfileKind;
  /** Without an id the name is plain text. */
  readonly id: string | null | undefined;
  readonly children: ReactNode;
  /** -1 where a list moves its one stop for the Tab key. */
  readonly tabIndex?: number;
  /** Passes the current search on, so that the profile can show how many deals match it. */
  readonly within?: boolean;
  readonly className?: string;
};

/** A link to a profile. */
export function ProfileLink({ kind, id, children, tabIndex, within, className = '' }: ProfileLinkProps) {
  if (!id) return children;
  return (
    <Link
      to={profilePaths[kind]}
      params={{ id }}
      search={within === true ? buildWithin : {}}
      tabIndex={tabIndex}
      className={`min-w-0 decoration-line underline-offset-2 hover:underline hover:decoration-current ${className}`}
    >
      {children}
    </Link>
  );
}

/**
 * A search as a parameter of another screen, without the open record and the saved search; none where there is none.
 */
export function buildWithin({ open: _open, saved: _saved, ...search }: RawSearch): RawSearch {
  const text = formatSearchParams(search);
  return text === '' ? {} : { within: [text.slice(1)] };
}

type OpenProfileProps = {
  readonly kind: ProfileKind;
  readonly id: string;
  readonly within?: boolean;
  readonly children?: string;
};

/** The link from a details panel to the whole profile. */
export function OpenProfile({ kind, id, within, children = 'Open profile' }: OpenProfileProps) {
  return (
    <ProfileLink
      kind={kind}
      id={id}
      {...(within === undefined ? {} : { within })}
      className="inline-flex h-7.5 items-center rounded-md border border-line-2 bg-panel px-2.5 font-medium whitespace-nowrap text-ink shadow-xs hover:bg-sunken hover:no-underline max-tablet:min-h-10"
    >
      {children}
    </ProfileLink>
  );
}

/** A record by id and name. */
export type NamedRecord = { readonly id: string; readonly name: string };

type InvestorNamesProps = {
  readonly names: readonly NamedRecord[];
  /** -1 where a list moves its one stop for the Tab key. */
  readonly tabIndex?: number;
};

/** The names of investors separated by commas, each a link to its profile. */
export function InvestorNames({ names, tabIndex }: InvestorNamesProps) {
  return names.map(({ id, name }, at) => (
    <Fragment key={id}>
      {at > 0 && ', '}
      <ProfileLink kind="investor" id={id} {...(tabIndex === undefined ? {} : { tabIndex })}>
        {name}
      </ProfileLink>
    </Fragment>
  ));
}

type RecordNameProps = {
  readonly kind: ProfileKind;
  readonly id: string | null;
  readonly className?: string;
};

/** The name of a record as a link to its profile, also while the name is locked. */
export function RecordName({ kind, id, className = 'font-semibold' }: RecordNameProps): ReactNode {
  if (id === null) return <span className="text-ink-3">no {kind} named</span>;
  const name = readKnownName(kind, id);
  return (
    <WithListBadge companyId={kind === 'company' ? id : undefined}>
      {name === undefined ? (
        <ProfileLink kind={kind} id={id} className="truncate text-ink-3">
          {isNameComing(id) ? 'Loading the name' : unnamed[kind]}
        </ProfileLink>
      ) : (
        <ProfileLink kind={kind} id={id} className={`truncate ${className}`}>
          {name}
        </ProfileLink>
      )}
    </WithListBadge>
  );
}
