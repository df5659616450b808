import { zodResolver } from '@hookform/resolvers/zod';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { z } from 'zod';
import { useKeptForm } from '../../platform/form/kept-form.tsx';
import { ActionButton } from '../../platform/ui/action-button.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { EmptyState } from '../../platform/ui/empty-state.tsx';
import { Sheet } from '../../platform/ui/sheet.tsx';
import { useUrl } from '../../platform/url/url.ts';
import { createListFromFile, createListFromText, type Enrichment, maxLines } from './list-files.ts';
import { ListView } from './list-view.tsx';
import { listsUrl } from '../../records/lists/lists-url.ts';
import { type CompanyList, maxListCharacters } from '#contract/workspace/lists.ts';
import {
  changeCompanyList,
  chooseFreeListName,
  deleteCompanyList,
  useAreListsLoading,
  useLists,
} from '../../records/lists/stored-lists.ts';
import { StoredItem } from '../../records/stored-item.tsx';
import { ListLoading } from '../searches/kit/results/skeleton.tsx';
import { isMine, useMembership } from '../../platform/http/membership.ts';
import { AuthorFilter } from '../../platform/ui/author-filter.tsx';
import { type Deleted, DeletedNotice, Notice, UnreadNotice } from '../../platform/ui/notice.tsx';
import { Link } from '@tanstack/react-router';
import { ClipboardPaste, FileUp } from 'lucide-react';
import { FileInput } from '../../platform/form/file-input.tsx';
import { formatCount, formatDayOf, formatGrouped } from '../../platform/format.ts';
import { useFocusMain } from '../../platform/ui/main-region.ts';
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
  /** Whether the URL names a list that does not exist. */
  readonly isGone: boolean;
  readonly notice: ReactNode;
  readonly who: 'mine' | undefined;
  readonly onWho: (who: 'mine' | undefined) => void;
  readonly onOpen: (id: string) => void;
};

/** All lists, and the field for a new file. */
function ListsOverview({ lists, isGone, notice, who, onWho, onOpen }: ListsOverviewProps) {
  const membership = useMembership();
  const isLoading = useAreListsLoading();
  const [deleted, setDeleted] = useState<Deleted>();
  const focusMain = useFocusMain();
  const onUndone = () => {
    setDeleted(undefined);
    focusMain();
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
        {isGone && !deleted && !isLoading && (
          <Notice title="This list was deleted">Restore an export in Settings, or add the file again.</Notice>
        )}
        {deleted && (
          <DeletedNotice key={deleted.name} deleted={deleted} onClose={onUndone}>
            Unlocked companies are kept.
          </DeletedNotice>
        )}
        <DropZone onCreated={onOpen} />
        {lists.length > 0 && (
          <div className="justify-self-start empty:hidden">
            <AuthorFilter value={who} onChange={onWho} />
          </div>
        )}
        {lists.length === 0 &&
          (isLoading ? (
            <ListLoading />
          ) : (
            <EmptyState
              title="No lists yet"
              example={['Quartzline', 'quartzline.example', 'found', 'Series A', '$12.0M', 'Berlin']}
            >
              Each line of your file gets the facts of its company.
            </EmptyState>
          ))}
        <ul aria-label="Lists" className="grid grid-cols-1 border-t border-line empty:hidden">
          {lists
            .filter(({ by }) => who === undefined || isMine(by, membership))
            .map((list) => (
              <ListItem
                key={list.id}
                list={list}
                onDelete={() => setDeleted({ name: list.name, undo: deleteCompanyList(list) })}
              />
            ))}
        </ul>
      </div>
    </div>
  );
}

type ListItemProps = { readonly list: CompanyList; readonly onDelete: () => void };

/** One list with its actions. */
function ListItem({ list, onDelete }: ListItemProps) {
  const { id, name, file_name: fileName, lines, created_at: addedAt, by, matches } = list;
  const searched = Object.keys(matches).length;
  const known = Object.values(matches).filter(({ length }) => length > 0).length;
  return (
    <StoredItem
      name={name}
      by={by}
      renderLink={(className) => (
        <Link to="/lists" search={{ list: [id] }} className={className}>
          {name}
        </Link>
      )}
      findFreeName={(wanted) => chooseFreeListName(wanted, id)}
      onRename={(next) => changeCompanyList(id, { name: next })}
      onDelete={onDelete}
    >
      <p className="text-ink-2 tabular-nums">
        {formatCount(lines, 'line')}
        {searched > 0 && `, ${formatGrouped(known)} of ${formatCount(searched, 'company', 'companies')} found`}
      </p>
      <p className="text-12 text-ink-3">
        {fileName}, added {formatDayOf(addedAt)}, UTC
      </p>
    </StoredItem>
  );
}

const pastedRows = z.object({
  text: z
    .string()
    .max(maxListCharacters, 'This is larger than 5 MB of text. Leave columns out, or split it.')
    .refine((text) => text.trim() !== '', 'Paste at least one row.'),
});

/** Accepts rows that were copied from a spreadsheet, and opens the new list. */
function PasteRows({ onCreated }: { readonly onCreated: (id: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton className="justify-self-start" Icon={ClipboardPaste} onPress={() => setOpen(true)}>
        Paste rows
      </ActionButton>
      {isOpen && (
        <Sheet title="Paste rows" onClose={() => setOpen(false)}>
          <PasteRowsForm onCreated={onCreated} />
        </Sheet>
      )}
    </>
  );
}

function PasteRowsForm({ onCreated }: { readonly onCreated: (id: string) => void }) {
  const id = useId();
  const { form, forget } = useKeptForm('Paste rows', {
    resolver: zodResolver(pastedRows),
    defaultValues: { text: '' },
    first: 'text',
  });
  const problem = form.formState.errors.text?.message;
  const create = form.handleSubmit(({ text }) => {
    const created = createListFromText(text);
    if ('problem' in created) return form.setError('text', { message: created.problem });
    forget();
    return onCreated(created.id);
  });
  return (
    <form className="grid gap-3 p-4" onSubmit={(event) => void create(event)}>
      <label htmlFor={id} className="text-ink-2">
        Rows as they are copied from a spreadsheet, with a column of names, domains, LinkedIn or Crunchbase addresses.
      </label>
      <textarea
        id={id}
        rows={10}
        spellCheck={false}
        placeholder={'Name\tWebsite\nQuartzline\tquartzline.example'}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-error`}
        className="field-box resize-y p-2"
        {...form.register('text')}
      />
      {problem !== undefined && (
        <p id={`${id}-error`} role="alert" className="text-12 text-bad">
          {problem}
        </p>
      )}
      <Button type="submit" variant="primary" className="justify-self-start">
        Create the list
      </Button>
    </form>
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
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) creation.mutate(file);
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
          Up to {maxLines.toLocaleString('en-US')} lines with a column of names, domains, LinkedIn or Crunchbase
          addresses. A search sends only these, never the file.
        </span>
      </button>
      <PasteRows onCreated={onCreated} />
      <FileInput
        ref={input}
        label="File of companies"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        onFile={creation.mutate}
      />
      {problem !== undefined && (
        <Notice variant="bad" urgent title="This file cannot be used">
          {problem}
        </Notice>
      )}
    </div>
  );
}
