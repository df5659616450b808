import { useQuery } from '@tanstack/react-query';
import { useRawSearch } from '../../platform/url/url.ts';
import { BellPlus } from 'lucide-react';
import { lazy, useState } from 'react';
import { connection } from '../../platform/http/connection.ts';
import { Button } from '../../platform/ui/button.tsx';
import { useScreenActions } from '../../platform/ui/use-screen-actions.ts';
import { LazyPart } from '../../platform/ui/missing-part.tsx';

// Its form is large, and few searches become an alert.
const SearchEditor = lazy(async () => ({ default: (await import('./alert-editor.tsx')).SearchEditor }));

/** The button that saves the deals search in the URL as an alert; hidden where the service is read-only. */
export function SaveSearch() {
  const { data } = useQuery(connection);
  const raw = useRawSearch();
  const [open, setOpen] = useState(false);
  const isOffered = data?.account === true;
  useScreenActions(isOffered ? [{ name: 'Save as alert', run: () => setOpen(true) }] : []);
  if (!isOffered) return null;
  return (
    <>
      <Button aria-label="Save as alert" aria-haspopup="dialog" title="Save as alert" onClick={() => setOpen(true)}>
        <BellPlus aria-hidden className="size-3.5" />
        <span className="@max-3xl:hidden">Save as alert</span>
      </Button>
      {open && (
        <LazyPart>
          <SearchEditor raw={raw} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  );
}
