import { navigate, useRawSearch } from '../../platform/url/address.ts';
import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { searchStore } from '../../library/own-work/work-store.ts';
import { type SearchForm, useFormQuery } from '../form/search-form.ts';
import type { Search } from '../form/use-search.ts';
import { buildBody, formatAddress } from '../query/search-query.ts';
import { findColumnChoice } from '../table/column-choice.ts';
import { formatSearchParams, parseRawSearch } from '../../platform/url/raw-search.ts';
import { Button } from '../../platform/ui/button.tsx';
import { changeSearch, isSameSearch, readSearch } from './searches.tsx';
import { lazyPart } from '../../platform/ui/lazy-part.tsx';

const NameDialog = lazyPart(() => import('./name-dialog.tsx').then((module) => module.NameDialog));

type SaveSearchButtonsProps = { readonly search: Search; readonly form: SearchForm };

/**
 * Saves the search of the form, as far as it is valid, under a name. If a saved search is open, shows its name and
 * whether it was changed.
 */
export function SaveSearchButtons({ search: { resource, query }, form }: SaveSearchButtonsProps) {
  const screen = resource.name;
  const columns = findColumnChoice(screen).use();
  const next = useFormQuery(resource, form) ?? query;
  searchStore.useVersion();
  const raw = useRawSearch();
  const [naming, setNaming] = useState(false);
  const [message, setMessage] = useState('');
  const open = readSearch(raw['saved']?.[0] ?? '');
  const now = {
    screen,
    search: formatRunUrl(formatAddress(resource, next)),
    body: buildBody(resource.filters, next),
    columns,
  };
  const differs = open !== undefined && !isSameSearch(open, { ...now, columns: open.columns ? columns : null });

  const save = () => {
    if (open) changeSearch(open.id, now);
    setMessage(`Saved to ${open?.name ?? ''}`);
  };
  const onSaved = (id: string) => {
    setNaming(false);
    setMessage('Saved');
    navigate({ search: { ...raw, saved: [id] }, replace: true });
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
      {differs && <Button onClick={save}>Save changes</Button>}
      <Button title="Save this search under a name" aria-haspopup="dialog" onClick={() => setNaming(true)}>
        {!open && <Bookmark aria-hidden className="size-3.5" />}
        {open ? 'Save as' : 'Save'}
      </Button>
      <output className="sr-only">{message}</output>
      {naming && <NameDialog search={now} onSaved={onSaved} onClose={() => setNaming(false)} />}
    </>
  );
}

/** The URL that opens the search as already run, so that stored results show at once. */
function formatRunUrl(search: string): string {
  const { saved: _saved, open: _open, ...raw } = parseRawSearch(search);
  return formatSearchParams({ ...raw, asked: ['1'] });
}
