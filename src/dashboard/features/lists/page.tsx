import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useUrl } from '../../platform/url/url.ts';
import { createListFromFile, type Enrichment, maxLines } from './list-files.ts';
import { ListView } from './list-view.tsx';
import {
  type CompanyList,
  type DeletedList,
  changeList,
  chooseFreeListName,
  deleteList,
  listsUrl,
  readMatches,
  restoreList,
  useLists,
} from '../../library/lists/lists.ts';
import { AuthorName } from '../../library/status/authors.tsx';
import { useIsReceiving } from '../../library/records/sync-state.ts';
import { ListLoading } from '../../search/results/skeleton.tsx';
import { isMine, useMembership } from '../../platform/http/membership.ts';
import { AuthorFilter } from '../../platform/ui/author-filter.tsx';
import { Notice, UndoNotice, UnreadNotice } from '../../platform/ui/notice.tsx';
import { Link } from '../../platform/url/link.tsx';
import { FileUp, Pencil, Trash2 } from 'lucide-react';
import { RenameForm } from '../../platform/form/rename-form.tsx';
import { formatCount, formatDayOf } from '../../platform/format.ts';
import { IconButton } from '../../platform/ui/button.tsx';
import { useMutation } from '@tanstack/react-query';

type ListsPageProps = {
  readonly enrichment: Enrichment;
  /** Renders what is unlocked about a company. The app provides it, because it belongs to another feature. */
  readonly renderCompany: (id: string) => ReactNode;
};

/** The user's lists: all of them, or the one in the URL. */
export function ListsPage({ enrichment, renderCompany }: ListsPageProps) {
  const url = useUrl(listsUrl);
  const lists = useLists();
  const list = lists.find(({ id }) => id === url.value.list);
  const notice = <UnreadNotice unread={url.unread} />;
  if (list) return <ListView key={list.id} {...{ list, url, enrichment, renderCompany, notice }} />;
  return (
    <ListsOverview
      lists={lists}
      isGone={url.value.list !== undefined}
      notice={notice}
      who={url.value.who}
      onWho={(who) => url.write({ ...url.value, who }, 'replace')}
      onOpen={(id) => url.write({ list: id })}
    />
  );
}

type ListsOverviewProps = {
  readonly lists: readonly CompanyList[];
  /** Whether the URL names a list that is not on this device. */
  readonly isGone: boolean;
  readonly notice: ReactNode;
  readonly who: 'mine' | undefined;
  readonly onWho: (who: 'mine' | undefined) => void;
  readonly onOpen: (id: string) => void;
};

/** All lists on this device, and the field for a new file. */
function ListsOverview({ lists, isGone, notice, who, onWho, onOpen }: ListsOverviewProps) {
  const membership = useMembership();
  const isReceiving = useIsReceiving();
  const [deleted, setDeleted] = useState<DeletedList>();
  const onUndone = () => {
    setDeleted(undefined);
    document.getElementById('main')?.focus();
  };
  return (
    <div className="flex min-h-0 grow flex-col scroll-y">
      <title>Import, Fundscope</title>
      <div className="px-4.5 wide:px-6 pt-3.5 pb-2.5">
        <p className="text-12">
          <Link to="/shortlist" className="text-ink-2 underline underline-offset-2 hover:text-ink">
            Shortlist
          </Link>
        </p>
        <h1 className="text-15 font-semibold">Import lists</h1>
        <p className="text-11.5 text-ink-3">Enrich a CSV of your companies and see them flagged on every screen.</p>
      </div>
      <div className="grid max-w-225 grid-cols-1 gap-3 px-4.5 wide:px-6 pb-4">
        {notice}
        {isGone && !deleted && !isReceiving && (
          <Notice title="This list is not on this device">Restore a backup in Settings, or add the file again.</Notice>
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
            Its matches are removed. Unlocked companies are kept.
          </UndoNotice>
        )}
        <DropZone onCreated={onOpen} />
        {lists.length > 0 && (
          <div className="justify-self-start empty:hidden">
            <AuthorFilter value={who} onChange={onWho} />
          </div>
        )}
        {lists.length === 0 && isReceiving && <ListLoading />}
        <ul aria-label="Lists" className="grid grid-cols-1 border-t border-line empty:hidden">
          {lists
            .filter(({ by }) => who === undefined || isMine(by, membership))
            .map((list) => (
              <ListItem key={list.id} list={list} onDelete={() => setDeleted(deleteList(list))} />
            ))}
        </ul>
      </div>
    </div>
  );
}

type ListItemProps = { readonly list: CompanyList; readonly onDelete: () => void };

/** One list with its actions. */
function ListItem({ list, onDelete }: ListItemProps) {
  const [renaming, setRenaming] = useState(false);
  const rename = useRef<HTMLButtonElement>(null);
  const { id, name, fileName, lines, addedAt, by } = list;
  const { found } = readMatches(id);
  const searched = Object.keys(found).length;
  const known = Object.values(found).filter(({ length }) => length > 0).length;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line py-2.5">
      <div className="grid min-w-0 grow basis-80 gap-0.5">
        {renaming ? (
          <RenameForm
            name={name}
            findFreeName={(wanted) => chooseFreeListName(wanted, id)}
            onRename={(next) => changeList(id, { name: next })}
            onDone={() => {
              setRenaming(false);
              rename.current?.focus();
            }}
          />
        ) : (
          <Link
            to="/lists"
            search={{ list: [id] }}
            className="w-fit max-w-full truncate text-14 font-semibold hover:text-accent-ink"
          >
            {name}
          </Link>
        )}
        <p className="text-ink-2 tabular-nums">
          {formatCount(lines, 'line')}
          {searched > 0 &&
            `, ${known.toLocaleString('en-US')} of ${formatCount(searched, 'company', 'companies')} found`}
        </p>
        <p className="text-12 text-ink-3">
          {fileName}, added {formatDayOf(new Date(addedAt).toISOString())}, UTC
        </p>
        <AuthorName by={by} />
      </div>
      <div className="flex items-center gap-1">
        <IconButton ref={rename} Icon={Pencil} label={`Rename ${name}`} onPress={() => setRenaming(true)} />
        <IconButton Icon={Trash2} label={`Delete ${name}`} onPress={onDelete} />
      </div>
    </li>
  );
}

/** Accepts a dropped or chosen file, and opens the new list. */
function DropZone({ onCreated }: { readonly onCreated: (id: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const creation = useMutation({
    mutationFn: createListFromFile,
    onSuccess: (result) => 'id' in result && onCreated(result.id),
  });
  const accept = (file: File | undefined) => file && creation.mutate(file);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    accept(event.dataTransfer.files[0]);
  };
  const problem = creation.data && 'problem' in creation.data ? creation.data.problem : creation.error?.message;
  return (
    <div className="grid gap-2">
      <button
        type="button"
        aria-disabled={creation.isPending}
        className={`grid justify-items-center gap-2 rounded-[10px] border border-dashed px-4 py-6 hover:bg-sunken ${
          over ? 'border-accent bg-accent-soft' : 'border-edge bg-panel'
        }`}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileUp aria-hidden className="size-5 text-accent" />
        <span className="font-semibold">Choose a CSV of your companies, or drop it here</span>
        <span className="max-w-[64ch] text-ink-2">
          Up to {maxLines.toLocaleString('en-US')} lines with a column of domains, LinkedIn or Crunchbase addresses. A
          search sends only these, never the file.
        </span>
      </button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        aria-label="File of companies"
        className="hidden"
        onChange={(event) => {
          accept(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {problem !== undefined && (
        <Notice variant="bad" urgent title="This file cannot be used">
          {problem}
        </Notice>
      )}
    </div>
  );
}
