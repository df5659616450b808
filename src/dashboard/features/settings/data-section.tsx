import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { useLibraryVersion } from '../../library/records/record-store.ts';
import { type Kind, kindNames, getStore } from '../../library/records/records.ts';
import { getWorkStore } from '../../library/own-work/work-stores.ts';
import { type WorkName, workNames, useStorageState } from '../../platform/storage/database.ts';
import { Notice } from '../../platform/ui/notice.tsx';
import { SettingsSection } from './section.tsx';
import { formatCount } from '../../platform/format.ts';
import { buildBackup, clearRecords, findOtherStores, restoreBackup, takeOver } from '../../library/backup.ts';
import { Button } from '../../platform/ui/button.tsx';
import { LazySheet } from '../../platform/ui/lazy-sheet.tsx';

const names: Record<Kind | WorkName, string> = {
  deals: 'Deals',
  companies: 'Companies',
  investors: 'Investment firms',
  people: 'People',
  histories: 'Full histories of people',
  answers: 'Search results',
  lineups: 'Line-ups',
  articles: 'Articles of deals',
  names: 'Names from alerts and line-ups',
  statuses: 'Statuses, tags and notes',
  reviews: 'Alert deals shown',
  searches: 'Saved searches',
  lists: 'Parts of your lists',
};

/** What this device owns: how much, saving and restoring it, taking over another key's, and clearing it. */
export function DataSection() {
  const [said, setSaid] = useState('');
  useLibraryVersion();
  return (
    <SettingsSection title="Unlocked records">
      <p className="text-ink-2">
        Unlocked rows and search results are stored on this device and never charged twice. A backup holds them with
        your own work and the ledger, and no key. <Size />
      </p>
      <KeepingNotice />
      <dl className="grid max-w-xs grid-cols-[1fr_auto] gap-x-6 gap-y-1 tabular-nums">
        {kindNames.map((kind) => (
          <StoreCount key={kind} name={names[kind]} count={getStore(kind).count()} />
        ))}
        {workNames.map((name) => (
          <StoreCount key={name} name={names[name]} count={getWorkStore(name).count()} />
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <BackupButtons onSaid={setSaid} />
        <ClearButton onSaid={setSaid} />
      </div>
      <output className="text-ink-2 empty:hidden">{said}</output>
      <TakeOver onSaid={setSaid} />
    </SettingsSection>
  );
}

function StoreCount({ name, count }: { readonly name: string; readonly count: number }) {
  return (
    <div className="contents">
      <dt className="text-ink-2">{name}</dt>
      <dd className="text-right">{count.toLocaleString('en-US')}</dd>
    </div>
  );
}

/** What the browser says it takes; nothing where it does not say. */
function Size() {
  const { data } = useQuery({ queryKey: ['storage size'], queryFn: readSize, gcTime: 0 });
  if (data?.bytes === undefined) return null;
  const size = `${(data.bytes / 1e6).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`;
  return `About ${size}${data.persisted ? ', which the browser does not clear by itself' : ''}.`;
}

async function readSize(): Promise<{ bytes: number | undefined; persisted: boolean }> {
  // Absent on plain http.
  const storage = navigator.storage as StorageManager | undefined;
  return { bytes: (await storage?.estimate())?.usage, persisted: (await storage?.persisted()) ?? false };
}

function KeepingNotice() {
  const keeping = useStorageState();
  if (keeping.kind !== 'memory') return null;
  return keeping.why === 'full' ? (
    <Notice look="warn" title="This device has no room left">
      New purchases stay in memory and are lost when you close this tab. Save a backup, then free up space.
    </Notice>
  ) : (
    <Notice look="warn" title="This browser keeps nothing for this page">
      This happens in private windows or when storage is blocked. Purchases stay in memory and are lost when you close
      this tab; save a backup before.
    </Notice>
  );
}

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
      `${formatCount(rows, 'row or answer', 'rows and answers')} and ${formatCount(calls, 'line')} of the ledger came from the backup. What was owned already stays.`,
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
  const text = JSON.stringify(await buildBackup());
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `fundscope-backup-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  // At once would be before some browsers have read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Clears what is owned, after a question that says what it means. */
export function ClearButton({ onSaid }: { readonly onSaid: (text: string) => void }) {
  const client = useQueryClient();
  /** Rows that would go; undefined while nothing is asked. */
  const [rows, setRows] = useState<number>();
  const clear = async () => {
    await clearRecords(client);
    setRows(undefined);
    onSaid('All unlocked rows and search results are cleared from this device.');
  };
  return (
    <>
      <Button onClick={() => setRows(kindNames.reduce((sum, kind) => sum + getStore(kind).count(), 0))}>Clear</Button>
      {rows !== undefined && (
        <Suspense>
          <LazySheet title="Clear unlocked data" onClose={() => setRows(undefined)}>
            <div className="grid gap-4 p-4">
              <p>
                {formatCount(rows, 'row or answer', 'rows and answers')} would leave this device. Showing them again
                would have to be paid again. Statuses, notes, saved searches and the ledger stay.
              </p>
              <div className="flex flex-wrap gap-2">
                <Button look="primary" onClick={() => void clear()}>
                  Clear them
                </Button>
                <Button onClick={() => setRows(undefined)}>Keep them</Button>
              </div>
            </div>
          </LazySheet>
        </Suspense>
      )}
    </>
  );
}

/** Rows that another key bought on this device; never taken over without being asked for. */
export function TakeOver({ onSaid }: { readonly onSaid: (text: string) => void }) {
  const { data = [] } = useQuery({ queryKey: ['other stores'], queryFn: findOtherStores, gcTime: 0 });
  return data.map(({ account, rows }) => (
    <div key={account} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-2">
      <span className="text-ink-2">
        Another key or account (<span className="font-mono text-[11.5px]">{account.slice(0, 8)}</span>) owns{' '}
        {formatCount(rows, 'row or answer', 'rows and answers')} here.
      </span>
      <Button onClick={() => void takeOver(account).then(() => onSaid('Taken over. The other store stays as it is.'))}>
        Take over
      </Button>
    </div>
  ));
}
