import { Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { RenameForm } from '../platform/form/rename-form.tsx';
import { IconButton } from '../platform/ui/button.tsx';
import { AuthorName } from './status/authors.tsx';

type StoredItemProps = {
  readonly name: string;
  readonly by: string | null | undefined;
  /** The name as a link that opens it. */
  readonly renderLink: (className: string) => ReactNode;
  /** Lines about it, below its name. */
  readonly children: ReactNode;
  /** Further actions. */
  readonly actions?: ReactNode;
  /** What one of them shows, below all. */
  readonly foot?: ReactNode;
  /** The given name, with a number added if it is taken. */
  readonly findFreeName: (name: string) => string;
  readonly onRename: (name: string) => void;
  readonly onDelete: () => void;
};

/** A stored list or search: its name, which can be changed, what it is, its author and its actions. */
export function StoredItem(props: StoredItemProps) {
  const { name, by, renderLink, children, actions, foot, findFreeName, onRename, onDelete } = props;
  const [isRenaming, setRenaming] = useState(false);
  const rename = useRef<HTMLButtonElement>(null);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line py-2.5">
      <div className="grid min-w-0 grow basis-80 gap-0.5">
        {isRenaming ? (
          <RenameForm
            name={name}
            findFreeName={findFreeName}
            onRename={onRename}
            onDone={() => {
              setRenaming(false);
              rename.current?.focus();
            }}
          />
        ) : (
          renderLink('w-fit max-w-full truncate text-14 font-semibold hover:text-accent-ink')
        )}
        {children}
        <AuthorName by={by} />
      </div>
      <div className="flex flex-wrap items-center gap-1">
        {actions}
        <IconButton ref={rename} Icon={Pencil} label={`Rename ${name}`} onPress={() => setRenaming(true)} />
        <IconButton Icon={Trash2} label={`Delete ${name}`} onPress={onDelete} />
      </div>
      {foot && <div className="basis-full">{foot}</div>}
    </li>
  );
}
