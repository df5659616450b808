import { useRouter, type AnyRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { siteBase } from '../../platform/http/base.ts';
import { isDirect } from '../../platform/http/direct.ts';

/** Whose profile it is, in the words of the screens. */
export type ProfileKind = 'company' | 'firm' | 'person';

/** The screens on which records have a page of their own. */
export const profilePaths = { company: '/companies/$id', firm: '/investors/$id', person: '/people/$id' } as const;

type ProfileLinkProps = {
  readonly kind: ProfileKind;
  /** Without an id there is nowhere to go: then it is plain text. */
  readonly id: string | null | undefined;
  readonly children: ReactNode;
  /** -1 where a list moves its one stop for the Tab key. */
  readonly tabIndex?: number;
  /** Takes the question of the present search along, because counts of matching deals belong to it. */
  readonly within?: boolean;
  readonly className?: string;
};

/**
 * A name that leads to its profile, which asks for nothing. A plain anchor and not the router's own: a table draws
 * dozens of them, and none has to know which screen is open.
 */
export function ProfileLink({ kind, id, children, tabIndex, within, className = '' }: ProfileLinkProps) {
  const router = useRouter();
  if (!id) return children;
  const search = within === true ? toWithin(router) : {};
  const target = { to: profilePaths[kind], params: { id }, search } as const;
  const go = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate(target);
  };
  return (
    <a
      href={toHref(router, target)}
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

/** The address, for a tab of its own; a page without a gateway has its routes behind the # of its address. */
function toHref(router: AnyRouter, { to, params, search }: Target): string {
  const text = router.options.stringifySearch?.(search) ?? '';
  return `${isDirect ? '#' : siteBase}${to.replace('$id', encodeURIComponent(params.id))}${text}`;
}

/** The question of the present address, without what only its screen needs; nothing where it asks nothing. */
function toWithin(router: AnyRouter): Target['search'] {
  const { open: _open, saved: _saved, ...question } = router.latestLocation.search as Target['search'];
  const text = router.options.stringifySearch?.(question) ?? '';
  return text === '' ? {} : { within: [text.slice(1)] };
}
