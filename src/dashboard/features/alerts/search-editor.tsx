import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { RawSearch } from '../../platform/url/codec.ts';
import { Notice } from '../../platform/ui/notice.tsx';
import { AlertEditor } from './alert-editor.tsx';
import { buildAlertFromSearch } from './from-search.ts';

type SearchEditorProps = { readonly raw: RawSearch; readonly onClose: () => void };

/** The form of an alert out of a search: what goes along is filled in, what an alert cannot hold is named. */
export function SearchEditor({ raw, onClose }: SearchEditorProps) {
  const [{ draft, left }] = useState(() => buildAlertFromSearch(raw));
  const [saved, setSaved] = useState(false);
  if (saved) {
    return (
      <div className="grid gap-3 p-4">
        <p>The alert is saved. Its matching deals appear on the alerts screen, free.</p>
        <Link to="/alerts" className="text-accent-ink underline" onClick={onClose}>
          Go to the alerts
        </Link>
      </div>
    );
  }
  return (
    <AlertEditor draft={draft} onSaved={() => setSaved(true)}>
      <p className="text-ink-2">
        The filters of the search on the screen are filled in below and go along. The alert finds deals of the days to
        come; order and page size belong to the search alone.
      </p>
      {left.length > 0 && (
        <Notice look="warn" title="An alert cannot hold these filters">
          {left.join(', ')}. Without {left.length === 1 ? 'it' : 'them'} the alert may find more than the search.
        </Notice>
      )}
    </AlertEditor>
  );
}
