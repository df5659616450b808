import { Link } from '@tanstack/react-router';
import { Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { RenameForm } from '../../platform/form/rename-form.tsx';
import { toCount, toDay } from '../../platform/format.ts';
import { IconButton } from '../../platform/ui/icon-button.tsx';
import { changeList, readMatches, toListName, type List } from '../../library/lists/lists.ts';

type ListItemProps = { readonly list: List; readonly onDelete: () => void };

/** One list: what it holds, the way into it, and what can be done to it. */
export function ListItem({ list, onDelete }: ListItemProps) {
  const [renaming, setRenaming] = useState(false);
  const rename = useRef<HTMLButtonElement>(null);
  const { id, name, fileName, lines, addedAt } = list;
  const { found } = readMatches(id);
  const asked = Object.keys(found).length;
  const known = Object.values(found).filter(({ length }) => length > 0).length;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line py-2.5">
      <div className="grid min-w-0 grow basis-80 gap-0.5">
        {renaming ? (
          <RenameForm
            name={name}
            toFree={(wanted) => toListName(wanted, id)}
            onRename={(next) => changeList(id, { name: next })}
            onDone={() => {
              setRenaming(false);
              rename.current?.focus();
            }}
          />
        ) : (
          <Link
            to="/lists"
            search={{ list: [id] } as never}
            className="w-fit max-w-full truncate text-[14px] font-semibold hover:text-accent-ink"
          >
            {name}
          </Link>
        )}
        <p className="text-ink-2 tabular-nums">
          {toCount(lines, 'line')}
          {asked > 0 && `, ${known.toLocaleString('en-US')} of ${toCount(asked, 'company', 'companies')} known`}
        </p>
        <p className="text-[12px] text-ink-3">
          {fileName}, added {toDay(new Date(addedAt).toISOString())} (UTC)
        </p>
      </div>
      <div className="flex items-center gap-1">
        <IconButton ref={rename} Icon={Pencil} label={`Rename ${name}`} onPress={() => setRenaming(true)} />
        <IconButton Icon={Trash2} label={`Delete ${name}`} onPress={onDelete} />
      </div>
    </li>
  );
}
