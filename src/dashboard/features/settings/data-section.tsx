import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLibraryVersion } from '../../library/records/record-store.ts';
import { kindNames, toStore, type Kind } from '../../library/records/records.ts';
import { useKeeping } from '../../platform/storage/database.ts';
import { Notice } from '../../platform/ui/notice.tsx';
import { BackupButtons } from './backup-buttons.tsx';
import { ClearButton } from './clear-button.tsx';
import { SettingsSection } from './section.tsx';
import { TakeOver } from './take-over.tsx';

const names: Record<Kind, string> = {
  deals: 'Deals',
  companies: 'Companies',
  investors: 'Investment firms',
  people: 'People',
  histories: 'Full histories of people',
  answers: 'Answered questions',
  lineups: 'Line-ups',
  articles: 'Articles of deals',
  names: 'Names from alerts and line-ups',
  marks: 'Marks, tags and notes',
  shown: 'Alert deals shown',
  searches: 'Saved searches',
  lists: 'Parts of your lists',
};

/** What this device owns: how much, saving and restoring it, taking over another key's, and clearing it. */
export function DataSection() {
  const [said, setSaid] = useState('');
  useLibraryVersion();
  return (
    <SettingsSection title="RecordStore rows">
      <p className="text-ink-2">
        Every row and answer that was paid for is kept on this device, and never bought twice. A backup holds them with
        your own work and the ledger, and no key. <Size />
      </p>
      <KeepingNotice />
      <dl className="grid max-w-xs grid-cols-[1fr_auto] gap-x-6 gap-y-1 tabular-nums">
        {kindNames.map((kind) => (
          <KindCount key={kind} kind={kind} />
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

function KindCount({ kind }: { readonly kind: Kind }) {
  return (
    <div className="contents">
      <dt className="text-ink-2">{names[kind]}</dt>
      <dd className="text-right">{toStore(kind).count().toLocaleString('en-US')}</dd>
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
  const keeping = useKeeping();
  if (keeping.kind !== 'memory') return null;
  return keeping.why === 'full' ? (
    <Notice look="warn" title="This device has no room left">
      What is bought now stays in memory and is lost with this tab. Save a backup, then make room.
    </Notice>
  ) : (
    <Notice look="warn" title="This browser keeps nothing for this page">
      Private windows and closed storage do that. What is bought stays in memory and is lost with this tab; save a
      backup before.
    </Notice>
  );
}
