import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { Fragment, type MouseEvent, type ReactNode } from 'react';
import { ListBadged } from '../../library/lists/list-badge.tsx';
import { isNameComing } from '../../library/records/request-names.ts';
import { isDirect, siteBase } from '../../platform/http/connection.ts';
import { readKnownName, unnamed } from '../lookups/known-names.ts';

/** A kind of record that has a profile. */
export type ProfileKind = 'company' | 'investor' | 'person';

/** The path of a profile. */
export const profilePaths = { company: '/companies/$id', investor: '/investors/$id', person: '/people/$id' } as const;

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

/**
 * A link to a profile. A plain anchor instead of the router's Link: a table draws dozens of them, and the router's
 * subscribes to every navigation.
 */
export function ProfileLink({ kind, id, children, tabIndex, within, className = '' }: ProfileLinkProps) {
  const router = useRouter();
  if (!id) return children;
  const search = within === true ? readCurrentSearch(router) : {};
  const target = { to: profilePaths[kind], params: { id }, search } as const;
  const go = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate(target);
  };
  return (
    <a
      href={buildHref(router, target)}
      tabIndex={tabIndex}
      className={`min-w-0 decoration-line underline-offset-2 hover:underline hover:decoration-current ${className}`}
      onPointerEnter={() => void router.preloadRoute(target)}
      onClick={go}
    >
      {children}
    </a>
  );
}

type Target = {
  readonly to: (typeof profilePaths)[ProfileKind];
  readonly params: { readonly id: string };
  readonly search: Record<string, readonly string[]>;
};

/** The URL, for opening in a new tab; without a gateway the routes follow the # of the page. */
function buildHref(router: AnyRouter, { to, params, search }: Target): string {
  const text = router.options.stringifySearch?.(search) ?? '';
  return `${isDirect ? '#' : siteBase}${to.replace('$id', encodeURIComponent(params.id))}${text}`;
}

/** The search in the current URL, without the open record and the saved search; empty where there is none. */
export function readCurrentSearch(router: AnyRouter): Target['search'] {
  const { open: _open, saved: _saved, ...search } = router.latestLocation.search as Target['search'];
  const text = router.options.stringifySearch?.(search) ?? '';
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
      className="inline-flex h-[30px] items-center rounded-[6px] border border-line-2 bg-panel px-2.5 font-medium whitespace-nowrap text-ink shadow-xs hover:bg-sunken hover:no-underline max-tablet:min-h-10"
    >
      {children}
    </ProfileLink>
  );
}

/** A record by id and name. */
export type NamedRecord = { readonly id: string; readonly name: string };

type NameLinksProps = {
  readonly kind: ProfileKind;
  readonly names: readonly NamedRecord[];
  /** -1 where a list moves its one stop for the Tab key. */
  readonly tabIndex?: number;
};

/** Names separated by commas, each a link to its profile. */
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

/** The name of a record where it is unlocked, free or was looked up; undefined where it is not known. */
export const readRecordName = (kind: ProfileKind, id: string): string | undefined => readKnownName(kind, id);

type RecordNameProps = {
  readonly kind: ProfileKind;
  readonly id: string | null;
  readonly className?: string;
};

/** The name of a record as a link to its profile, also while the name is locked. */
export function RecordName({ kind, id, className = 'font-semibold' }: RecordNameProps): ReactNode {
  if (id === null) return <span className="text-ink-3">no {kind} named</span>;
  const name = readRecordName(kind, id);
  return (
    <ListBadged companyId={kind === 'company' ? id : undefined}>
      {name === undefined ? (
        <ProfileLink kind={kind} id={id} className="truncate text-ink-3">
          {isNameComing(id) ? 'Loading the name' : unnamed[kind]}
        </ProfileLink>
      ) : (
        <ProfileLink kind={kind} id={id} className={`truncate ${className}`}>
          {name}
        </ProfileLink>
      )}
    </ListBadged>
  );
}
