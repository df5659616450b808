import { useState } from 'react';
import type { ComparedKind } from '../../search/record/compare-address.ts';
import { siteBase } from '../../platform/http/base.ts';
import { isDirect } from '../../platform/http/direct.ts';
import { Button } from '../../platform/ui/button.tsx';
import { copyText } from '../../platform/ui/copy-button.tsx';
import {
  longestAddress,
  buildShortlistAddress,
  formatShortlistCsv,
  formatShortlistMarkdown,
} from './shortlist-export.ts';
import { saveCsv } from '../../search/export/csv.ts';

/** Ways out of this device for a shortlist; all are free. */
export function ShortlistFiles({ of, ids }: { readonly of: ComparedKind; readonly ids: readonly string[] }) {
  const [withNotes, setWithNotes] = useState(false);
  const [said, setSaid] = useState('');
  const saveAsCsv = () => {
    const file = `shortlist-${of}-${readToday()}.csv`;
    saveCsv(file, formatShortlistCsv(of, ids));
    setSaid(`${file} is saved, with notes.`);
  };
  const copyMarkdown = async () => {
    const done = await copyText(formatShortlistMarkdown(of, ids, readToday()));
    setSaid(done ? 'Markdown copied, with notes.' : 'The browser did not allow copying. Save a CSV instead.');
  };
  const copyLink = async () => {
    const search = buildShortlistAddress(of, ids, withNotes);
    if (search.length > longestAddress) {
      return setSaid(`The link would be too long${withNotes ? '. Leave the notes out, or save a CSV' : ''}.`);
    }
    const address = buildAddress(search);
    setSaid((await copyText(address)) ? formatCopied(withNotes) : `The browser did not allow copying: ${address}`);
  };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-1.5">
        <Button onClick={saveAsCsv}>Save CSV</Button>
        <Button onClick={() => void copyMarkdown()}>Copy Markdown</Button>
        <Button onClick={() => void copyLink()}>Copy link</Button>
      </div>
      <label className="flex min-h-6 items-center gap-2 text-[12px] text-ink-2">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={withNotes}
          onChange={({ target }) => setWithNotes(target.checked)}
        />
        Put my notes into the link, readable by whoever has it
      </label>
      <output className="text-[12px] break-words text-ink-2 empty:hidden">{said}</output>
    </div>
  );
}

/** The UTC day. */
const readToday = (): string => new Date().toISOString().slice(0, 10);

const formatCopied = (withNotes: boolean): string =>
  `Link copied, ${withNotes ? 'with notes' : 'without notes'}. Whoever opens it spends nothing.`;

function buildAddress(search: string): string {
  const { origin, pathname } = window.location;
  return isDirect ? `${origin}${pathname}#/compare${search}` : `${origin}${siteBase}/compare${search}`;
}
