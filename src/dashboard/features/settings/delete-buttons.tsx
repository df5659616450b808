import { useQueryClient } from '@tanstack/react-query';
import { useId, useState, type SubmitEvent } from 'react';
import { clearRecords, deleteEverything } from '../../library/backup.ts';
import { getWorkStore } from '../../library/own-work/work-store.ts';
import { getStore, kindNames } from '../../library/records/records.ts';
import { useSyncState } from '../../library/records/sync-state.ts';
import { formatCount } from '../../platform/format.ts';
import { workNames } from '../../platform/storage/database.ts';
import { Button } from '../../platform/ui/button.tsx';
import { LazySheet } from '../../platform/ui/lazy-sheet.tsx';

type ButtonProps = { readonly onMessage: (text: string) => void };

const countRecords = (): number => kindNames.reduce((sum, kind) => sum + getStore(kind).count(), 0);

/** Clears unlocked records after a confirmation; in a workspace they then load again from there. */
export function ClearButton({ onMessage }: ButtonProps) {
  const client = useQueryClient();
  const { kind } = useSyncState();
  const isShared = kind !== 'off';
  /** The number of records to clear; undefined while the dialog is closed. */
  const [rows, setRows] = useState<number>();
  const close = () => setRows(undefined);
  const clear = async () => {
    await clearRecords(client);
    close();
    onMessage(
      isShared
        ? 'The records load again from the workspace.'
        : 'Unlocked records and search results were removed from this device.',
    );
  };
  // What the workspace does not have yet would be lost.
  const isUnsent = isShared && kind !== 'synced';
  return (
    <>
      <Button onClick={() => setRows(countRecords())}>{isShared ? 'Load records again' : 'Clear'}</Button>
      {rows !== undefined && (
        <LazySheet title={isShared ? 'Load records again' : 'Clear records'} onClose={close}>
          <div className="grid gap-4 p-4">
            <p>
              {isUnsent
                ? 'This browser is still syncing with the workspace. Try again when it is up to date.'
                : isShared
                  ? `This removes ${formatCount(rows, 'record')} from this browser and loads them from the workspace again. Nothing is deleted there, and no space is freed.`
                  : `This removes ${formatCount(rows, 'record')} from this device. Unlocking them again costs credits. Your statuses, notes, searches and list of calls are kept.`}
            </p>
            <div className="flex flex-wrap gap-2">
              {!isUnsent && (
                <Button variant="primary" onClick={() => void clear()}>
                  {isShared ? 'Load again' : 'Clear records'}
                </Button>
              )}
              <Button onClick={close}>Cancel</Button>
            </div>
          </div>
        </LazySheet>
      )}
    </>
  );
}

const confirmation = 'delete everything';

/** Deletes all records, own work and the list of calls, here and in the workspace, once its name was typed. */
export function DeleteButton({ onMessage }: ButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Delete everything</Button>
      {isOpen && (
        <LazySheet title="Delete everything" onClose={close}>
          <DeleteForm
            onClose={close}
            onDeleted={() => {
              close();
              onMessage('Everything was deleted.');
            }}
          />
        </LazySheet>
      )}
    </>
  );
}

function DeleteForm({ onClose, onDeleted }: { readonly onClose: () => void; readonly onDeleted: () => void }) {
  const id = useId();
  const client = useQueryClient();
  const isShared = useSyncState().kind !== 'off';
  const [problem, setProblem] = useState('');
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('confirmation');
    if (typeof typed !== 'string' || typed.trim().toLowerCase() !== confirmation) {
      return setProblem(`Type “${confirmation}” to confirm.`);
    }
    const failed = await deleteEverything(client, isShared).then(
      () => false,
      () => true,
    );
    if (failed) setProblem('The gateway cannot be reached. Nothing was deleted.');
    else onDeleted();
  };
  const work = workNames.reduce((sum, name) => sum + getWorkStore(name).count(), 0);
  return (
    <form className="grid gap-4 p-4" onSubmit={(event) => void submit(event)}>
      <div className="grid gap-2">
        <p>
          This deletes {formatCount(countRecords(), 'unlocked record')} and {formatCount(work, 'entry', 'entries')} of
          your own work for good: statuses, tags, notes, shared links, saved searches, lists and reviews, and the list
          of calls.{' '}
          {isShared
            ? 'They are deleted for the whole workspace. Other browsers delete their copies, including unsent changes, when they next connect.'
            : 'They are deleted in this browser only.'}
        </p>
        <p className="text-ink-2">
          Credits, settings, the service’s own record of charges and the market data are kept. Unlocking records again
          costs credits. Save a backup or export first to keep a copy.
        </p>
      </div>
      <div className="grid gap-1.5">
        <label htmlFor={id}>Type “{confirmation}” to confirm</label>
        <input
          id={id}
          name="confirmation"
          autoComplete="off"
          aria-invalid={problem !== ''}
          aria-describedby={`${id}-problem`}
          className="field-box h-8 w-full max-w-md px-2.5"
        />
        <output id={`${id}-problem`} className="text-bad empty:hidden">
          {problem}
        </output>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary">
          Delete everything
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
