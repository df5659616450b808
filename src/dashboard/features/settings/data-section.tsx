import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Kind, getStore, kindNames, useLibraryVersion } from '../../library/records/records.ts';
import { getWorkStore } from '../../library/own-work/work-store.ts';
import { type WorkName, workNames, useStorageState } from '../../platform/storage/database.ts';
import { Notice } from '../../platform/ui/notice.tsx';
import { ClearButton, DeleteButton } from './delete-buttons.tsx';
import { SettingsSection } from './section.tsx';
import { WorkspaceLine } from './workspace-line.tsx';
import { formatCount, formatUtcDay } from '../../platform/format.ts';
import { buildBackup, findOtherStores, restoreBackup, mergeAccount } from '../../library/backup.ts';
import { Button } from '../../platform/ui/button.tsx';
import { saveFile } from '../../platform/ui/copy-and-save.tsx';

const names: Record<Kind | WorkName, string> = {
  deals: 'Deals',
  companies: 'Companies',
  investors: 'Investors',
  people: 'People',
  histories: 'Work histories',
  answers: 'Search results',
  lineups: 'Investors in rounds',
  articles: 'Articles',
  names: 'Names from alerts and rounds',
  statuses: 'Statuses, tags and notes',
  reviews: 'Reviewed alert deals',
  searches: 'Saved searches',
  lists: 'List data',
};

/** Counted also where there are none. */
const subjects: ReadonlySet<string> = new Set<Kind>(['deals', 'companies', 'investors', 'people']);

/** The unlocked records on this device: counts, backup and restore, other keys, and clearing. */
export function DataSection() {
  const [message, setMessage] = useState('');
  useLibraryVersion();
  const counts = [
    ...kindNames.map((kind) => [kind, getStore(kind).count()] as const),
    ...workNames.map((name) => [name, getWorkStore(name).count()] as const),
  ].filter(([kind, count]) => count > 0 || subjects.has(kind));
  return (
    <SettingsSection title="Unlocked records">
      <p className="text-ink-2">
        Stored on this device; showing them again is free. A backup has them, your own work and the list of calls, but
        no key. <Size />
      </p>
      <WorkspaceLine />
      <StorageNotice />
      <dl className="grid max-w-xs grid-cols-[1fr_auto] gap-x-6 gap-y-1 tabular-nums">
        {counts.map(([kind, count]) => (
          <div key={kind} className="contents">
            <dt className="text-ink-2">{names[kind]}</dt>
            <dd className="text-right">{count.toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <BackupButtons onMessage={setMessage} />
        <CsvButton onMessage={setMessage} />
        <ClearButton onMessage={setMessage} />
        <DeleteButton onMessage={setMessage} />
      </div>
      <output className="text-ink-2 empty:hidden">{message}</output>
      <OtherKeys onMessage={setMessage} />
    </SettingsSection>
  );
}

/** The storage in use, as far as the browser reports it. */
function Size() {
  const { data } = useQuery({ queryKey: ['storage size'], queryFn: readSize, gcTime: 0 });
  if (data?.bytes === undefined) return null;
  const size = `${(data.bytes / 1e6).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`;
  return `About ${size}.`;
}

async function readSize(): Promise<{ bytes: number | undefined; persisted: boolean }> {
  // Absent on plain http.
  const storage = navigator.storage as StorageManager | undefined;
  return { bytes: (await storage?.estimate())?.usage, persisted: (await storage?.persisted()) ?? false };
}

function StorageNotice() {
  const storage = useStorageState();
  if (storage.kind !== 'memory') return null;
  return storage.why === 'full' ? (
    <Notice variant="warn" title="Storage on this device is full">
      What you unlock now is lost when you close this tab. Save a backup, then free up space.
    </Notice>
  ) : (
    <Notice variant="warn" title="This browser does not store data for this page">
      This may be a private window. What you unlock is lost when you close this tab; save a backup first.
    </Notice>
  );
}

/** Saves everything as one backup file, and merges such a file. */
function BackupButtons({ onMessage }: { readonly onMessage: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const restore = async (file: File | undefined) => {
    if (!file) return;
    const restored = await restoreBackup(await file.text());
    if (!restored) return onMessage('This file is not a Fundscope backup. Nothing was changed.');
    const { calls, ...kinds } = restored;
    const rows = Object.values(kinds).reduce((sum, count) => sum + count, 0);
    onMessage(`Restored ${formatCount(rows, 'record')} and ${formatCount(calls, 'call')}.`);
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
  const text = JSON.stringify(await buildBackup());
  saveFile(`fundscope-backup-${formatUtcDay()}.json`, new Blob([text], { type: 'application/json' }));
}

/** Saves everything as a zip of CSV files to read. */
function CsvButton({ onMessage }: { readonly onMessage: (text: string) => void }) {
  /** The share that is written; undefined while none is. */
  const [share, setShare] = useState<number>();
  const save = async () => {
    if (share !== undefined) return;
    setShare(0);
    const name = `fundscope-${formatUtcDay()}.zip`;
    try {
      const { buildCsvZip } = await import('../../library/export-csv.ts');
      saveFile(name, await buildCsvZip(setShare));
      onMessage(`CSV files written to ${name}.`);
    } catch {
      onMessage('The CSV files could not be written. Reload the page, then try again.');
    } finally {
      setShare(undefined);
    }
  };
  return (
    <>
      <Button onClick={() => void save()}>Export as CSV</Button>
      {share !== undefined && <progress aria-label="CSV files written" value={share} className="w-24 self-center" />}
    </>
  );
}

/** Records that another key unlocked on this device, and the button that copies them to this key. */
function OtherKeys({ onMessage }: { readonly onMessage: (text: string) => void }) {
  const { data = [] } = useQuery({ queryKey: ['other stores'], queryFn: findOtherStores, gcTime: 0 });
  return data.map(({ account, rows }) => (
    <div key={account} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-2">
      <span className="text-ink-2">Another key unlocked {formatCount(rows, 'record')} on this device.</span>
      <Button
        onClick={() => void mergeAccount(account).then(() => onMessage('Copied. The other key keeps its records.'))}
      >
        Copy to this key
      </Button>
    </div>
  ));
}
