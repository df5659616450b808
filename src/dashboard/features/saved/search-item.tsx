import { Copy, Download, Link2, Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { RenameForm } from '../../platform/form/rename-form.tsx';
import { toCount } from '../../platform/format.ts';
import { toAge, useNow } from '../../library/records/age.tsx';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { PricedButton } from '../../purchase/priced-button.tsx';
import { copyText } from '../../platform/ui/copy-button.tsx';
import { IconButton } from '../../platform/ui/icon-button.tsx';
import { canFindNew, foundTenths, toNewSearch, toSince } from './new-rows.ts';
import { SavedLink, toShareAddress } from '../../search/saved/saved-link.tsx';
import {
  addSearch,
  changeSearch,
  readFound,
  readLookedAt,
  toFreeName,
  type SavedSearch,
} from '../../search/saved/searches.ts';
import { describeRequest } from '../../search/saved/describe-request.ts';
import { saveExport } from './transfer.ts';

type SearchItemProps = {
  readonly saved: SavedSearch;
  readonly pending: boolean;
  readonly onFind: (authorization: SpendAuthorization) => void;
  readonly onSaid: (text: string) => void;
  readonly onDelete: () => void;
};

/** One saved search: what it asks, when it was last looked at, what is new, and what can be done to it. */
export function SearchItem({ saved, pending, onFind, onSaid, onDelete }: SearchItemProps) {
  const [renaming, setRenaming] = useState(false);
  const rename = useRef<HTMLButtonElement>(null);
  const onRenamed = () => {
    setRenaming(false);
    rename.current?.focus();
  };
  const { name } = saved;
  const share = async () => {
    const address = toShareAddress(saved);
    onSaid((await copyText(address)) ? `Link to “${name}” copied.` : `The browser did not allow copying: ${address}`);
  };
  const duplicate = () => {
    addSearch({ ...saved, name: toFreeName(name) });
    onSaid(`“${name}” is duplicated.`);
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line py-2.5">
      <div className="grid min-w-0 grow basis-80 gap-0.5">
        {renaming ? (
          <RenameForm
            name={name}
            toFree={(wanted) => toFreeName(wanted, saved.id)}
            onRename={(next) => changeSearch(saved.id, { name: next })}
            onDone={onRenamed}
          />
        ) : (
          <SavedLink
            saved={saved}
            className="w-fit max-w-full truncate text-[14px] font-semibold hover:text-accent-ink"
          >
            {name}
          </SavedLink>
        )}
        <p className="text-ink-2">
          {describeRequest({ method: 'POST', path: `/${saved.screen}`, body: saved.body, summary: '' }, saved.search)}
        </p>
        <Looked saved={saved} />
      </div>
      <div className="flex flex-wrap items-center gap-1">
        {canFindNew(saved) && (
          <PricedButton upTo tenths={foundTenths} pending={pending} onConfirm={onFind}>
            Check for new
          </PricedButton>
        )}
        <IconButton ref={rename} Icon={Pencil} label={`Rename ${name}`} onPress={() => setRenaming(true)} />
        <IconButton Icon={Copy} label={`Duplicate ${name}`} onPress={duplicate} />
        <IconButton Icon={Link2} label={`Copy link to ${name}`} onPress={() => void share()} />
        <IconButton Icon={Download} label={`Export ${name}`} onPress={() => saveExport('fundscope-search', [saved])} />
        <IconButton Icon={Trash2} label={`Delete ${name}`} onPress={onDelete} />
      </div>
    </li>
  );
}

/** When it was last looked at, and what a look for new rows found since. */
function Looked({ saved }: { readonly saved: SavedSearch }) {
  const lookedAt = readLookedAt(saved);
  const found = readFound(saved);
  const now = useNow();
  return (
    <p className="text-[12px] text-ink-3 tabular-nums">
      {lookedAt === undefined
        ? 'Not looked at on this device'
        : `Last look ${toAge(lookedAt, Math.max(lookedAt, now))}`}
      {found && (
        <>
          {'. '}
          {found.total ? (
            <SavedLink
              saved={{ ...saved, search: toNewSearch(saved, found.since) }}
              className="font-semibold text-accent-ink underline underline-offset-2"
            >
              {toCount(found.total, 'new row')}
            </SavedLink>
          ) : found.total === null ? (
            'The service gave no total'
          ) : (
            'Nothing new'
          )}{' '}
          added since {found.since} (UTC day), asked {toAge(found.at, Math.max(found.at, now))}
        </>
      )}
      {!found && canFindNew(saved) && `. New rows are counted from ${toSince(saved)} (UTC day)`}
    </p>
  );
}
