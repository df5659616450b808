import { useNavigate } from '@tanstack/react-router';
import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { useSearchQuery } from '../search/search-context.tsx';
import { useFormQuery } from '../search/next-search.ts';
import { buildSearchRequest } from '../fetch/stored-results.ts';
import { formatAddress } from '../query/search-query.ts';
import { findColumnChoice } from '../table/column-choice.ts';
import { formatSearchParams, parseRawSearch } from '../../../../platform/url/raw-search.ts';
import { ActionButton } from '../../../../platform/ui/action-button.tsx';
import { useRawSearch } from '../../../../platform/url/url.ts';
import { changeSearch, isSameSearch, type SearchDefinition, useSearches } from './searches.tsx';
import { NameDialog } from './name-dialog.tsx';

/** Saves the search of the form, as far as it is valid, with its columns. */
export function SaveSearchButtons() {
  const { resource, query, form } = useSearchQuery();
  const screen = resource.name;
  const columns = findColumnChoice(screen).use();
  const next = useFormQuery(resource, form) ?? query;
  const { body, via } = buildSearchRequest({ resource, query: next });
  const search = formatRunUrl(formatAddress(resource, next));
  return <SaveButtons now={{ screen, search, body, via, columns }} />;
}

type SaveButtonsProps = { readonly now: Omit<SearchDefinition, 'name'> };

/**
 * Saves what a screen asks under a name. If a saved search is open, shows its name and whether it was changed.
 */
export function SaveButtons({ now }: SaveButtonsProps) {
  const searches = useSearches();
  const raw = useRawSearch();
  const navigate = useNavigate();
  const [naming, setNaming] = useState(false);
  const [message, setMessage] = useState('');
  const open = searches.find(({ id, screen }) => id === raw['saved']?.[0] && screen === now.screen);
  const differs = open !== undefined && !isSameSearch(open, { ...now, columns: open.columns ? now.columns : null });

  const save = () => {
    if (open) changeSearch(open.id, now);
    setMessage(`Saved to ${open?.name ?? ''}`);
  };
  const onSaved = (id: string) => {
    setNaming(false);
    setMessage('Saved');
    void navigate({ to: '.', search: { ...raw, saved: [id] }, replace: true, resetScroll: false });
  };
  return (
    <>
      {open && (
        <span className="inline-flex min-h-8 max-w-64 items-center gap-1.5 text-12 text-ink-2">
          <Bookmark aria-hidden className="size-3.5 shrink-0 text-accent-ink" />
          <span className="truncate" title={open.name}>
            {open.name}
          </span>
          {differs && <span className="shrink-0 text-warn">Unsaved changes</span>}
        </span>
      )}
      {differs && <ActionButton onPress={save}>Save changes</ActionButton>}
      <ActionButton
        {...(open ? {} : { Icon: Bookmark })}
        title="Save this search under a name"
        aria-haspopup="dialog"
        onPress={() => setNaming(true)}
      >
        {open ? 'Save as' : 'Save'}
      </ActionButton>
      <output className="sr-only">{message}</output>
      {naming && <NameDialog search={now} onSaved={onSaved} onClose={() => setNaming(false)} />}
    </>
  );
}

/** The URL that opens the search as already run, so that stored results show at once. */
function formatRunUrl(search: string): string {
  const { saved: _saved, open: _open, ...raw } = parseRawSearch(search);
  return formatSearchParams({ ...raw, run: ['1'] });
}
