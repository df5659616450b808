import { useState, type ReactNode } from 'react';
import { Notice } from '../../platform/ui/notice.tsx';
import { UndoNotice } from '../../platform/ui/undo-notice.tsx';
import { DropZone } from './drop-zone.tsx';
import { ListItem } from './list-item.tsx';
import { deleteList, restoreList, type Deleted, type List } from '../../library/lists/lists.ts';

type ListsOverviewProps = {
  readonly lists: readonly List[];
  /** Whether the address names a list that is not here. */
  readonly isGone: boolean;
  readonly notice: ReactNode;
  readonly onOpen: (id: string) => void;
};

/** All lists of this device, and the way to a new one. */
export function ListsOverview({ lists, isGone, notice, onOpen }: ListsOverviewProps) {
  const [deleted, setDeleted] = useState<Deleted>();
  const onUndone = () => {
    setDeleted(undefined);
    document.getElementById('main')?.focus();
  };
  return (
    <div className="flex min-h-0 grow flex-col overflow-y-auto">
      <title>My lists, Fundscope</title>
      <div className="px-4.5 pt-3.5 pb-2.5">
        <h1 className="text-[19px] font-[640] tracking-[-0.02em]">My lists</h1>
        <p className="text-[11.5px] text-ink-3">
          The companies of your CRM, enriched as CSV and marked on every screen. Lists are kept on this device and in
          its backup, and are never sent anywhere.
        </p>
      </div>
      <div className="grid max-w-[900px] grid-cols-[minmax(0,1fr)] gap-3 px-4.5 pb-4">
        {notice}
        {isGone && !deleted && (
          <Notice title="This list is not on this device">
            Lists are kept where they were added. Restore a backup of that device in the settings, or add the file here.
          </Notice>
        )}
        {deleted && (
          <UndoNotice
            key={deleted.list.id}
            title={`“${deleted.list.name}” is deleted`}
            onUndo={() => {
              restoreList(deleted);
              onUndone();
            }}
            onDismiss={onUndone}
          >
            Its marks are gone; companies that were bought stay owned.
          </UndoNotice>
        )}
        <DropZone onTaken={onOpen} />
        <ul aria-label="My lists" className="grid grid-cols-[minmax(0,1fr)] border-t border-line empty:hidden">
          {lists.map((list) => (
            <ListItem key={list.id} list={list} onDelete={() => setDeleted(deleteList(list))} />
          ))}
        </ul>
      </div>
    </div>
  );
}
