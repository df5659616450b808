import { useRef } from 'react';
import { toCount } from '../../platform/format.ts';
import { restoreBackup, toBackup } from '../../library/records/backup.ts';
import { Button } from '../../platform/ui/button.tsx';

/** Saves everything that is owned as one file, and merges such a file. */
export function BackupButtons({ onSaid }: { readonly onSaid: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const restore = async (file: File | undefined) => {
    if (!file) return;
    const restored = await restoreBackup(await file.text());
    if (!restored) return onSaid('This file is no backup of Fundscope. Nothing was changed.');
    const { calls, ...kinds } = restored;
    const rows = Object.values(kinds).reduce((sum, count) => sum + count, 0);
    onSaid(
      `${toCount(rows, 'row or answer', 'rows and answers')} and ${toCount(calls, 'line')} of the ledger came from the backup. What was owned already stays.`,
    );
  };
  return (
    <>
      <Button onClick={() => void saveBackup()}>Save a backup</Button>
      <Button onClick={() => input.current?.click()}>Restore from a backup</Button>
      <input
        ref={input}
        type="file"
        accept="application/json"
        aria-label="Backup file"
        className="hidden"
        onChange={(event) => {
          void restore(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </>
  );
}

async function saveBackup(): Promise<void> {
  const text = JSON.stringify(await toBackup());
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `fundscope-backup-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  // At once would be before some browsers have read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
