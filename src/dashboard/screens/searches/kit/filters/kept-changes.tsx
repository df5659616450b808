import { Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { ActionButton } from '../../../../platform/ui/action-button.tsx';
import type { Draft } from '../query/search-query.ts';
import type { SearchForm } from '../search/next-search.ts';

const formatDraft = (draft: Draft): string =>
  JSON.stringify(Object.entries(draft).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** Remembers the form when a filter is opened; after Escape, which keeps what was chosen, that can be undone. */
export function useKeptChanges(form: SearchForm) {
  const before = useRef<Draft>({});
  const [kept, setKept] = useState<{ readonly before: Draft; readonly after: string }>();
  return {
    kept,
    onOpen: () => {
      before.current = { ...form.getValues() };
    },
    onClose: (isEscape: boolean) => {
      const after = formatDraft(form.getValues());
      setKept(isEscape && after !== formatDraft(before.current) ? { before: before.current, after } : undefined);
    },
    onUndo: () => {
      if (kept) form.reset(kept.before);
      setKept(undefined);
    },
  };
}

type UndoChangesProps = Pick<ReturnType<typeof useKeptChanges>, 'kept' | 'onUndo'> & { readonly form: SearchForm };

/** Undoes what Escape kept, until something else is changed. */
export function UndoChanges({ form, kept, onUndo }: UndoChangesProps) {
  const draft = useWatch({ control: form.control });
  if (kept?.after !== formatDraft(draft)) return null;
  return (
    <ActionButton Icon={Undo2} variant="ghost" onPress={onUndo}>
      Undo change
    </ActionButton>
  );
}
