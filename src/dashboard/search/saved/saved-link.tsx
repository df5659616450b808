import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { chooseColumns } from '../table/column-choice.ts';
import { parseRawSearch, formatSearchParams } from '../../platform/url/url.ts';
import type { SavedSearch } from './searches.ts';

type SavedLinkProps = { readonly saved: SavedSearch; readonly className: string; readonly children: ReactNode };

/** A link to a saved search with its columns; opening it sends no paid request. */
export function SavedLink({ saved: { id, screen, search, columns }, className, children }: SavedLinkProps) {
  return (
    <Link
      to={`/${screen}` as '/'}
      search={{ ...parseRawSearch(search), saved: [id] }}
      className={className}
      onClick={() => columns && chooseColumns(screen, columns)}
    >
      {children}
    </Link>
  );
}

/** The URL of a saved search for sharing: it contains the whole search and no key. */
export function buildShareAddress({ screen, search }: SavedSearch): string {
  const { origin, pathname } = window.location;
  const place = `/${screen}${formatSearchParams(parseRawSearch(search))}`;
  return import.meta.env.MODE === 'direct' ? `${origin}${pathname}#${place}` : `${origin}${place}`;
}
