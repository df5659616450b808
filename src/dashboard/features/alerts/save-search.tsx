import { useQuery } from '@tanstack/react-query';
import { useRawSearch } from '../../platform/url/address.ts';
import { BellPlus } from 'lucide-react';
import { useState } from 'react';
import { connection } from '../../platform/http/connection.ts';
import { Button } from '../../platform/ui/button.tsx';
import { LazySheet } from '../../platform/ui/lazy-sheet.tsx';
import { lazyPart } from '../../platform/ui/lazy-part.tsx';

const SearchEditor = lazyPart(() => import('./alert-editor.tsx').then((module) => module.SearchEditor));

/** The button that saves the deals search in the URL as an alert; hidden where the service is read-only. */
export function SaveSearch() {
  const { data } = useQuery(connection);
  const raw = useRawSearch();
  const [open, setOpen] = useState(false);
  if (data?.account !== true) return null;
  return (
    <>
      <Button aria-label="Save as alert" aria-haspopup="dialog" title="Save as alert" onClick={() => setOpen(true)}>
        <BellPlus aria-hidden className="size-3.5" />
        <span className="@max-3xl:hidden">Save as alert</span>
      </Button>
      {open && (
        <LazySheet title="Save this search as an alert" onClose={() => setOpen(false)}>
          <SearchEditor raw={raw} onClose={() => setOpen(false)} />
        </LazySheet>
      )}
    </>
  );
}
