import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { exportPath } from '#contract/workspace/data.ts';
import { formatCount, formatUtcDay } from '../../platform/format.ts';
import { downloadWorkspace } from '../../platform/http/download.ts';
import { useIsOwner } from '../../platform/http/membership.ts';
import { FileInput } from '../../platform/form/file-input.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { saveFile } from '../../platform/ui/copy-and-save.tsx';
import { FailureNotice } from '../../spending/failure-notice.tsx';
import { DeleteRecords, DeleteEverything } from './delete-buttons.tsx';
import { restoreFile } from './restore.ts';
import { Block } from '../../platform/ui/block.tsx';

/** What the gateway stores for the account: export, restore, and deletion. */
export function DataSection() {
  const [message, setMessage] = useState('');
  const isOwner = useIsOwner();
  return (
    <Block title="Your data">
      <p className="text-ink-2">
        The gateway stores unlocked records, searches, statuses, notes, lists and purchases. An export has all of it,
        but no key.
      </p>
      <div className="flex flex-wrap gap-2">
        <ExportButton format="json" onMessage={setMessage}>
          Export as JSON
        </ExportButton>
        <ExportButton format="csv" onMessage={setMessage}>
          Export as CSV
        </ExportButton>
        {isOwner && <RestoreButton onMessage={setMessage} />}
        {isOwner && <DeleteRecords onMessage={setMessage} />}
        {isOwner && <DeleteEverything onMessage={setMessage} />}
      </div>
      <output className="text-ink-2 empty:hidden">{message}</output>
    </Block>
  );
}

type ButtonProps = { readonly onMessage: (text: string) => void };
type ExportButtonProps = ButtonProps & { readonly format: 'json' | 'csv'; readonly children: string };

/** Saves everything as a JSON file, which can be restored, or as a zip of CSV files to read. */
function ExportButton({ format, onMessage, children }: ExportButtonProps) {
  const name = `fundscope-${formatUtcDay()}.${format === 'json' ? 'json' : 'zip'}`;
  const saving = useMutation({
    mutationFn: () => downloadWorkspace(`/workspace${exportPath}?format=${format}`),
    onSuccess: (file) => {
      saveFile(name, file);
      onMessage(`Saved as ${name}.`);
    },
  });
  return (
    <>
      <Button aria-busy={saving.isPending} onClick={() => saving.isPending || saving.mutate()}>
        {children}
      </Button>
      {saving.error && <Failed error={saving.error} />}
    </>
  );
}

/** Adds what an exported JSON file has and the account lacks. */
function RestoreButton({ onMessage }: ButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  /** The share that is sent; undefined while nothing is restored. */
  const [share, setShare] = useState<number>();
  const restoring = useMutation({
    mutationFn: (file: File) => restoreFile(file, setShare),
    onSuccess: (count) =>
      onMessage(
        count === undefined
          ? 'This file is not an export of Fundscope. Nothing was changed.'
          : `${formatCount(count, 'entry', 'entries')} restored.`,
      ),
    onSettled: () => setShare(undefined),
  });
  return (
    <>
      <Button aria-busy={restoring.isPending} onClick={() => restoring.isPending || input.current?.click()}>
        Restore
      </Button>
      {share !== undefined && <progress aria-label="Restored" value={share} className="w-24 self-center" />}
      <FileInput ref={input} label="Exported file" accept="application/json" onFile={restoring.mutate} />
      {restoring.error && <Failed error={restoring.error} />}
    </>
  );
}

const Failed = ({ error }: { readonly error: Error }) => (
  <div className="basis-full">
    <FailureNotice key={error.message} failure={error} />
  </div>
);
